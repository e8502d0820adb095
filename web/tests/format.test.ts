import { expect, test } from "vitest";
import { scraps, withoutRule } from "../src/panels/ruleNumbers";
import { ago, commonOpening, ownFates, percent, rollsOf, signed, titled } from "../src/common/format";

test("chances in per cent", () => {
  expect(percent(1)).toBe("100 %");
  expect(percent(0.5)).toBe("50 %");
  expect(percent(1 / 6)).toBe("16.7 %");
  expect(percent(0.0001)).toBe("<0.1 %");
  expect(percent(0)).toBe("0 %");
});

test("modifiers with their sign", () => {
  expect(signed({ amount: 2, kind: "shift" })).toBe("+2");
  expect(signed({ amount: -1, kind: "drm" })).toBe("−1");
  expect(signed({ amount: 0, kind: "shift" })).toBe("·");
  expect(signed({ amount: 1, kind: "half" })).toBe("½");
});

test("what all outcomes say is said once", () => {
  expect(commonOpening(["A attacks 2004 and wins", "A attacks 2004 and loses"])).toBe("A attacks 2004 and");
  expect(commonOpening(["one two", "one two three"])).toBe("");
  expect(commonOpening(["alone with itself here"])).toBe("");
});

test("dice that lead to an outcome", () => {
  expect(rollsOf([[2], [3], [4], [6]])).toBe("2–4, 6");
  expect(rollsOf([[1, 6], [2, 5]])).toBe("1+6, 2+5");
  expect(rollsOf([])).toBe("");
});

test("how long ago", () => {
  const now = Date.parse("2026-01-02T12:00:00Z");
  expect(ago("2026-01-02T11:59:30Z", now)).toBe("just now");
  expect(ago("2026-01-02T11:20:00Z", now)).toBe("40 minutes ago");
  expect(ago("2026-01-02T09:00:00Z", now)).toBe("3 hours ago");
  expect(ago("2025-12-30T12:00:00Z", now)).toBe("3 days ago");
});

test("ids as words", () => {
  expect(titled("out_of_supply")).toBe("Out of supply");
});

test("rule numbers in a text become links, other numbers do not", () => {
  const known = new Set(["5.11", "5.2", "7", "6.13b"]);
  const found = scraps("As in 5.11 and 6.13b (see 5.2). Hex 2004 at 08.15 costs 7 or 5.3.", known);
  expect(found.filter((scrap) => scrap.rule).map((scrap) => scrap.rule)).toEqual(["5.11", "6.13b", "5.2"]);
  expect(found.map((scrap) => scrap.words).join("")).toBe("As in 5.11 and 6.13b (see 5.2). Hex 2004 at 08.15 costs 7 or 5.3.");
});

test("the rule at the end of a prompt is taken off", () => {
  expect(withoutRule("Soviet: choose. 8.1", "8.1")).toBe("Soviet: choose.");
  expect(withoutRule("Soviet: choose.", "")).toBe("Soviet: choose.");
});

test("what becomes of a unit in any case is not said of each outcome", () => {
  const fates = ownFates([
    [{ unit: "a", words: "reduced, attacked" }, { unit: "b", words: "target" }],
    [{ unit: "a", words: "attacked" }, { unit: "b", words: "eliminated, target" }],
  ]);
  expect(fates).toEqual([[{ unit: "a", words: "reduced" }], [{ unit: "b", words: "eliminated" }]]);
  expect(ownFates([[{ unit: "a", words: "x" }]])).toEqual([[{ unit: "a", words: "x" }]]);
});
