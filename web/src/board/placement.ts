import type { Piece, Stack } from "../match/position";
import type { Geometry } from "./geometry";

/** A counter with its place on the map. */
export interface PlacedPiece extends Piece {
  x: number;
  y: number;
  top: boolean;
  /** How many counters its stack has. */
  count: number;
}

/** How wide a counter is, in hexes. */
export const COUNTER_SIZE = 0.62;

/** Counters in drawing order; those of a stack lean up and to the right by so many map units each. */
export function placePieces(stacks: readonly Stack[], geometry: Geometry, lean: number): PlacedPiece[] {
  return inReadingOrder(stacks, geometry).flatMap(({ hex, pieces }) => {
    const [x, y] = geometry.centre(hex);
    const count = pieces.length;
    const shift = Math.min(count - 1, 3) * lean;
    return pieces.map((piece, i) => {
      const up = Math.max(0, i - Math.max(0, count - 4)) * lean;
      return { ...piece, x: x - shift / 2 + up, y: y + shift / 2 - up, top: i === count - 1, count };
    });
  });
}

function inReadingOrder(stacks: readonly Stack[], geometry: Geometry): Stack[] {
  return [...stacks].sort((a, b) => {
    const [[ax, ay], [bx, by]] = [geometry.centre(a.hex), geometry.centre(b.hex)];
    return ay - by || ax - bx;
  });
}
