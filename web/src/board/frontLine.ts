import type { Stack } from "../match/position";
import type { Geometry } from "./geometry";

/** The hexes where sides stand next to each other; all occupied ones if they nowhere do. */
export function frontLine(stacks: readonly Stack[], geometry: Geometry): number[] {
  const sides = new Map(stacks.map((stack) => [stack.hex, stack.pieces.at(-1)!.side]));
  const touching = stacks.filter((stack) =>
    geometry.neighbours(stack.hex).some((near) => sides.has(near) && sides.get(near) !== stack.pieces.at(-1)!.side),
  );
  return (touching.length ? touching : stacks).map((stack) => stack.hex);
}
