import type { Geometry } from "./geometry";
import type { Pile } from "../match/position";

/** The hexes where sides stand next to each other; all occupied ones if they nowhere do. */
export function front(piles: readonly Pile[], geometry: Geometry): number[] {
  const sides = new Map(piles.map((pile) => [pile.hex, pile.pieces.at(-1)!.side]));
  const touching = piles.filter((pile) =>
    geometry.near(pile.hex).some((near) => sides.has(near) && sides.get(near) !== pile.pieces.at(-1)!.side),
  );
  return (touching.length ? touching : piles).map((pile) => pile.hex);
}
