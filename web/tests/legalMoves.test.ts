import { describe, expect, test } from "vitest";
import { hexesOf, Lit, sideKey, spots } from "../src/match/legalMoves";
import type { OptionLine } from "../src/wire/types";

let index = 0;
function option(verb: string, kind: OptionLine["kind"], noun: unknown): OptionLine {
  return { index: index++, verb, kind, noun, words: `${verb} ${String(noun)}`, action: { type: verb } };
}

const pick = option("Pick", "unit", "a");
const other = option("Pick", "unit", "b");
const move = option("MoveTo", "hex", 102);
const attack = option("Attack", "hex", 102);
const blow = option("Blow", "hexside", [203, 103]);
const choose = option("Choose", "choice", "one");
const chit = option("Draw", "chit", "rain");
const box = option("SendTo", "box", "berlin");
const done = option("Done", "", null);
const cancel = option("Cancel", "", null);
const commit = option("Commit", "", null);
const all = [pick, other, move, attack, blow, choose, chit, box, done, cancel, commit];

describe("what is lit", () => {
  const lit = new Lit(all);

  test("is sorted by what is clicked", () => {
    expect([...lit.units.keys()]).toEqual(["a", "b"]);
    expect(lit.hexes.get(102)).toEqual([move, attack]);
    expect(lit.sides.get(sideKey(103, 203))).toEqual([blow]);
    expect(lit.choices).toEqual([choose]);
    expect(lit.chits.get("rain")).toEqual([chit]);
    expect(lit.boxes.get("berlin")).toEqual([box]);
    expect(lit.buttons).toEqual([done, cancel, commit]);
  });

  test("knows the buttons by their verb", () => {
    expect(lit.done).toBe(done);
    expect(lit.cancel).toBe(cancel);
    expect(lit.commit).toBe(commit);
    expect(new Lit().cancel).toBeUndefined();
  });

  test("takes the top lit unit of a stack, never a hidden one", () => {
    expect(lit.topOf(["a", "x", "b", ""])).toBe("b");
    expect(lit.topOf(["a", "x"])).toBe("a");
    expect(lit.topOf(["x", ""])).toBeUndefined();
  });

  test("finds the same option again in another position", () => {
    const again = new Lit([option("Pick", "unit", "b"), option("Blow", "hexside", [203, 103])]);
    expect(again.same(other)?.noun).toBe("b");
    expect(again.same(blow)?.verb).toBe("Blow");
    expect(again.same(move)).toBeUndefined();
  });

  test("has a place on the map, in reading order; what is off the map has none", () => {
    const where: Record<string, number> = { a: 301, b: 0 };
    const walk = spots(
      lit,
      (unit) => where[unit] ?? 0,
      (hex) => [Math.floor(hex / 100), hex % 100],
    );
    expect(walk.map((spot) => spot.key)).toEqual(["unit:a", "hex:102", "side:103/203"]);
    expect(hexesOf(pick, (unit) => where[unit] ?? 0)).toEqual([301]);
    expect(hexesOf(other, (unit) => where[unit] ?? 0)).toEqual([]);
    expect(hexesOf(blow, () => 0)).toEqual([203, 103]);
    expect(hexesOf(choose, () => 0)).toEqual([]);
  });
});
