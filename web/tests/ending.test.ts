import { describe, expect, test } from "vitest";
import { fanInside, fanLarge } from "../src/board/fan";
import { endingOf } from "../src/match/ending";
import { LegalMoves } from "../src/match/legalMoves";
import type { OptionLine } from "../src/wire/types";

function option(verb: string, kind: OptionLine["kind"], noun: unknown, words: string): OptionLine {
  return { index: 0, verb, kind, noun, words, action: { type: verb } };
}
const pick = (unit: string) => option("Pick", "unit", unit, unit);

describe("the button that ends a decision", () => {
  test("a phase is named, and what is left in it is counted", () => {
    const done = option("Done", "", null, "End Movement Phase");
    const raise = option("Raise", "unit", "c", "Lay c on top");
    const ending = endingOf(new LegalMoves([pick("a"), pick("b"), raise, done]), "");
    expect(ending).toMatchObject({ kind: "phase", words: "End Movement Phase · 2 unmoved", moves: true });
    expect(ending?.left).toEqual(["a", "b"]);
    const combat = endingOf(new LegalMoves([pick("a"), option("Done", "", null, "End Assault")]), "hq");
    expect(combat).toMatchObject({ kind: "phase", words: "End Assault · 1 left", moves: false });
  });

  test("the end of one unit's move is another button, and counts nothing", () => {
    const move = option("MoveTo", "hex", 101, "Move to 101");
    const ending = endingOf(new LegalMoves([move, option("Done", "", null, "Finish move")]), "a");
    expect(ending).toMatchObject({ kind: "unit", words: "Finish move", moves: false });
  });

  test("what may be declined is a choice", () => {
    const ending = endingOf(new LegalMoves([pick("a"), option("Done", "", null, "Don't retreat")]), "");
    expect(ending).toMatchObject({ kind: "choice", words: "Don't retreat" });
    expect(endingOf(new LegalMoves([pick("a")]), "")).toBeNull();
  });
});

describe("the fan of a stack", () => {
  test.each([1, 2, 3, 4, 6, 9, 12])("of %i counters lies within its own hex", (count) => {
    const spacing = 100;
    const fan = fanInside(count, [500, 500], spacing);
    expect(fan.places).toHaveLength(count);
    for (const [x, y] of fan.places)
      for (const [cx, cy] of [
        [x, y],
        [x + fan.size, y],
        [x, y + fan.size],
        [x + fan.size, y + fan.size],
      ] as const) {
        const [dx, dy] = [Math.abs(cx - 500), Math.abs(cy - 500)];
        // Of both kinds of hex, with flat sides at the top or at the left: every side is half a spacing away.
        expect(Math.max(dy, dx * 0.866 + dy / 2)).toBeLessThanOrEqual(50.01);
        expect(Math.max(dx, dy * 0.866 + dx / 2)).toBeLessThanOrEqual(50.01);
      }
  });

  test("magnified, lies at the edge that is farther from its stack", () => {
    const window = { width: 360, height: 500 };
    const viewport = { x: 0, y: 0, scale: 1 };
    expect(fanLarge(3, viewport, window, [180, 400]).y).toBeLessThan(100);
    const low = fanLarge(3, viewport, window, [180, 60]);
    expect(low.y + low.height).toBeGreaterThan(400);
    expect(fanLarge(8, viewport, window, [180, 60]).width).toBeLessThanOrEqual(360);
  });
});
