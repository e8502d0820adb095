import type { View } from "../wire/types";
import { unitsOf } from "./position";

/** What the present decision is about. */
export interface Subject {
  /** The unit in hand; empty if the decision is about none. */
  unit: string;
  /** Units already committed to what is being assembled. */
  committed: ReadonlySet<string>;
  /** Hexes of the decision beside the unit's own: a target, a place of battle. */
  hexes: ReadonlySet<number>;
}

/** As the decision declares it. */
export function subjectOf(view: View): Subject {
  const { unit, committed, hexes } = view.about;
  const own = unitsOf(view).find((each) => each.id === unit)?.hex ?? 0;
  return {
    unit,
    committed: new Set([unit, ...committed].filter(Boolean)),
    hexes: new Set(hexes.filter((hex) => hex !== own)),
  };
}
