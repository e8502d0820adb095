import type { Geometry } from "./geometry";

/** The unit of a fanned stack that an event hits, or "". */
export function unitInFan(event: PointerEvent): string {
  const { target } = event;
  return target instanceof Element ? (target.closest<SVGElement>("[data-fan]")?.dataset["fan"] ?? "") : "";
}

/** Of some hexsides the one that lies nearest to a map point, if it is near enough to be meant. */
export function hexsideAt(
  geometry: Geometry,
  hexsides: readonly (readonly [number, number])[],
  x: number,
  y: number,
): readonly [number, number] | null {
  let best: readonly [number, number] | null = null;
  let least = geometry.spacing * 0.2;
  for (const hexside of hexsides) {
    const [[px, py], [qx, qy]] = geometry.hexside(...hexside);
    const along = ((x - px) * (qx - px) + (y - py) * (qy - py)) / ((qx - px) ** 2 + (qy - py) ** 2);
    const t = Math.max(0, Math.min(1, along));
    const far = Math.hypot(x - px - t * (qx - px), y - py - t * (qy - py));
    if (far < least) [best, least] = [hexside, far];
  }
  return best;
}
