import type { LogLine } from "../wire/types";

/** One entry of an animation: something moves, dice fall, or something is said of a place. */
export interface TimelineEntry {
  line: LogLine;
  /** Hexes an arrow runs through; the mover stands on the first. */
  path: number[];
  dice: number[];
  hexes: number[];
  milliseconds: number;
}

const DICE = ["die", "dice", "roll", "rolls", "rolled"];
const PATHS = ["path", "way", "route"];

/** The entries of some log lines, in order, at a speed (2 is twice as fast). */
export function timelineOf(lines: readonly LogLine[], speed = 1): TimelineEntry[] {
  return lines.map((line) => {
    const path = pathOf(line);
    const dice = diceOf(line);
    const duration =
      path.length > 1 ? 450 + 90 * Math.min(path.length, 8) : dice.length ? 1100 : line.hexes.length ? 650 : 350;
    return { line, path, dice, hexes: line.hexes, milliseconds: duration / speed };
  });
}

/** The dice an event tells of. */
export function diceOf(line: LogLine): number[] {
  for (const name of DICE) {
    const value = line.fields[name];
    if (isDie(value)) return [value];
    if (Array.isArray(value) && value.length && value.length <= 12 && value.every(isDie)) return value;
  }
  return [];
}

function isDie(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= 100;
}

/** The way something went, from where it stood: an event's path, or its two ends. */
export function pathOf(line: LogLine): number[] {
  for (const name of PATHS) {
    const value = line.fields[name];
    if (Array.isArray(value) && value.length && value.every((hex) => typeof hex === "number")) {
      const start = line.fields["here"] ?? line.fields["start"];
      return typeof start === "number" && start !== value[0] ? [start, ...value] : [...value];
    }
  }
  const [from, to] = [line.fields["here"] ?? line.fields["start"], line.fields["to"]];
  return typeof from === "number" && typeof to === "number" && from && to ? [from, to] : [];
}
