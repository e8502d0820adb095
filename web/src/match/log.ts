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
