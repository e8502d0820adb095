import { expect, test } from "vitest";
import { chapters, logRows } from "../src/match/log";
import type { LogLine } from "../src/wire/types";

function line(event: string, dice: number[] = [], hexes: number[] = []): LogLine {
  return { clock: 1, words: `${event}.`, rule: "1", event, heading: "", dice, path: [], hexes, units: [], why: 0 };
}

test("a summary is cut into turns and phases", () => {
  const parts = chapters([
    line("Moved"),
    { ...line("TurnBegan"), heading: "turn" },
    { ...line("PhaseBegan"), heading: "phase" },
    line("Moved"),
    line("Moved"),
  ]);
  expect(parts.map((part) => [part.title, part.lines.length])).toEqual([
    ["", 1],
    ["TurnBegan.", 0],
    ["PhaseBegan.", 2],
  ]);
});

test("what is said over and over is one row, unless it names a unit, has dice or a reason", () => {
  const said = line("Moved", [], [101, 102]);
  const rolled = line("Rolled", [3]);
  const rows = logRows([said, said, said, rolled, rolled, said, { ...said, why: 4 }, { ...said, units: ["a"] }]);
  expect(rows.map((row) => [row.line.event, row.at, row.times])).toEqual([
    ["Moved", 0, 3],
    ["Rolled", 3, 1],
    ["Rolled", 4, 1],
    ["Moved", 5, 1],
    ["Moved", 6, 1],
    ["Moved", 7, 1],
  ]);
});
