/** The keys of a match's page, in one table: what they do, and the list that `?` shows. */
export type Command =
  | "pan-left"
  | "pan-right"
  | "pan-up"
  | "pan-down"
  | "cursor-left"
  | "cursor-right"
  | "cursor-up"
  | "cursor-down"
  | "zoom-in"
  | "zoom-out"
  | "fit"
  | "centre"
  | "reference"
  | "next"
  | "previous"
  | "next-unit"
  | "previous-unit"
  | "take"
  | "cancel"
  | "undo"
  | "rules"
  | "log"
  | "overlays"
  | "hide"
  | "board"
  | "prompt"
  | "find"
  | "replay"
  | "phase-back"
  | "phase-on"
  | "chat"
  | "end"
  | "hint"
  | "lesson"
  | "units"
  | "sound"
  | "minimap"
  | "measure"
  | "bookmark"
  | "keys";

export const KEY_HELP: readonly [string, string][] = [
  ["Arrows or W A S D", "move the map"],
  ["+ and −", "zoom"],
  ["0", "whole map"],
  ["F", "center on the fighting"],
  ["Tab, Shift Tab", "next, previous highlighted item on the map"],
  ["N, Shift N", "next, previous unmoved unit"],
  ["Enter", "select it"],
  ["Shift Enter", "select the whole stack"],
  ["Shift with an arrow", "move from hex to hex and hear what is there"],
  ["G", "go to a hex by its number"],
  ["Esc", "cancel; close; skip the animation"],
  ["Ctrl Z", "undo"],
  ["E", "end the phase, or finish the move"],
  ["I", "hint; again: play it"],
  ["Y", "lesson: next step, or its card"],
  ["O, then 1 to 9", "overlays"],
  ["H", "hide the counters"],
  ["U", "list of units"],
  ["J", "measure how far it is: hexes, kilometers, movement cost"],
  ["X", "mini-map on or off"],
  ["M", "sounds on or off"],
  ["R", "rules"],
  ["C", "reference: sequence of play, charts, victory, turn track"],
  ["L", "log"],
  ["P", "orders: the buttons of the prompt"],
  ["B", "map"],
  ["V", "replay"],
  ["[ and ]", "replay: previous, next phase"],
  ["K", "bookmark this moment"],
  ["T", "chat"],
  ["?", "this list"],
];

export interface KeyPress {
  key: string;
  ctrl: boolean;
  shift: boolean;
  alt: boolean;
}

const PLAIN_KEYS: Record<string, Command> = {
  ArrowLeft: "pan-left",
  ArrowRight: "pan-right",
  ArrowUp: "pan-up",
  ArrowDown: "pan-down",
  a: "pan-left",
  d: "pan-right",
  w: "pan-up",
  s: "pan-down",
  "+": "zoom-in",
  "=": "zoom-in",
  "-": "zoom-out",
  _: "zoom-out",
  "0": "fit",
  f: "centre",
  c: "reference",
  Tab: "next",
  n: "next-unit",
  Enter: "take",
  Escape: "cancel",
  r: "rules",
  l: "log",
  o: "overlays",
  h: "hide",
  b: "board",
  p: "prompt",
  g: "find",
  v: "replay",
  "[": "phase-back",
  "]": "phase-on",
  t: "chat",
  e: "end",
  i: "hint",
  y: "lesson",
  u: "units",
  m: "sound",
  x: "minimap",
  j: "measure",
  k: "bookmark",
  "?": "keys",
};

const SHIFT_KEYS: Record<string, Command> = {
  ArrowLeft: "cursor-left",
  ArrowRight: "cursor-right",
  ArrowUp: "cursor-up",
  ArrowDown: "cursor-down",
  Tab: "previous",
  N: "previous-unit",
};

/** What a key press means, or nothing. */
export function commandFor(keyPress: KeyPress): Command | null {
  if (keyPress.alt) return null;
  if (keyPress.ctrl) return keyPress.key.toLowerCase() === "z" && !keyPress.shift ? "undo" : null;
  if (keyPress.shift && SHIFT_KEYS[keyPress.key]) return SHIFT_KEYS[keyPress.key]!;
  return PLAIN_KEYS[keyPress.key] ?? PLAIN_KEYS[keyPress.key.toLowerCase()] ?? null;
}

/** Does the thing in focus want the letters itself? */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !["button", "checkbox", "radio"].includes(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement || target.isContentEditable;
}
