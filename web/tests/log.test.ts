import { expect, test } from "vitest";
import { chapters, filterRows, logRows } from "../src/match/log";
import type { LogLine } from "../src/wire/types";

function line(event: string, dice: number[] = [], hexes: number[] = []): LogLine {
  return {
    clock: 1,
    words: `${event}.`,
    rule: "1",
    event,
    heading: "",
    fight: false,
    by: "",
    dice,
    path: [],
    hexes,
    units: [],
    why: 0,
  };
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

test("the log is filtered by what it tells and by words, with the headings that still have something under them", () => {
  const rows = logRows([
    { ...line("Turn 1"), heading: "turn" },
    { ...line("Movement"), heading: "phase" },
    { ...line("Moved"), path: [101, 102] },
    { ...line("Combat"), heading: "phase" },
    { ...line("Rolled", [4]), clock: 2 },
    { ...line("Retreated"), clock: 2 },
    { ...line("Turn 2"), heading: "turn" },
  ]);
  const words = (...asked: [Parameters<typeof filterRows>[1], string?]) =>
    filterRows(rows, ...asked).map((row) => row.line.event);
  expect(words("all")).toHaveLength(7);
  expect(words("dice")).toEqual(["Turn 1", "Combat", "Rolled", "Retreated"]);
  expect(words("moves")).toEqual(["Turn 1", "Movement", "Moved"]);
  expect(words("all", " RETREAT")).toEqual(["Turn 1", "Combat", "Retreated"]);
});
