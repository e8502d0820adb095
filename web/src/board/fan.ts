import type { Point } from "../wire/types";
import type { Size, Viewport } from "./viewport";

/** Where the counters of a stack lie when it is fanned out, in map units. */
export interface Fan {
  x: number;
  y: number;
  width: number;
  height: number;
  size: number;
  gap: number;
  /** The top left corner of each counter. */
  places: Point[];
}

/** Within the stack's own hex: no neighbour is covered, and no click meant for one is lost. */
export function fanInside(count: number, [cx, cy]: Point, spacing: number): Fan {
  const columns = Math.ceil(Math.sqrt(count));
  const rows = Math.ceil(count / columns);
  const gap = spacing * 0.02;
  // A square as wide as this lies within the hex; a single row may be a little wider.
  const room = spacing * (rows === 1 ? 0.88 : 0.73);
  const size = Math.min(room / columns - gap, spacing * 0.62);
  const width = columns * (size + gap) - gap;
  const height = rows * (size + gap) - gap;
  return laidOut(count, columns, { x: cx - width / 2, y: cy - height / 2, width, height, size, gap }, 0);
}

/** How large a magnified counter is on the screen. */
const PIXELS = 84;

/** At the top edge of the window, or at the bottom if the stack itself is up there. */
export function fanLarge(count: number, viewport: Viewport, window: Size, [, cy]: Point): Fan {
  const size = PIXELS / viewport.scale;
  const gap = size * 0.1;
  const columns = Math.max(1, Math.min(count, Math.floor((window.width / viewport.scale - gap) / (size + gap)), 6));
  const rows = Math.ceil(count / columns);
  const width = columns * (size + gap) + gap;
  const height = rows * (size + gap) + gap;
  const seenHeight = window.height / viewport.scale;
  const isLow = cy - viewport.y > seenHeight / 2;
  const x = viewport.x + (window.width / viewport.scale - width) / 2;
  const y = isLow ? viewport.y + gap : viewport.y + seenHeight - height - gap;
  return laidOut(count, columns, { x, y, width, height, size, gap }, gap);
}

function laidOut(count: number, columns: number, frame: Omit<Fan, "places">, inset: number): Fan {
  const step = frame.size + frame.gap;
  const places = Array.from({ length: count }, (_, i): Point => [
    frame.x + inset + (i % columns) * step,
    frame.y + inset + Math.floor(i / columns) * step,
  ]);
  return { ...frame, places };
}
