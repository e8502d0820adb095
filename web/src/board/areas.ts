import type { Geometry } from "./geometry";

/** Some hexes as one SVG path. */
export function areaPath(hexes: readonly number[], geometry: Geometry): string {
  return hexes
    .filter((hex) => geometry.has(hex))
    .map((hex) => geometry.path(hex))
    .join("");
}

/** The front: the hexsides between some hexes and the land beyond them. */
export function frontPath(
  hexes: readonly number[],
  geometry: Geometry,
  isWater: (hex: number) => boolean = () => false,
): string {
  const inside = new Set(hexes);
  const sides = hexes.flatMap((hex) =>
    geometry
      .neighbours(hex)
      .filter((to) => !inside.has(to) && !isWater(to))
      .map((to) => geometry.hexside(hex, to)),
  );
  return sides.map(([a, b]) => `M${a.map(round).join(" ")}L${b.map(round).join(" ")}`).join("");
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
