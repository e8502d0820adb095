import type { OptionLine } from "../wire/types";

export type HexsideKey = `${number}/${number}`;

/** A hexside under one name, whichever hex is named first. */
export function hexsideKey(a: number, b: number): HexsideKey {
  return a < b ? `${a}/${b}` : `${b}/${a}`;
}

/** What may be done now, by what is clicked. Only what is legal is highlighted. */
export class LegalMoves {
  readonly units = new Map<string, OptionLine[]>();
  readonly hexes = new Map<number, OptionLine[]>();
  readonly hexsides = new Map<HexsideKey, OptionLine[]>();
  readonly boxes = new Map<string, OptionLine[]>();
  /** A verb alone: a button. */
  readonly buttons: OptionLine[] = [];

  constructor(readonly all: readonly OptionLine[] = []) {
    for (const option of all) this.group(option);
  }

  private group(option: OptionLine): void {
    switch (option.kind) {
      case "unit":
        return add(this.units, option.noun as string, option);
      case "hex":
        return add(this.hexes, option.noun as number, option);
      case "hexside": {
        const [a, b] = option.noun as [number, number];
        return add(this.hexsides, hexsideKey(a, b), option);
      }
      case "box":
        return add(this.boxes, option.noun as string, option);
      case "":
        this.buttons.push(option);
    }
  }

  get hexsidePairs(): [number, number][] {
    return [...this.hexsides.values()].map((options) => options[0]!.noun as [number, number]);
  }

  get cancel(): OptionLine | undefined {
    return this.buttons.find((option) => option.verb === "Cancel");
  }

  /** The button that ends the present decision. */
  get done(): OptionLine | undefined {
    return this.buttons.find((option) => option.verb === "Done");
  }

  /** The top legal unit of a stack, whose top is last. */
  topUnit(stack: readonly string[]): string | undefined {
    return stack.findLast((unit) => unit !== "" && this.units.has(unit));
  }

  /** Some option of the same verb and noun, after the position has changed. */
  findSame(option: OptionLine): OptionLine | undefined {
    const noun = JSON.stringify(option.noun);
    return this.all.find((other) => other.verb === option.verb && JSON.stringify(other.noun) === noun);
  }
}

function add<K>(map: Map<K, OptionLine[]>, key: K, option: OptionLine): void {
  const there = map.get(key);
  if (there) there.push(option);
  else map.set(key, [option]);
}

/** A legal thing on the map that the keyboard can focus. */
export interface TabStop {
  key: string;
  hex: number;
  unit: string;
  hexside: HexsideKey | "";
  options: OptionLine[];
}

/** The hexes an option is at: where to look when it is pointed at in a list. */
export function hexesOfOption(option: OptionLine, hexOfUnit: (unit: string) => number): number[] {
  switch (option.kind) {
    case "unit": {
      const hex = hexOfUnit(option.noun as string);
      return hex ? [hex] : [];
    }
    case "hex":
      return [option.noun as number];
    case "hexside":
      return [...(option.noun as [number, number])];
    default:
      return [];
  }
}

/** What Tab goes through, in reading order of the map. */
export function tabStops(
  legalMoves: LegalMoves,
  hexOfUnit: (unit: string) => number,
  centre: (hex: number) => readonly [number, number],
): TabStop[] {
  const found: { stop: TabStop; at: readonly [number, number] }[] = [];
  for (const [unit, options] of legalMoves.units) {
    const hex = hexOfUnit(unit);
    if (hex) found.push({ stop: { key: `unit:${unit}`, hex, unit, hexside: "", options }, at: centre(hex) });
  }
  for (const [hex, options] of legalMoves.hexes)
    found.push({ stop: { key: `hex:${hex}`, hex, unit: "", hexside: "", options }, at: centre(hex) });
  for (const [hexside, options] of legalMoves.hexsides) {
    const [a, b] = options[0]!.noun as [number, number];
    const [[ax, ay], [bx, by]] = [centre(a), centre(b)];
    const stop: TabStop = { key: `side:${hexside}`, hex: a, unit: "", hexside, options };
    found.push({ stop, at: [(ax + bx) / 2, (ay + by) / 2] });
  }
  return found.sort((p, q) => p.at[1] - q.at[1] || p.at[0] - q.at[0]).map(({ stop }) => stop);
}
