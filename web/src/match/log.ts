import type { LogLine } from "../wire/types";

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
    const plain = !line.units.length && !line.why && !line.dice.length;
    if (plain && last?.line.words === line.words) last.times += 1;
    else rows.push({ line, at, times: 1 });
  });
  return rows;
}

/** The rows that bookmarked actions belong to, with the action: its first line, or the last one before it. */
export function markedRows(rows: readonly LogRow[], clocks: readonly number[]): Map<number, number> {
  const lines = rows.filter(({ line }) => !line.heading);
  const found = new Map<number, number>();
  for (const clock of clocks) {
    const row = lines.find(({ line }) => line.clock === clock) ?? lines.findLast(({ line }) => line.clock < clock);
    if (row) found.set(row.at, clock);
  }
  return found;
}

/** The log as text: a line each, with its rule, and the reader's own notes under what they belong to. */
export function logText(lines: readonly LogLine[], notes: readonly { at: number; words: string }[]): string {
  const rows = lines.map((line, at) => ({ line, at, times: 1 }));
  const marks = markedRows(
    rows,
    notes.map(({ at }) => at),
  );
  const said = rows.flatMap(({ line, at }) => {
    const words = line.rule ? `${line.words} [${line.rule}]` : line.words;
    const note = notes.find((each) => each.at === marks.get(at));
    return note ? [words, `    ★ ${note.words || "Bookmark"}`] : [words];
  });
  return said.join("\n") + "\n";
}

export type LogFilter = "all" | "dice" | "moves" | "marked";

export const LOG_FILTERS: readonly [LogFilter, string][] = [
  ["all", "Everything"],
  ["dice", "Dice and results"],
  ["moves", "Moves"],
  ["marked", "Bookmarks"],
];

/** The rows a reader asks for. Headings stay where something stands under them; what follows a die belongs to it. */
export function filterRows(
  rows: readonly LogRow[],
  filter: LogFilter,
  wanted = "",
  marks: ReadonlyMap<number, number> = new Map(),
): LogRow[] {
  const text = wanted.trim().toLowerCase();
  if (filter === "all" && !text) return [...rows];
  let rolled = -1;
  const kept = rows.filter(({ line, at }) => {
    if (line.heading) return true;
    if (line.dice.length) rolled = line.clock;
    const fits = {
      all: true,
      dice: rolled === line.clock,
      moves: line.path.length > 0,
      marked: marks.has(at),
    }[filter];
    return fits && (!text || line.words.toLowerCase().includes(text));
  });
  return kept.filter(({ line }, i) => {
    if (!line.heading) return true;
    const rest = kept.slice(i + 1);
    const end = rest.findIndex((row) => row.line.heading === "turn" || (row.line.heading && line.heading === "phase"));
    return (end < 0 ? rest : rest.slice(0, end)).some((row) => !row.line.heading);
  });
}
