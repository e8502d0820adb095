import { expect, test } from "vitest";
import {
  timeAgo,
  commonPrefix,
  distinctEffects,
  formatPercent,
  formatRolls,
  formatModifier,
  titleFromId,
} from "../src/common/format";
import { splitAtRules, withoutRule } from "../src/panels/ruleNumbers";

test("chances in per cent", () => {
  expect(formatPercent(1)).toBe("100%");
  expect(formatPercent(0.5)).toBe("50%");
  expect(formatPercent(1 / 6)).toBe("16.7%");
  expect(formatPercent(0.0001)).toBe("<0.1%");
  expect(formatPercent(0)).toBe("0%");
});

test("modifiers with their sign", () => {
  expect(formatModifier({ amount: 2, kind: "shift" })).toBe("+2");
  expect(formatModifier({ amount: -1, kind: "drm" })).toBe("−1");
  expect(formatModifier({ amount: 0, kind: "shift" })).toBe("·");
  expect(formatModifier({ amount: 1, kind: "half" })).toBe("½");
});

test("what all outcomes say is said once", () => {
  expect(commonPrefix(["A attacks 2004 and wins", "A attacks 2004 and loses"])).toBe("A attacks 2004 and");
  expect(commonPrefix(["one two", "one two three"])).toBe("");
  expect(commonPrefix(["alone with itself here"])).toBe("");
});

test("dice that lead to an outcome", () => {
  expect(formatRolls([[2], [3], [4], [6]])).toBe("2–4, 6");
  expect(
    formatRolls([
      [1, 6],
      [2, 5],
    ]),
  ).toBe("1+6, 2+5");
  expect(formatRolls([])).toBe("");
});

test("how long ago", () => {
  const now = Date.parse("2026-01-02T12:00:00Z");
  expect(timeAgo("2026-01-02T11:59:30Z", now)).toBe("just now");
  expect(timeAgo("2026-01-02T11:20:00Z", now)).toBe("40 minutes ago");
  expect(timeAgo("2026-01-02T09:00:00Z", now)).toBe("3 hours ago");
  expect(timeAgo("2025-12-30T12:00:00Z", now)).toBe("3 days ago");
});

test("ids as words", () => {
  expect(titleFromId("out_of_supply")).toBe("Out of supply");
});

test("rule numbers in a text become links, other numbers do not", () => {
  const known = new Set(["5.11", "5.2", "7", "6.13b"]);
  const found = splitAtRules("As in 5.11 and 6.13b (see 5.2). Hex 2004 at 08.15 costs 7 or 5.3.", known);
  expect(found.filter((segment) => segment.rule).map((segment) => segment.rule)).toEqual(["5.11", "6.13b", "5.2"]);
  expect(found.map((segment) => segment.words).join("")).toBe(
    "As in 5.11 and 6.13b (see 5.2). Hex 2004 at 08.15 costs 7 or 5.3.",
  );
});

test("the rule at the end of a prompt is taken off", () => {
  expect(withoutRule("Soviet: choose. 8.1", "8.1")).toBe("Soviet: choose.");
  expect(withoutRule("Soviet: choose.", "")).toBe("Soviet: choose.");
});

test("what becomes of a unit in any case is not said of each outcome", () => {
  const effects = distinctEffects([
    [
      { unit: "a", words: "reduced, attacked" },
      { unit: "b", words: "target" },
    ],
    [
      { unit: "a", words: "attacked" },
      { unit: "b", words: "eliminated, target" },
    ],
  ]);
  expect(effects).toEqual([[{ unit: "a", words: "reduced" }], [{ unit: "b", words: "eliminated" }]]);
  expect(distinctEffects([[{ unit: "a", words: "x" }]])).toEqual([[{ unit: "a", words: "x" }]]);
});
