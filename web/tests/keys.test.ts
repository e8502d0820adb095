import { expect, test } from "vitest";
import { commandFor, KEY_HELP } from "../src/common/keys";

const press = (key: string, more: Partial<{ ctrl: boolean; shift: boolean; alt: boolean }> = {}) =>
  commandFor({ key, ctrl: false, shift: false, alt: false, ...more });

test("the keys every player is promised", () => {
  expect(press("ArrowLeft")).toBe("pan-left");
  expect(press("w")).toBe("pan-up");
  expect(press("+")).toBe("zoom-in");
  expect(press("-")).toBe("zoom-out");
  expect(press("Tab")).toBe("next");
  expect(press("Tab", { shift: true })).toBe("previous");
  expect(press("Enter")).toBe("take");
  expect(press("Escape")).toBe("cancel");
  expect(press("z", { ctrl: true })).toBe("undo");
  expect(press("R", { shift: true })).toBe("rules");
  expect(press("l")).toBe("log");
  expect(press("o")).toBe("overlays");
  expect(press("h")).toBe("hide");
  expect(press("i")).toBe("hint");
  expect(press("?", { shift: true })).toBe("keys");
  expect(press("n")).toBe("next-unit");
  expect(press("N", { shift: true })).toBe("previous-unit");
  expect(press("ArrowUp", { shift: true })).toBe("cursor-up");
});

test("the browser keeps its own", () => {
  expect(press("r", { ctrl: true })).toBeNull();
  expect(press("ArrowLeft", { alt: true })).toBeNull();
  expect(press("F5")).toBeNull();
});

test("no key is explained twice", () => {
  expect(new Set(KEY_HELP.map(([keys]) => keys)).size).toBe(KEY_HELP.length);
});
