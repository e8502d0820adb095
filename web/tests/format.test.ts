import { expect, test } from "vitest";
import { timeAgo, titleFromId } from "../src/common/format";
import { splitAtRules, withoutRule } from "../src/panels/ruleNumbers";

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
