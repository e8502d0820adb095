import { describe, expect, test, vi } from "vitest";
import { Hints } from "../src/match/hints.svelte";
import type { Interaction } from "../src/match/interaction.svelte";
import type { MatchStore } from "../src/match/store.svelte";
import { RequestError } from "../src/wire/socket";
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

function hintsWith(answer: () => Promise<HintMessage>) {
  const now = state(1, PICK);
  const store = {
    welcome: { match: { hints: true } },
    ownSides: ["red"],
    state: now,
    legalMoves: { all: now.options },
    animator: { running: false },
    replaying: false,
    geometry: { has: () => true },
    hexOf: () => 101,
    announce: vi.fn(),
    showError: vi.fn(),
    requestOrThrow: vi.fn(answer),
    send: vi.fn(),
  };
  const show = (next: StateMessage) => {
    store.state = next;
    store.legalMoves = { all: next.options };
    hints.onState(next);
  };
  const interaction = {
    lastAction: "",
    act: vi.fn((taken: OptionLine) => {
      interaction.lastAction = JSON.stringify(taken.action);
      show(state(2, GO));
      return Promise.resolve(true);
    }),
  };
  const hints = new Hints(store as unknown as MatchStore, interaction as unknown as Interaction);
  return { hints, store, interaction, show };
}

describe("a hint", () => {
  test("is asked for, shown and done step by step", async () => {
    const { hints, interaction, show } = hintsWith(() => Promise.resolve(hint));
    const asking = hints.request();
    expect(hints.thinking).toBe(true);
    await asking;
    expect(hints.thinking).toBe(false);
    expect(hints.hexes).toEqual([101, 102]);
    await hints.playNext();
    expect(interaction.act).toHaveBeenCalledOnce();
    expect(hints.hint).toBe(hint);
    expect(hints.next?.action).toEqual(GO);
    show(state(3));
    expect(hints.open).toBe(false);
  });

  test("goes when the player does something else", async () => {
    const { hints, show } = hintsWith(() => Promise.resolve(hint));
    await hints.request();
    show(state(2, PICK, GO));
    expect(hints.open).toBe(false);
  });

  test("comes too late for another position", async () => {
    const { hints } = hintsWith(() => Promise.resolve({ ...hint, stamp: 9 }));
    await hints.request();
    expect(hints.hint).toBeNull();
  });

  test("is given up quietly, and refused in words", async () => {
    const refused = (code: "gone" | "not_now") => () =>
      Promise.reject(new RequestError({ code, words: "No.", rule: "", title: "" }));
    const quiet = hintsWith(refused("gone"));
    const asking = quiet.hints.request();
    quiet.hints.close();
    expect(quiet.store.send).toHaveBeenCalledWith({ type: "drop_hint" });
    await asking;
    expect(quiet.store.showError).not.toHaveBeenCalled();
    const loud = hintsWith(refused("not_now"));
    await loud.hints.request();
    expect(loud.store.showError).toHaveBeenCalledOnce();
  });

  test("is not offered where the match has none, nor out of turn", async () => {
    const { hints, store } = hintsWith(() => Promise.resolve(hint));
    store.welcome.match.hints = false;
    expect(hints.offered).toBe(false);
    store.welcome.match.hints = true;
    store.replaying = true;
    await hints.request();
    expect(store.requestOrThrow).not.toHaveBeenCalled();
  });
});
