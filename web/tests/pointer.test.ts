import { expect, test, vi } from "vitest";
import { Geometry } from "../src/board/geometry";
import type { Camera } from "../src/board/camera.svelte";
import type { BoardKeyboard } from "../src/board/keyboard.svelte";
import { BoardPointer } from "../src/board/pointer.svelte";
import type { Interaction } from "../src/match/interaction.svelte";
import type { MatchStore } from "../src/match/store.svelte";
import { layout } from "./layout";

const geometry = new Geometry(layout);
const camera = { viewport: { x: 0, y: 0, scale: 1 } } as Camera;

test("a counter dropped before the server knows that it was picked up goes there all the same", async () => {
  let answer = () => {};
  const picked = new Promise<void>((resolve) => (answer = resolve));
  const interaction = {
    subject: { unit: "" },
    group: { units: [] },
    measure: { active: false },
    clickUnit: vi.fn(() => picked),
    clickHex: vi.fn(() => Promise.resolve()),
    pointTo: vi.fn(),
  };
  const store = {
    stackAt: new Map([[303, { pieces: [{ unit: "a", hex: 303 }] }]]),
    legalMoves: { units: new Map([["a", []]]) },
    topLegalUnit: () => "a",
  };
  const pointer = new BoardPointer(
    store as unknown as MatchStore,
    interaction as unknown as Interaction,
    {} as BoardKeyboard,
    geometry,
    camera,
    () => false,
  );
  vi.stubGlobal("Element", class {});
  expect(pointer.dragStart(...geometry.centre(303), { target: null } as unknown as PointerEvent)).toBe(true);
  pointer.drop(...geometry.centre(304));
  await Promise.resolve();
  expect(interaction.clickHex).not.toHaveBeenCalled();
  answer();
  await vi.waitFor(() => expect(interaction.clickHex).toHaveBeenCalledWith(304, "mouse"));
  vi.unstubAllGlobals();
});
