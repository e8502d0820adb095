import { counted } from "../common/format";
import type { FaceInfo, Facts, LogLine, MarkerFact } from "../wire/types";
import { placeName, unitsOf, type Position } from "./position";

/** The other side's turn in one sentence. */
export interface Summary {
  words: string;
  /** The position it began from, for the replay. */
  from: number;
  hexes: number[];
}

/** "7 moves, 3 attacks: lost Gorgast (2806); 1 unit". Nothing if nothing was done. */
export function summarize(
  lines: readonly LogLine[],
  before: Position,
  after: Position,
  names: Record<string, string>,
  faces: Record<string, FaceInfo>,
): Summary | null {
  const done = deedsOf(lines, before.side);
  const places = lostPlaces(before, after);
  const losses = lossesOf(before, after, faces);
  if (!done && !places.length && !losses) return null;
  const lost = [...places.map((hex) => placeName(names, hex)), losses].filter(Boolean).join("; ");
  return {
    words: (done || "No moves") + (lost ? `: lost ${lost}` : ""),
    from: before.clock,
    hexes: places,
  };
}

/** "7 moves, 3 attacks": what others did, without one's own attacks. */
export function deedsOf(lines: readonly LogLine[], side: string | null): string {
  const moves = lines.filter((line) => line.path.length > 0).length;
  const attacks = lines.filter((line) => line.fight && line.by !== side).length;
  return [moves && counted(moves, "move"), attacks && counted(attacks, "attack")].filter(Boolean).join(", ");
}

/** Places that were one's own and are no longer. */
function lostPlaces(before: Position, after: Position): number[] {
  const now = new Map(holders(after).map((marker) => [marker.hex, marker.side]));
  return holders(before)
    .filter((marker) => marker.side === before.side && now.has(marker.hex) && now.get(marker.hex) !== before.side)
    .map((marker) => marker.hex);
}

function holders(position: Position): MarkerFact[] {
  return ((position.view.facts as Facts).markers ?? []).filter((marker) => marker.kind === "control");
}

const ELIMINATED = "eliminated";

function lossesOf(before: Position, after: Position, faces: Record<string, FaceInfo>): string {
  const now = new Map(unitsOf(after.view).map((unit) => [unit.id, unit]));
  const there = unitsOf(before.view).filter((unit) => unit.side === before.side && unit.hex);
  const dead = there.filter((unit) => now.get(unit.id)?.box === ELIMINATED);
  const isReduced = (position: Position, unit: string) => faces[position.faces[unit] ?? ""]?.reduced ?? false;
  const reduced = there.filter(({ id }) => now.get(id)?.hex && isReduced(after, id) && !isReduced(before, id));
  return [dead.length && counted(dead.length, "unit"), reduced.length && `${counted(reduced.length, "unit")} reduced`]
    .filter(Boolean)
    .join("; ");
}
