import { expect, test } from "vitest";
import { timelineOf } from "../src/match/timeline";
import type { LogLine } from "../src/wire/types";

function line(event: string, told: Partial<LogLine>): LogLine {
  return {
    clock: 1,
    words: `${event}.`,
    rule: "1",
    event,
    heading: "",
    fight: false,
    by: "",
    dice: [],
    path: [],
    hexes: [],
    units: [],
    why: 0,
    ...told,
  };
}

test("an entry has the way and the dice that its line tells of", () => {
  const [moved, rolled] = timelineOf([line("Moved", { path: [101, 102] }), line("Rolled", { dice: [4] })]);
  expect(moved?.path).toEqual([101, 102]);
  expect(rolled?.dice).toEqual([4]);
  expect(rolled?.path).toEqual([]);
});

test("an animation twice as fast takes half the time", () => {
  const lines = [line("Moved", { path: [101, 102, 103] }), line("Rolled", { dice: [3], hexes: [101] })];
  const long = (speed: number) => timelineOf(lines, speed).reduce((sum, entry) => sum + entry.milliseconds, 0);
  expect(long(2)).toBeCloseTo(long(1) / 2);
});
