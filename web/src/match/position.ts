import { hexKey, hexLabel } from "../board/geometry";
import type { FaceInfo, UnitView, View } from "../wire/types";

/** A position as one side saw it: now, in an animation, or in a replay. */
export interface Position {
  clock: number;
  side: string | null;
  view: View;
  faces: Record<string, string>;
  back_faces: string[];
  phase: string;
}

/** A counter on the board or in a box. */
export interface Piece {
  /** Stable while the counter stays what it is: units keep theirs when they move. */
  key: string;
  /** Empty for a counter seen from behind. */
  unit: string;
  face: string;
  side: string;
  hex: number;
  box: string;
}

export interface Stack {
  hex: number;
  /** The top one last. */
  pieces: Piece[];
}

export function unitsOf(view: View): UnitView[] {
  return view.units as unknown as UnitView[];
}

/** The stacks on the map, hidden counters among them. */
export function stacksOf(position: Position): Stack[] {
  const units = new Map(unitsOf(position.view).map((unit) => [unit.id, unit]));
  const backs = backsByPlace(position);
  const stacks: Stack[] = [];
  for (const [text, ids] of Object.entries(position.view.stacks)) {
    const hex = Number(text);
    const unseen = [...(backs.get(`hex:${hex}`) ?? [])];
    const pieces: Piece[] = [];
    for (const id of ids) {
      const unit = units.get(id);
      const piece = unit ? known(position, unit) : unseen.shift();
      if (piece) pieces.push(piece);
    }
    if (pieces.length) stacks.push({ hex, pieces });
  }
  return stacks;
}

/** What lies off the map, by box. */
export function boxesOf(position: Position): Map<string, Piece[]> {
  const boxes = new Map<string, Piece[]>();
  const put = (piece: Piece) => {
    const there = boxes.get(piece.box);
    if (there) there.push(piece);
    else boxes.set(piece.box, [piece]);
  };
  for (const unit of unitsOf(position.view)) if (!unit.hex && unit.box) put(known(position, unit));
  for (const [place, pieces] of backsByPlace(position)) if (place.startsWith("box:")) pieces.forEach(put);
  return boxes;
}

function known(position: Position, unit: UnitView): Piece {
  const face = position.faces[unit.id] ?? "";
  return { key: unit.id, unit: unit.id, face, side: unit.side, hex: unit.hex, box: unit.box };
}

function backsByPlace(position: Position): Map<string, Piece[]> {
  const places = new Map<string, Piece[]>();
  position.view.backs.forEach((back, index) => {
    const place = back.hex ? `hex:${back.hex}` : `box:${back.box}`;
    const there = places.get(place) ?? [];
    there.push({
      key: `back:${place}:${there.length}`,
      unit: "",
      face: position.back_faces[index] ?? "",
      side: back.side,
      hex: back.hex,
      box: back.box,
    });
    places.set(place, there);
  });
  return places;
}

/** A counter's full name for lists and for the ear: what it is, then its condition. */
export function fullName(face: FaceInfo | undefined, fallback: string): string {
  if (!face) return fallback;
  const words = [face.name || fallback];
  const said = words[0]!.toLowerCase();
  if (face.reduced && !said.includes("reduced")) words.push("reduced");
  for (const badge of face.badges) {
    const plain = badge.replaceAll("_", " ");
    if (!said.includes(plain)) words.push(plain);
  }
  return words.join(", ");
}

/** A place in words: its name where it has one, and its number. */
export function placeName(names: Record<string, string>, hex: number): string {
  const number = hexLabel(hex);
  const place = names[hexKey(hex)];
  return place ? `${place} (${number})` : number;
}
