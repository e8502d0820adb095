import { beforeEach, describe, expect, test, vi } from "vitest";
import { settings } from "../src/common/settings.svelte";
import { Interaction } from "../src/match/interaction.svelte";
import { LegalMoves } from "../src/match/legalMoves";
import type { MatchStore } from "../src/match/store.svelte";
import type { ClientRequest, OptionLine } from "../src/wire/types";

// Settings ask the window for its theme.
vi.mock("../src/common/settings.svelte", () => ({
  settings: {
    get askUnmoved() {
      return true;
    },
  },
}));

function option(index: number, verb: string, kind: OptionLine["kind"], noun: unknown): OptionLine {
  return { index, verb, kind, noun, words: `${verb} ${String(noun)}`, action: { type: verb, noun } };
}

const empty = (chance: number) => ({
  type: "forecast",
  forecast: { title: "Attack" },
  outcomes: [],
  empty: [{ hex: 101, chance, after_choices: chance }],
});

/** A store whose requests are answered by a function, and which records every action. */
function interactionWith(options: OptionLine[], answer: (asked: ClientRequest) => unknown, unit = "") {
  const acted: unknown[] = [];
  const store = {
    legalMoves: new LegalMoves(options),
    legalHexes: [],
    state: { stamp: 1, clock: 3, your_turn: true, can_undo: true, result: null },
    position: {
      view: {
        about: { unit, committed: [], hexes: [] },
        units: [
          { id: "a", hex: 101 },
          { id: "b", hex: 102 },
        ],
      },
    },
    stacks: [],
    stackAt: new Map(),
    info: { overlays: [] },
    animator: { running: false },
    replaying: false,
    camera: null,
    geometry: null,
    hexOf: (unit: string) => ({ a: 101, b: 102 })[unit] ?? 0,
    unitName: (unit: string) => unit,
    placeName: (hex: number) => String(hex),
    announce: vi.fn(),
    tryRequest: (message: ClientRequest) => Promise.resolve(answer(message)),
    request: (message: ClientRequest & { action?: unknown }) => {
      acted.push(message.type === "act" ? (message.action as { noun: unknown }).noun : message.type);
      return Promise.resolve({});
    },
  };
  return { store, acted, interaction: new Interaction(store as unknown as MatchStore) };
}

describe("a player's clicks", () => {
  let pick: OptionLine;
  let other: OptionLine;
  let move: OptionLine;
  beforeEach(() => {
    pick = option(0, "Pick", "unit", "a");
    other = option(1, "Pick", "unit", "b");
    move = option(2, "MoveTo", "hex", 103);
  });

  test("a legal counter is taken by a click", async () => {
    const { interaction, acted } = interactionWith([pick, other], () => null);
    await interaction.clickUnit("b", "mouse");
    expect(acted).toEqual(["b"]);
  });

  test("several verbs for one thing are asked about", async () => {
    const attack = option(3, "Attack", "hex", 103);
    const { interaction, acted } = interactionWith([move, attack], () => null);
    await interaction.clickHex(103, "mouse");
    expect(acted).toEqual([]);
    expect(interaction.menu?.options).toEqual([move, attack]);
  });

  test("on touch a way is shown before it is gone", async () => {
    const { interaction, acted } = interactionWith([move], (asked) =>
      asked.type === "route" ? { hexes: [103] } : null,
    );
    await interaction.clickHex(103, "touch");
    expect(acted).toEqual([]);
    expect(interaction.staged).toBe(move);
    await interaction.clickHex(103, "touch");
    expect(acted).toEqual([103]);
  });

  test("on touch the odds of a choice are shown until it is confirmed or given up", async () => {
    const spend = option(0, "Spend", "choice", "2");
    const odds = { forecast: {}, outcomes: [], complete: true };
    const { interaction, acted } = interactionWith([spend], (asked) => (asked.type === "forecast" ? odds : null));
    await interaction.submit(spend, "touch");
    expect(interaction.staged).toBe(spend);
    interaction.hover(null);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(interaction.preview).toEqual(odds);
    expect(acted).toEqual([]);
    await interaction.cancel();
    expect([interaction.staged, interaction.preview]).toEqual([null, null]);
    await interaction.submit(spend, "touch");
    await interaction.submit(spend, "touch");
    expect(acted).toEqual(["2"]);
  });

  test("what is not legal is asked about, as what it was most likely meant", async () => {
    const nouns: unknown[] = [];
    const answer = (asked: ClientRequest) => {
      if (asked.type === "why_not") nouns.push(asked.noun?.kind);
      return { type: "why", rule: "5.2", because: "no", hexes: [], legal: false };
    };
    const player = interactionWith([move], answer);
    await player.interaction.clickHex(102, "mouse");
    expect(nouns).toEqual(["hex"]);
    expect(player.interaction.explanation?.answer.rule).toBe("5.2");
  });

  test("the end of a phase is held back by what is left", async () => {
    const done = option(4, "Done", "", null);
    let left: unknown[] = [{ words: "has not moved", hex: 0, unit: "a", duty: false }];
    const { interaction, acted } = interactionWith([done], () => ({ type: "reminders", reminders: left }));
    await interaction.submit(done);
    expect(interaction.checklist?.option).toBe(done);
    expect(acted).toEqual([]);
    left = [];
    await interaction.submit(done);
    expect(acted).toEqual([null]);
  });

  test("units that could still move are asked about once, and never again if the player says so", async () => {
    const done = { ...option(4, "Done", "", null), words: "End Movement Phase" };
    const duty = { words: "must attack", hex: 0, unit: "b", duty: true };
    let left: unknown[] = [];
    const { interaction, acted } = interactionWith([pick, other, done], () => ({ type: "reminders", reminders: left }));
    await interaction.submit(done);
    expect(interaction.checklist?.reminders.map((reminder) => reminder.unit)).toEqual(["a", "b"]);
    left = [duty];
    await interaction.submit(done);
    expect(interaction.checklist?.reminders.map((reminder) => reminder.unit)).toEqual(["b", "a"]);
    const asked = vi.spyOn(settings, "askUnmoved", "get").mockReturnValue(false);
    await interaction.submit(done);
    expect(interaction.checklist?.reminders).toEqual([duty]);
    expect(acted).toEqual([]);
    left = [];
    await interaction.submit(done);
    expect(acted).toEqual([null]);
    asked.mockRestore();
  });

  test("the best attackers are those that empty the hex most surely", async () => {
    const chances: Record<string, number> = { a: 0.3, b: 0.6 };
    const { interaction, acted, store } = interactionWith([pick, other], (asked) => {
      if (asked.type !== "forecast") return null;
      const unit = (asked.action as { noun?: string } | undefined)?.noun;
      return empty(unit ? chances[unit]! : acted.length ? 0.6 : 0.1);
    });
    await interaction.addBestAttackers();
    expect(acted[0]).toBe("b");
    expect(acted).toHaveLength(1);
    expect(store.legalMoves.units.size).toBe(2);
  });

  test("escape closes first, then gives up what was begun", async () => {
    const { interaction, acted } = interactionWith([move], () => null, "a");
    expect(interaction.hasWayBack, "the game offers no Cancel of its own").toBe(true);
    expect(interactionWith([move, option(5, "Cancel", "", null)], () => null, "a").interaction.hasWayBack).toBe(false);
    expect(interactionWith([pick], () => null).interaction.hasWayBack).toBe(false);
    interaction.menu = { options: [move], hex: 103 };
    await interaction.cancel();
    expect(interaction.menu).toBeNull();
    expect(acted).toEqual([]);
    await interaction.cancel();
    expect(acted).toEqual(["undo"]);
  });
});
