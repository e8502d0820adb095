import { expect, test, vi } from "vitest";
import { Interaction } from "../src/match/interaction.svelte";
import { LegalMoves } from "../src/match/legalMoves";
import type { MatchStore } from "../src/match/store.svelte";
import type { ClientRequest, OptionLine } from "../src/wire/types";

vi.mock("../src/common/settings.svelte", () => ({ settings: { askUnmoved: true } }));

const option = (verb: string, kind: OptionLine["kind"], noun: unknown, words = verb): OptionLine => ({
  index: 0,
  verb,
  kind,
  noun,
  words,
  action: { type: verb, noun },
});

/** A small game: three units in 101, each moved by being picked, sent, and left where it is. */
function smallGame(cannotFollow: string[] = []) {
  const where: Record<string, number> = { a: 101, b: 101, c: 101 };
  const moved: string[] = [];
  const history: { where: Record<string, number>; moved: string[]; inHand: string }[] = [];
  const acted: string[] = [];
  let inHand = "";
  const offered = () =>
    inHand
      ? [
          ...(cannotFollow.includes(inHand) ? [] : [option("MoveTo", "hex", 103)]),
          option("Done", "", null, "Finish move"),
        ]
      : [
          ...["a", "b", "c"].filter((unit) => !moved.includes(unit)).map((unit) => option("Pick", "unit", unit)),
          option("Done", "", null, "End Movement Phase"),
        ];
  const store = {
    legalHexes: [],
    state: { stamp: 0, clock: 0, your_turn: true, can_undo: true, result: null },
    get legalMoves() {
      return new LegalMoves(offered());
    },
    get position() {
      const units = Object.entries(where).map(([id, hex]) => ({ id, hex }));
      return { view: { about: { unit: inHand, committed: [], hexes: [] }, units } };
    },
    get stackAt() {
      return new Map([
        [101, { pieces: ["a", "b", "c"].filter((unit) => where[unit] === 101).map((unit) => ({ unit })) }],
      ]);
    },
    info: { overlays: [] },
    animator: { running: false },
    hexOf: (unit: string) => where[unit] ?? 0,
    unitName: (unit: string) => unit,
    placeName: (hex: number) => String(hex),
    announce: vi.fn(),
    notify: vi.fn(),
    tryRequest: () => Promise.resolve(null),
    request: (message: ClientRequest & { action?: { type: string; noun: never } }) => {
      if (message.type === "together") return Promise.resolve({ hexes: [103], stuck: [] });
      if (message.type === "undo") {
        const before = history.pop()!;
        Object.assign(where, before.where);
        moved.splice(0, moved.length, ...before.moved);
        inHand = before.inHand;
      } else {
        const { type, noun } = message.action!;
        history.push({ where: { ...where }, moved: [...moved], inHand });
        acted.push(`${type} ${String(noun)}`);
        if (type === "Pick") inHand = noun;
        if (type === "MoveTo") where[inHand] = noun;
        if (type === "Done") {
          moved.push(inHand);
          inHand = "";
        }
      }
      store.state = { ...store.state, clock: history.length };
      return Promise.resolve({});
    },
  };
  return { store, where, acted, interaction: new Interaction(store as unknown as MatchStore) };
}

test("a stack of three is moved by three clicks, and undone as one", async () => {
  const { interaction, store, where, acted } = smallGame();
  await interaction.clickHex(101, "mouse");
  interaction.onState(store.state as never);
  await interaction.clickHex(101, "mouse");
  expect([...interaction.group.units].sort()).toEqual(["a", "b", "c"]);
  expect([...interaction.boardMoves.hexes.keys()]).toEqual([103]);
  await interaction.clickHex(103, "mouse");
  expect(where).toEqual({ a: 103, b: 103, c: 103 });
  expect(acted.filter((each) => each.startsWith("MoveTo"))).toHaveLength(3);
  expect(interaction.group.active).toBe(false);
  await interaction.undo();
  expect(where).toEqual({ a: 101, b: 101, c: 101 });
  expect(store.state.clock).toBe(0);
});

test("one is left behind", async () => {
  const { interaction, where } = smallGame();
  await interaction.group.takeStack(101);
  await interaction.group.toggle("b");
  await interaction.clickHex(103, "mouse");
  expect(where).toEqual({ a: 103, b: 101, c: 103 });
});

test("whoever can't follow stays, and is named", async () => {
  const { interaction, store, where } = smallGame(["c"]);
  await interaction.group.takeStack(101);
  await interaction.clickHex(103, "mouse");
  expect(where).toEqual({ a: 103, b: 103, c: 101 });
  expect(store.notify).toHaveBeenCalledWith("c can't follow to 103.", "", true);
  await interaction.undo();
  expect(where["a"]).toBe(101);
});

test("a click elsewhere puts the stack down", async () => {
  const { interaction, where } = smallGame();
  await interaction.group.takeStack(101);
  await interaction.clickHex(102, "mouse");
  expect(interaction.group.active).toBe(false);
  expect(where["a"]).toBe(101);
});

test("a stack joins an attack by one gesture, without those who stand elsewhere", async () => {
  const { interaction, store, acted } = smallGame();
  Object.defineProperty(store, "position", {
    get: () => ({ view: { about: { unit: "", committed: [], hexes: [105] }, units: [] } }),
  });
  Object.defineProperty(store, "legalMoves", {
    get: () =>
      new LegalMoves(
        ["a", "b", "d"].filter((unit) => !acted.includes(`Pick ${unit}`)).map((unit) => option("Pick", "unit", unit)),
      ),
  });
  expect(interaction.group.candidates).toEqual(["a", "b", "d"]);
  expect(await interaction.group.takeStack(101)).toBe(true);
  expect(acted).toEqual(["Pick a", "Pick b"]);
  expect(interaction.group.candidates).toEqual(["d"]);
  await interaction.undo();
  expect(store.state.clock).toBe(0);
});
