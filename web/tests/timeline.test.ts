import { expect, test } from "vitest";
import { diceOf, pathOf, timelineOf } from "../src/match/timeline";
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

test("an animation twice as fast takes half the time", () => {
  const lines = [line("Moved", { path: [101, 102, 103] }, [101, 102, 103]), line("Rolled", { die: 3 }, [101])];
  const long = (speed: number) => timelineOf(lines, speed).reduce((sum, entry) => sum + entry.milliseconds, 0);
  expect(long(2)).toBeCloseTo(long(1) / 2);
});
