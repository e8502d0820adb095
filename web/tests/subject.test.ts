import { expect, test } from "vitest";
import { subjectOf } from "../src/match/subject";
import type { View } from "../src/wire/types";

const view = (about: View["about"]) =>
  ({
    about,
    units: [
      { id: "a", hex: 101 },
      { id: "b", hex: 102 },
    ],
  }) as unknown as View;

test("a decision is about a unit, units committed to it, and hexes other than the unit's own", () => {
  const subject = subjectOf(view({ unit: "a", committed: ["b"], hexes: [103, 101] }));
  expect(subject.unit).toBe("a");
  expect([...subject.committed]).toEqual(["a", "b"]);
  expect([...subject.hexes]).toEqual([103]);
});

test("a decision may be about nothing", () => {
  const subject = subjectOf(view({ unit: "", committed: [], hexes: [] }));
  expect(subject.unit).toBe("");
  expect(subject.committed.size + subject.hexes.size).toBe(0);
});
