import { expect, test } from "vitest";
import { chapters, diceOf, pathOf, logRows, timelineOf } from "../src/match/timeline";
import type { LogLine } from "../src/wire/types";

function line(event: string, fields: Record<string, unknown>, hexes: number[] = []): LogLine {
  return { clock: 1, words: `${event}.`, rule: "1", event, heading: "", fields, hexes, units: [], why: 0 };
}

test("dice are found by the name of their field", () => {
  expect(diceOf(line("Rolled", { die: 4 }))).toEqual([4]);
  expect(diceOf(line("Fired", { dice: [2, 6] }))).toEqual([2, 6]);
  expect(diceOf(line("Moved", { path: [101] }))).toEqual([]);
  expect(diceOf(line("Rolled", { die: "4" }))).toEqual([]);
});

test("a way begins where the event says, or with its path", () => {
  expect(pathOf(line("Moved", { path: [102, 103] }))).toEqual([102, 103]);
  expect(pathOf(line("Moved", { here: 101, path: [102] }))).toEqual([101, 102]);
  expect(pathOf(line("Retreated", { here: 101, to: 102 }))).toEqual([101, 102]);
  expect(pathOf(line("Rolled", { die: 1 }))).toEqual([]);
});

test("a film twice as fast takes half the time", () => {
  const lines = [line("Moved", { path: [101, 102, 103] }, [101, 102, 103]), line("Rolled", { die: 3 }, [101])];
  const long = (speed: number) => timelineOf(lines, speed).reduce((sum, entry) => sum + entry.milliseconds, 0);
  expect(long(2)).toBeCloseTo(long(1) / 2);
});

test("a summary is cut into turns and phases", () => {
  const parts = chapters([line("Moved", {}), { ...line("TurnBegan", {}), heading: "turn" }, { ...line("PhaseBegan", {}), heading: "phase" }, line("Moved", {}), line("Moved", {})]);
  expect(parts.map((part) => [part.title, part.lines.length])).toEqual([
    ["", 1],
    ["TurnBegan.", 0],
    ["PhaseBegan.", 2],
  ]);
});

test("what is said over and over is one row, unless it names a unit, has dice or a reason", () => {
  const said = line("Moved", { path: [101, 102] }, [101, 102]);
  const rolled = line("Rolled", { die: 3 });
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
