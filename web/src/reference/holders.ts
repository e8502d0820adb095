import type { Facts } from "../wire/types";

/** Who holds a hex, as far as the position's public facts say: by a marker, or by the ground held. */
export function holderOf(facts: Facts, hex: number, nameOf: (side: string) => string): string {
  const marker = facts.markers?.find((each) => each.hex === hex && each.kind === "control" && each.side);
  if (marker?.side) return nameOf(marker.side);
  for (const [side, hexes] of Object.entries(facts.areas ?? {})) if (hexes.includes(hex)) return nameOf(side);
  return "";
}
