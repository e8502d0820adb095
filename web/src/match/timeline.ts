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

/** The entries of some log lines, in order, at a speed (2 is twice as fast). */
export function timelineOf(lines: readonly LogLine[], speed = 1): TimelineEntry[] {
  return lines.map((line) => {
    const { path, dice } = line;
    const duration =
      path.length > 1 ? 450 + 90 * Math.min(path.length, 8) : dice.length ? 1100 : line.hexes.length ? 650 : 350;
    return { line, path, dice, hexes: line.hexes, milliseconds: duration / speed };
  });
}
