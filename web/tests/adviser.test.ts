import { beforeEach, describe, expect, it, vi } from "vitest";

const stored = new Map<string, string>();
vi.stubGlobal("localStorage", {
  getItem: (name: string) => stored.get(name) ?? null,
  setItem: (name: string, value: string) => stored.set(name, value),
  removeItem: (name: string) => stored.delete(name),
});
vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => undefined }));

const { isFirstGame, PhaseNotes, speaks } = await import("../src/adviser/adviser.svelte");
const { settings } = await import("../src/common/settings.svelte");

const note = (words: string) => ({ words, rule: "", hexes: [] });
const words = (notes: { words: string }[]) => notes.map((each) => each.words);

describe("the adviser", () => {
  beforeEach(() => stored.clear());

  it("speaks in the first three games and goes on in them", () => {
    expect(["a", "b", "c", "d", "a"].map(isFirstGame)).toEqual([true, true, true, false, true]);
  });

  it("obeys the player", () => {
    settings.set("advise", false);
    expect(speaks("a")).toBe(false);
    settings.set("advise", true);
    expect(["b", "c", "d"].map(speaks)).toEqual([true, true, true]);
    settings.set("advise", null);
    expect(speaks("d")).toBe(false);
  });

  it("says three things a phase and no more", () => {
    const phase = new PhaseNotes();
    expect(words(phase.take("1", [note("a"), note("b")]))).toEqual(["a", "b"]);
    expect(words(phase.take("1", [note("b"), note("c"), note("d")]))).toEqual(["b", "c"]);
    expect(words(phase.take("1", [note("d"), note("e")]))).toEqual([]);
    expect(words(phase.take("2", [note("d")]))).toEqual(["d"]);
  });
});
