import { describe, expect, test } from "vitest";
import { hexesOfOption, LegalMoves, hexsideKey, tabStops } from "../src/match/legalMoves";
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

describe("legal moves", () => {
  const legalMoves = new LegalMoves(all);

  test("are sorted by what is clicked", () => {
    expect([...legalMoves.units.keys()]).toEqual(["a", "b"]);
    expect(legalMoves.hexes.get(102)).toEqual([move, attack]);
    expect(legalMoves.hexsides.get(hexsideKey(103, 203))).toEqual([blow]);
    expect(legalMoves.boxes.get("berlin")).toEqual([box]);
    expect(legalMoves.buttons).toEqual([done, cancel, commit]);
  });

  test("know the buttons by their verb", () => {
    expect(legalMoves.done).toBe(done);
    expect(legalMoves.cancel).toBe(cancel);
    expect(new LegalMoves().cancel).toBeUndefined();
  });

  test("give the top legal unit of a stack, never a hidden one", () => {
    expect(legalMoves.topUnit(["a", "x", "b", ""])).toBe("b");
    expect(legalMoves.topUnit(["a", "x"])).toBe("a");
    expect(legalMoves.topUnit(["x", ""])).toBeUndefined();
  });

  test("find the same option again in another position", () => {
    const again = new LegalMoves([option("Pick", "unit", "b"), option("Blow", "hexside", [203, 103])]);
    expect(again.findSame(other)?.noun).toBe("b");
    expect(again.findSame(blow)?.verb).toBe("Blow");
    expect(again.findSame(move)).toBeUndefined();
  });

  test("have a place on the map, in reading order; what is off the map has none", () => {
    const where: Record<string, number> = { a: 301, b: 0 };
    const walk = tabStops(
      legalMoves,
      (unit) => where[unit] ?? 0,
      (hex) => [Math.floor(hex / 100), hex % 100],
    );
    expect(walk.map((stop) => stop.key)).toEqual(["unit:a", "hex:102", "side:103/203"]);
    expect(hexesOfOption(pick, (unit) => where[unit] ?? 0)).toEqual([301]);
    expect(hexesOfOption(other, (unit) => where[unit] ?? 0)).toEqual([]);
    expect(hexesOfOption(blow, () => 0)).toEqual([203, 103]);
    expect(hexesOfOption(choose, () => 0)).toEqual([]);
  });
});
