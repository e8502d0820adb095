import { describe, expect, it } from "vitest";
import { chaptersOf, distance, folded, RuleSearch, stem } from "../src/panels/ruleSearch";
import type { RuleInfo } from "../src/wire/types";

function rule(number: string, title: string, text: string, kind: RuleInfo["kind"] = "combat"): RuleInfo {
  return { number, title, text, kind, status: "enforced", provenance: "stated", reading: "", reason: "", note: "" };
}

const RULES = [
  rule("5.1", "Leaving a zone", "A unit pays 2 points to leave.", "zoc"),
  rule("7.4", "Retreat", "Units that retreat go two hexes."),
  rule("7.41", "Direction", "Retreating units go toward Königsberg."),
  rule("7.5", "Antitank fire", "Only armored units are hit."),
];
const search = new RuleSearch(RULES);
const numbers = (query: string) => search.find(query).map((each) => each.number);

describe("searching the rules", () => {
  it("finds all without a question", () => expect(numbers(" ")).toEqual(["5.1", "7.4", "7.41", "7.5"]));
  it("finds a number with what belongs to it, in the book's order", () =>
    expect(numbers("7.4")).toEqual(["7.4", "7.41"]));
  it("finds other forms of a word, the title first", () => expect(numbers("retreated")).toEqual(["7.4", "7.41"]));
  it("forgives a typo", () => {
    expect(numbers("retreta")).toEqual(["7.4", "7.41"]);
    expect(numbers("amored")).toEqual(["7.5"]);
  });
  it("forgives missing accents", () => expect(numbers("konigsberg")).toEqual(["7.41"]));
  it("wants every word", () => {
    expect(numbers("retreat direction")).toEqual(["7.41"]);
    expect(numbers("retreat armored")).toEqual([]);
  });
  it("does not take short words for others", () => expect(numbers("hix")).toEqual([]));
});

describe("words", () => {
  it("folds and stems", () => {
    expect(folded("Żółć Straße")).toBe("zołc strasse");
    expect(["retreats", "retreating", "retreated"].map(stem)).toEqual(["retreat", "retreat", "retreat"]);
    expect(stem("zoc")).toBe("zoc");
  });
  it("counts changes of letters", () => {
    expect(distance("supply", "suply", 2)).toBe(1);
    expect(distance("supply", "supplyy", 2)).toBe(1);
    expect(distance("supply", "spuply", 2)).toBe(1);
    expect(distance("supply", "zone", 1)).toBe(2);
  });
});

describe("contents", () => {
  it("names each chapter by what its rules are about", () =>
    expect(chaptersOf(RULES)).toEqual([
      { number: "5", title: "Zones of control", first: "5.1", count: 1 },
      { number: "7", title: "Combat", first: "7.4", count: 3 },
    ]));
});
