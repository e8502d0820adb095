import type { Geometry } from "./geometry";
import type { Stack } from "../match/position";

/** The hexes where sides stand next to each other; all occupied ones if they nowhere do. */
export function frontLine(stacks: readonly Stack[], geometry: Geometry): number[] {
  const sides = new Map(stacks.map((pile) => [pile.hex, pile.pieces.at(-1)!.side]));
  const touching = stacks.filter((pile) =>
    geometry.neighbours(pile.hex).some((near) => sides.has(near) && sides.get(near) !== pile.pieces.at(-1)!.side),
  );
  return (touching.length ? touching : stacks).map((pile) => pile.hex);
}
