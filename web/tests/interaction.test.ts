import { beforeEach, describe, expect, test, vi } from "vitest";
import { Doing } from "../src/match/interaction.svelte";
import { Lit } from "../src/match/legalMoves";
import type { Table } from "../src/match/store.svelte";
import type { Asking, OptionLine } from "../src/wire/types";

function option(index: number, verb: string, kind: OptionLine["kind"], noun: unknown): OptionLine {
  return { index, verb, kind, noun, words: `${verb} ${String(noun)}`, action: { type: verb, noun } };
}

const empty = (chance: number) => ({
  type: "forecast",
  forecast: { title: "Attack" },
  outcomes: [],
  empty: [{ hex: 101, chance, after_choices: chance }],
});

/** A table at which questions are answered by a function, and every action is remembered. */
function tableOf(options: OptionLine[], answer: (asked: Asking) => unknown, asked: Record<string, unknown> = {}) {
  const acted: unknown[] = [];
  const table = {
    lit: new Lit(options),
    state: { stamp: 1, your_turn: true, can_undo: true, result: null },
    shown: { view: { asked } },
    units: new Map([["a", { hex: 101 }], ["b", { hex: 102 }]]),
    piles: [],
    pileAt: new Map(),
    info: { overlays: [] },
    cinema: { running: false },
    replaying: false,
    camera: null,
    geometry: null,
    hexOf: (unit: string) => ({ a: 101, b: 102 })[unit] ?? 0,
    unitName: (unit: string) => unit,
    placeName: (hex: number) => String(hex),
    speak: vi.fn(),
    wonders: (message: Asking) => Promise.resolve(answer(message)),
    asks: (message: Asking & { action?: unknown }) => {
      acted.push(message.type === "act" ? (message.action as { noun: unknown }).noun : message.type);
      return Promise.resolve({});
    },
  };
  return { table, acted, doing: new Doing(table as unknown as Table) };
}

describe("a player's hands", () => {
  let pick: OptionLine;
  let other: OptionLine;
  let move: OptionLine;
  beforeEach(() => {
    pick = option(0, "Pick", "unit", "a");
    other = option(1, "Pick", "unit", "b");
    move = option(2, "MoveTo", "hex", 103);
  });

  test("a lit counter is taken by a click", async () => {
    const { doing, acted } = tableOf([pick, other], () => null);
    await doing.clickUnit("b", "mouse");
    expect(acted).toEqual(["b"]);
  });

  test("several verbs for one thing are asked about", async () => {
    const attack = option(3, "Attack", "hex", 103);
    const { doing, acted } = tableOf([move, attack], () => null);
    await doing.clickHex(103, "mouse");
    expect(acted).toEqual([]);
    expect(doing.menu?.options).toEqual([move, attack]);
  });

  test("on touch a way is shown before it is gone", async () => {
    const { doing, acted } = tableOf([move], (asked) => (asked.type === "route" ? { hexes: [103] } : null));
    await doing.clickHex(103, "touch");
    expect(acted).toEqual([]);
    expect(doing.staged).toBe(move);
    await doing.clickHex(103, "touch");
    expect(acted).toEqual([103]);
  });

  test("what is not lit is asked about, as what it was most likely meant", async () => {
    const nouns: unknown[] = [];
    const answer = (asked: Asking) => {
      if (asked.type === "why_not") nouns.push(asked.noun?.kind);
      return { type: "why", rule: "5.2", because: "no", hexes: [], legal: false };
    };
    const hands = tableOf([move], answer);
    await hands.doing.clickHex(102, "mouse");
    expect(nouns).toEqual(["hex"]);
    expect(hands.doing.why?.answer.rule).toBe("5.2");
  });

  test("the end of a phase is held back by what is left", async () => {
    const done = option(4, "Done", "", null);
    let left: unknown[] = [{ words: "has not moved", hex: 0, unit: "a", duty: false }];
    const { doing, acted } = tableOf([done], () => ({ type: "reminders", reminders: left }));
    await doing.press(done);
    expect(doing.checklist?.option).toBe(done);
    expect(acted).toEqual([]);
    left = [];
    await doing.press(done);
    expect(acted).toEqual([null]);
  });

  test("the best attackers are those that empty the hex most surely", async () => {
    const chances: Record<string, number> = { a: 0.3, b: 0.6 };
    const { doing, acted, table } = tableOf([pick, other], (asked) => {
      if (asked.type !== "forecast") return null;
      const unit = (asked.action as { noun?: string } | undefined)?.noun;
      return empty(unit ? chances[unit]! : acted.length ? 0.6 : 0.1);
    });
    await doing.best();
    expect(acted[0]).toBe("b");
    expect(acted).toHaveLength(1);
    expect(table.lit.units.size).toBe(2);
  });

  test("escape closes first, then gives up what was begun", async () => {
    const { doing, acted } = tableOf([move], () => null, { unit: "a" });
    doing.menu = { options: [move], hex: 103 };
    await doing.cancel();
    expect(doing.menu).toBeNull();
    expect(acted).toEqual([]);
    await doing.cancel();
    expect(acted).toEqual(["undo"]);
  });
});
