import { commandFor, isTyping, type Command } from "../common/keys";
import { settings } from "../common/settings.svelte";
import type { Page } from "./page.svelte";

const CURSOR_MOVES: Partial<Record<Command, [number, number]>> = {
  "cursor-left": [-1, 0],
  "cursor-right": [1, 0],
  "cursor-up": [0, -1],
  "cursor-down": [0, 1],
};
const PANS: Partial<Record<Command, [number, number]>> = {
  "pan-left": [-90, 0],
  "pan-right": [90, 0],
  "pan-up": [0, -90],
  "pan-down": [0, 90],
};

/** A key was pressed on the page of a match. */
export function onKeydown(page: Page, event: KeyboardEvent): void {
  if (document.querySelector("dialog[open]") || page.covered) return;
  const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
  const command = commandFor({ key, ctrl: ctrlKey || metaKey, shift: shiftKey, alt: altKey });
  const typing = isTyping(event.target);
  if (!command || (typing && command !== "cancel")) {
    if (page.panel === "overlays" && !typing) toggleOverlay(page, Number(key));
    return;
  }
  const onBoard =
    event.target === document.body ||
    (event.target instanceof Element && page.keyboard.element?.contains(event.target));
  if (command === "next" || command === "previous") {
    if (onBoard && page.keyboard.focusNext(command === "previous")) event.preventDefault();
  } else if (command === "take") {
    if (onBoard) page.keyboard.clickCursor();
  } else if (onBoard || !key.startsWith("Arrow")) {
    event.preventDefault();
    run(page, command);
  }
}

/** Where the orders begin: never a link to a rule, nor the hint. */
const ORDERS = [".staged button", ".choices button", ".row button", ".group button", ".endphase", "summary"];

/** Toggle an overlay by its number in the list. */
function toggleOverlay(page: Page, number: number): void {
  const overlay = page.store.info?.overlays[number - 1];
  if (overlay) void page.interaction.overlays.toggle(overlay.id);
}

function run(page: Page, command: Command): void {
  const { store, interaction, hints, keyboard } = page;
  const move = CURSOR_MOVES[command];
  if (move) return keyboard.moveCursor(...move);
  const pan = PANS[command];
  if (pan) return store.camera?.pan(...pan);
  switch (command) {
    case "next-unit":
    case "previous-unit":
      return void page.nextUnit(command === "previous-unit");
    case "zoom-in":
      return store.camera?.zoomBy(1.35);
    case "zoom-out":
      return store.camera?.zoomBy(1 / 1.35);
    case "fit":
      return store.camera?.fit();
    case "centre":
      return page.showFrontLine();
    case "cancel":
      return cancel(page);
    case "undo":
      return void interaction.undo();
    case "rules":
      return page.toggleRules();
    case "log":
      page.tab = "log";
      return focus(["[data-testid=log] [role=log]"]);
    case "sound":
      settings.set("sound", !settings.sound);
      return store.notify(settings.sound ? "Sounds on" : "Sounds off");
    case "measure":
      return interaction.measure.toggle();
    case "bookmark":
      return page.bookmark();
    case "minimap":
      return page.toggleMiniMap();
    case "overlays":
    case "reference":
    case "units":
    case "chat":
    case "keys":
      return page.toggle(command);
    case "hide":
      page.countersHidden = !page.countersHidden;
      return;
    case "board":
      return keyboard.focus();
    case "prompt":
      page.tab = "orders";
      return focus(ORDERS.map((part) => `[data-testid=prompt] ${part}`));
    case "find":
      page.finding = true;
      return;
    case "phase-back":
    case "phase-on":
      return void (page.replay.active && page.replay.toPhase(command === "phase-back"));
    case "replay":
      return page.replay.toggle();
    case "end": {
      const { ending } = interaction;
      if (ending) void interaction.submit(ending.option);
      return;
    }
    case "lesson":
      return focusLesson(page);
    case "hint":
      if (page.lesson.info) return void page.lesson.request("hint");
      page.tab = "orders";
      return void (hints.hint ? hints.playNext() : hints.request());
  }
}

/** Escape closes what is open, the topmost first. */
function cancel(page: Page): void {
  if (page.finding) page.finding = false;
  else if (page.panel) page.panel = "";
  else if (page.store.replaying) page.replay.close();
  else if (page.hints.open) page.hints.close();
  else void page.interaction.cancel();
}

/** The next step of a lesson, where one may go on; else its card. */
function focusLesson(page: Page): void {
  const { lesson } = page;
  const onward = document.querySelector<HTMLElement>("[data-testid=lesson] [data-do=main]");
  if (onward && lesson.info && !lesson.over) onward.click();
  else focus(["[data-testid=lesson] [data-do=main]", "[data-testid=lesson] .row button"]);
}

/** The first of several things that is there. */
function focus(selectors: readonly string[]): void {
  for (const selector of selectors) {
    const found = document.querySelector<HTMLElement>(selector);
    if (found) return found.focus();
  }
}
