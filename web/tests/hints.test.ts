import { describe, expect, test, vi } from "vitest";
import { Advice } from "../src/match/hints.svelte";
import type { Doing } from "../src/match/interaction.svelte";
import type { Table } from "../src/match/store.svelte";
import { Denied } from "../src/wire/socket";
import type { HintMessage, OptionLine, StateMessage } from "../src/wire/types";

const PICK = { type: "Pick", unit: "a" };
const GO = { type: "MoveTo", hex: 102 };

function option(index: number, action: Record<string, unknown>): OptionLine {
  return { index, verb: String(action["type"]), kind: "", noun: null, words: String(action["type"]), action };
}

function state(stamp: number, ...actions: Record<string, unknown>[]): StateMessage {
  return { stamp, your_turn: true, options: actions.map((action, i) => option(i, action)) } as unknown as StateMessage;
}

const hint = {
  type: "hint",
  re: 1,
  stamp: 1,
  bot: "veteran",
  actions: [PICK, GO],
  reason: { what: "A: go to 0102", plan: [], why: "It gains.", gain: 1, alternatives: [], hexes: [102], units: ["a"] },
} as HintMessage;

function advised(answer: () => Promise<HintMessage>) {
  const now = state(1, PICK);
  const table = {
    welcome: { match: { hints: true } },
    mine: ["red"],
    state: now,
    lit: { all: now.options },
    cinema: { running: false },
    replaying: false,
    geometry: { has: () => true },
    hexOf: () => 101,
    speak: vi.fn(),
    tellProblem: vi.fn(),
    hears: vi.fn(answer),
    says: vi.fn(),
  };
  const show = (next: StateMessage) => {
    table.state = next;
    table.lit = { all: next.options };
    advice.renewed(next);
  };
  const doing = {
    acted: "",
    act: vi.fn((taken: OptionLine) => {
      doing.acted = JSON.stringify(taken.action);
      show(state(2, GO));
      return Promise.resolve(true);
    }),
  };
  const advice = new Advice(table as unknown as Table, doing as unknown as Doing);
  return { advice, table, doing, show };
}

describe("a hint", () => {
  test("is asked for, shown and done step by step", async () => {
    const { advice, doing, show } = advised(() => Promise.resolve(hint));
    const asking = advice.ask();
    expect(advice.thinking).toBe(true);
    await asking;
    expect(advice.thinking).toBe(false);
    expect(advice.hexes).toEqual([101, 102]);
    await advice.doIt();
    expect(doing.act).toHaveBeenCalledOnce();
    expect(advice.hint).toBe(hint);
    expect(advice.next?.action).toEqual(GO);
    show(state(3));
    expect(advice.open).toBe(false);
  });

  test("goes when the player does something else", async () => {
    const { advice, show } = advised(() => Promise.resolve(hint));
    await advice.ask();
    show(state(2, PICK, GO));
    expect(advice.open).toBe(false);
  });

  test("comes too late for another position", async () => {
    const { advice } = advised(() => Promise.resolve({ ...hint, stamp: 9 }));
    await advice.ask();
    expect(advice.hint).toBeNull();
  });

  test("is given up quietly, and refused in words", async () => {
    const refused = (code: "gone" | "not_now") => () => Promise.reject(new Denied({ code, words: "No.", rule: "", title: "" }));
    const quiet = advised(refused("gone"));
    const asking = quiet.advice.ask();
    quiet.advice.close();
    expect(quiet.table.says).toHaveBeenCalledWith({ type: "drop_hint" });
    await asking;
    expect(quiet.table.tellProblem).not.toHaveBeenCalled();
    const loud = advised(refused("not_now"));
    await loud.advice.ask();
    expect(loud.table.tellProblem).toHaveBeenCalledOnce();
  });

  test("is not offered where the match has none, nor out of turn", async () => {
    const { advice, table } = advised(() => Promise.resolve(hint));
    table.welcome.match.hints = false;
    expect(advice.offered).toBe(false);
    table.welcome.match.hints = true;
    table.replaying = true;
    await advice.ask();
    expect(table.hears).not.toHaveBeenCalled();
  });
});
