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
    const long = path.length > 1 ? 450 + 90 * Math.min(path.length, 8) : dice.length ? 1100 : line.hexes.length ? 650 : 350;
    return { line, path, dice, hexes: line.hexes, milliseconds: long / speed };
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

/** Log lines grouped for a summary: by the action number at which a turn or phase began. */
export function chapters(lines: readonly LogLine[]): { title: string; lines: LogLine[] }[] {
  const found: { title: string; lines: LogLine[] }[] = [];
  for (const line of lines) {
    if (line.heading || !found.length) found.push({ title: line.heading ? line.words : "", lines: [] });
    if (!line.heading) found.at(-1)!.lines.push(line);
  }
  return found.filter((chapter) => chapter.lines.length || chapter.title);
}

/** A row of the log: a line, and how often it was said in a row. */
export interface LogRow {
  line: LogLine;
  /** The place of the line among all. */
  at: number;
  times: number;
}

/** Lines that say the same one after another, of nobody by name and without dice, are one row: what fog leaves of a march. */
export function logRows(lines: readonly LogLine[]): LogRow[] {
  const rows: LogRow[] = [];
  lines.forEach((line, at) => {
    const last = rows.at(-1);
    const plain = !line.units.length && !line.why && !diceOf(line).length;
    if (plain && last?.line.words === line.words) last.times += 1;
    else rows.push({ line, at, times: 1 });
  });
  return rows;
}
