import { expect, test } from "vitest";
import type { Position } from "../src/match/position";
import { coursesOf, diceOf } from "../src/match/story";
import { summarize } from "../src/match/summary";
import type { FaceInfo, LogLine } from "../src/wire/types";

function line(told: Partial<LogLine>): LogLine {
  const nothing = { rule: "1", event: "", heading: "" as const, fight: false, by: "", dice: [], path: [] };
  return { clock: 1, words: "", ...nothing, hexes: [], units: [], why: 0, ...told };
}

function position(clock: number, units: object[], holder: string, face: string): Position {
  return {
    clock,
    side: "red",
    view: { units, facts: { markers: [{ hex: 905, kind: "control", side: holder }] } } as unknown as Position["view"],
    faces: { a: face, b: "full", c: "full" },
    back_faces: [],
    phase: "",
  };
}

const faces = { full: { reduced: false }, half: { reduced: true } } as unknown as Record<string, FaceInfo>;
const unit = (id: string, side: string, hex: number, box = "") => ({ id, side, hex, box });

test("the other side's turn is told with what it cost", () => {
  const before = position(7, [unit("a", "red", 101), unit("b", "red", 102), unit("c", "blue", 103)], "red", "full");
  const dead = [unit("a", "red", 101), unit("b", "red", 0, "eliminated"), unit("c", "blue", 0, "eliminated")];
  const after = position(12, dead, "blue", "half");
  const attack = line({ fight: true, by: "blue", dice: [3] });
  const lines = [line({ path: [1, 2] }), attack, attack, line({ fight: true, by: "red", dice: [3] })];
  const told = summarize(lines, before, after, { "0905": "Seelow" }, faces);
  expect(told?.words).toBe("1 move, 2 attacks: lost Seelow (0905); 1 unit; 1 unit reduced");
  expect(told).toMatchObject({ from: 7, hexes: [905] });
  expect(summarize([], before, before, {}, faces)).toBeNull();
});

test("the score is followed from turn to turn, with its greatest change", () => {
  const track = (value: number) => [
    { name: "turn", title: "Turn", value },
    { name: "vp", title: "Points", value },
    { name: "still", title: "Still", value: 4 },
  ];
  const turns = [1, 2, 3].map((turn) => ({ at: 10 * turn, words: `Turn ${turn}` }));
  const [course, ...others] = coursesOf([track(0), track(1), track(6), track(5)], turns);
  expect(course).toEqual({ title: "Points", values: [0, 1, 6, 5], swing: { turn: "Turn 2", by: 5, at: 20 } });
  expect(others).toEqual([]);
});

test("dice are counted by who struck", () => {
  const tallies = diceOf([
    line({ fight: true, by: "red", dice: [6] }),
    line({ fight: true, by: "red", dice: [3, 3] }),
    line({ fight: true, by: "blue", dice: [1] }),
    line({ dice: [5] }),
  ]);
  expect(tallies).toEqual([
    { side: "red", count: 3, average: 4, expected: 3.5 },
    { side: "blue", count: 1, average: 1, expected: 3.5 },
  ]);
});
