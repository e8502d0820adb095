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

/** The fields of a decision that name hexes. */
const HEX_FIELDS = ["hex", "target", "to", "hexes", "targets"];

/** Told by the names and values of the decision's own fields. */
export function subjectOf(view: View): Subject {
  const { asked } = view;
  const hexOf = new Map(unitsOf(view).map((unit) => [unit.id, unit.hex]));
  const unit = typeof asked["unit"] === "string" ? asked["unit"] : "";
  const committed = Object.values(asked)
    .flat()
    .filter((value): value is string => typeof value === "string" && hexOf.has(value));
  const hexes = HEX_FIELDS.flatMap((name) => asked[name]).filter(
    (value): value is number => typeof value === "number" && value !== (hexOf.get(unit) ?? 0),
  );
  return { unit, committed: new Set(committed), hexes: new Set(hexes) };
}
