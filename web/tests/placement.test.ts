import { expect, test } from "vitest";
import { Geometry } from "../src/board/geometry";
import { hexsideAt } from "../src/board/hitTest";
import { placePieces } from "../src/board/placement";
import type { Stack } from "../src/match/position";
import { layout } from "./layout";

const geometry = new Geometry(layout);

function stack(hex: number, ...units: string[]): Stack {
  return { hex, pieces: units.map((unit) => ({ key: unit, unit, face: "", side: "red", hex, box: "" })) };
}

test("counters are drawn in reading order, those of a stack around its centre", () => {
  const placed = placePieces([stack(303, "c"), stack(101, "a", "b")], geometry, 4);
  expect(placed.map((piece) => piece.unit)).toEqual(["a", "b", "c"]);
  expect(placed.map((piece) => piece.top)).toEqual([false, true, true]);
  const [x, y] = geometry.centre(101);
  expect([placed[0]!.x, placed[0]!.y]).toEqual([x - 2, y + 2]);
  expect([placed[1]!.x, placed[1]!.y]).toEqual([x + 2, y - 2]);
  expect([placed[2]!.x, placed[2]!.y]).toEqual(geometry.centre(303));
});

test("of a high stack only the upper counters lean", () => {
  const placed = placePieces([stack(303, "a", "b", "c", "d", "e", "f")], geometry, 4);
  expect(new Set(placed.slice(0, 3).map((piece) => piece.x)).size).toBe(1);
  expect(placed[5]!.x - placed[0]!.x).toBe(12);
});

test("a hexside is hit near its line, and not from the middle of a hex", () => {
  const [[ax, ay], [bx, by]] = geometry.hexside(303, 304);
  const [x, y] = [(ax + bx) / 2, (ay + by) / 2];
  const hexsides: [number, number][] = [
    [303, 302],
    [303, 304],
  ];
  expect(hexsideAt(geometry, hexsides, x + 2, y + 3)).toEqual([303, 304]);
  expect(hexsideAt(geometry, hexsides, ...geometry.centre(303))).toBeNull();
});
