import type { HexLayout, Point } from "../wire/types";

/** Where the hexes of a map lie. */
export class Geometry {
  readonly width: number;
  readonly height: number;
  readonly corners: readonly Point[];
  readonly centres: ReadonlyMap<number, Point>;
  /** The distance between the centres of neighbours. */
  readonly spacing: number;
  /** How far it is from one hex to the next, in meters. */
  readonly meters: number;
  private readonly cells = new Map<string, number[]>();

  /** Of all numbers of the layout, or of those that are hexes of the map. */
  constructor(layout: HexLayout, hexes?: Iterable<number>) {
    this.width = layout.width;
    this.height = layout.height;
    this.corners = layout.corners;
    this.meters = layout.metres;
    this.spacing = 2 * inradius(layout.corners);
    this.centres = new Map([...(hexes ?? allHexes(layout))].map((hex) => [hex, centreOf(layout, hex)]));
    for (const [hex, [x, y]] of this.centres) {
      const key = this.cell(x, y);
      const there = this.cells.get(key);
      if (there) there.push(hex);
      else this.cells.set(key, [hex]);
    }
  }

  private cell(x: number, y: number, dx = 0, dy = 0): string {
    return `${Math.floor(x / this.spacing) + dx},${Math.floor(y / this.spacing) + dy}`;
  }

  private nearby(x: number, y: number, reach: number): number[] {
    const found: number[] = [];
    for (let dx = -reach; dx <= reach; dx++)
      for (let dy = -reach; dy <= reach; dy++) found.push(...(this.cells.get(this.cell(x, y, dx, dy)) ?? []));
    return found;
  }

  /** The hex under a map point, or 0. */
  hexAt(x: number, y: number): number {
    let best = 0;
    let least = Infinity;
    for (const hex of this.nearby(x, y, 1)) {
      const [cx, cy] = this.centre(hex);
      const far = (cx - x) ** 2 + (cy - y) ** 2;
      if (far < least) [best, least] = [hex, far];
    }
    if (!best) return 0;
    const [cx, cy] = this.centre(best);
    return this.inside(x - cx, y - cy) ? best : 0;
  }

  /** Is a point, measured from a centre, within the hex? */
  private inside(dx: number, dy: number): boolean {
    const ring = this.corners;
    let sign = 0;
    for (let i = 0; i < ring.length; i++) {
      const [ax, ay] = ring[i]!;
      const [bx, by] = ring[(i + 1) % ring.length]!;
      const turn = (bx - ax) * (dy - ay) - (by - ay) * (dx - ax);
      if (Math.abs(turn) < 1e-9) continue;
      if (sign && Math.sign(turn) !== sign) return false;
      sign = Math.sign(turn);
    }
    return true;
  }

  has(hex: number): boolean {
    return this.centres.has(hex);
  }

  centre(hex: number): Point {
    return this.centres.get(hex) ?? [0, 0];
  }

  /** The neighbours of a hex on the map. */
  neighbours(hex: number): number[] {
    const [x, y] = this.centre(hex);
    return this.nearby(x, y, 2).filter((other) => {
      if (other === hex) return false;
      const [ox, oy] = this.centre(other);
      return Math.hypot(ox - x, oy - y) < this.spacing * 1.2;
    });
  }

  /** The neighbour that lies most nearly in a direction of the screen. */
  neighbourToward(hex: number, dx: number, dy: number): number {
    const [x, y] = this.centre(hex);
    let best = 0;
    let most = 0.3;
    for (const other of this.neighbours(hex)) {
      const [ox, oy] = this.centre(other);
      const fits = ((ox - x) * dx + (oy - y) * dy) / (Math.hypot(ox - x, oy - y) * Math.hypot(dx, dy));
      if (fits > most + 1e-6) [best, most] = [other, fits];
    }
    return best;
  }

  /** How many hexes it is from one to another. */
  distance(a: number, b: number): number {
    const [[ax, ay], [bx, by]] = [this.centre(a), this.centre(b)];
    const [[px, py], [qx, qy], [rx, ry]] = [this.corners[0]!, this.corners[1]!, this.corners[2]!];
    // The ways to two neighbours next to each other: the map in steps of these.
    const [ux, uy, vx, vy] = [px + qx, py + qy, qx + rx, qy + ry];
    const area = ux * vy - uy * vx;
    const u = Math.round(((bx - ax) * vy - (by - ay) * vx) / area);
    const v = Math.round((ux * (by - ay) - uy * (bx - ax)) / area);
    return Math.max(Math.abs(u), Math.abs(v), Math.abs(u + v));
  }

  /** The hexes of the map that a straight line between two of them goes through. */
  line(a: number, b: number): number[] {
    const [[ax, ay], [bx, by]] = [this.centre(a), this.centre(b)];
    const steps = this.distance(a, b);
    // A little beside the line, so that one that runs along a hexside keeps to one side of it.
    const [dx, dy] = [1e-4 * this.spacing, 1.7e-4 * this.spacing];
    const hexes = [];
    for (let i = 0; i <= steps; i++) {
      const part = steps ? i / steps : 0;
      const hex = this.hexAt(ax + (bx - ax) * part + dx, ay + (by - ay) * part + dy);
      if (hex) hexes.push(hex);
    }
    return hexes;
  }

  /** The two ends of the side between two neighbours. */
  hexside(a: number, b: number): [Point, Point] {
    const [ax, ay] = this.centre(a);
    const [bx, by] = this.centre(b);
    const [mx, my] = [(ax + bx) / 2, (ay + by) / 2];
    const ends = this.corners
      .map(([x, y]): Point => [ax + x, ay + y])
      .sort((p, q) => Math.hypot(p[0] - mx, p[1] - my) - Math.hypot(q[0] - mx, q[1] - my));
    return [ends[0]!, ends[1]!];
  }

  /** A hex as an SVG path, drawn a little smaller by `inset` map units. */
  path(hex: number, inset = 0): string {
    const [x, y] = this.centre(hex);
    const shrink = 1 - inset / (this.spacing / 2);
    return (
      this.corners
        .map(([dx, dy], i) => `${i ? "L" : "M"}${round(x + dx * shrink)} ${round(y + dy * shrink)}`)
        .join("") + "Z"
    );
  }

  /** The centres of some hexes as the points of an SVG polyline. */
  points(hexes: readonly number[]): string {
    return hexes.map((hex) => this.centre(hex).join(",")).join(" ");
  }

  /** The box that holds some hexes, with room around it. */
  box(hexes: Iterable<number>, margin = this.spacing): { x: number; y: number; width: number; height: number } | null {
    let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
    for (const hex of hexes) {
      const at = this.centres.get(hex);
      if (!at) continue;
      left = Math.min(left, at[0]);
      right = Math.max(right, at[0]);
      top = Math.min(top, at[1]);
      bottom = Math.max(bottom, at[1]);
    }
    if (left > right) return null;
    return {
      x: left - margin,
      y: top - margin,
      width: right - left + 2 * margin,
      height: bottom - top + 2 * margin,
    };
  }
}

function centreOf(layout: HexLayout, hex: number): Point {
  const first = Math.floor(hex / 100);
  const second = hex % 100;
  const shifted = first % 2 === (layout.shifted === "odd" ? 1 : 0) ? 1 : 0;
  const along = (axis: 0 | 1) =>
    layout.origin[axis] +
    first * layout.first_step[axis] +
    second * layout.second_step[axis] +
    shifted * layout.shift[axis];
  return [along(0), along(1)];
}

function* allHexes(layout: HexLayout): Generator<number> {
  for (let first = layout.first[0]; first <= layout.first[1]; first++)
    for (let second = layout.second[0]; second <= layout.second[1]; second++)
      if (first || second) yield first * 100 + second;
}

/** Half the distance between opposite sides. */
function inradius(corners: readonly Point[]): number {
  const [a, b] = [corners[0]!, corners[1]!];
  return Math.hypot((a[0] + b[0]) / 2, (a[1] + b[1]) / 2);
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/** A hex as the data writes it: what places are named under. */
export function hexKey(hex: number): string {
  return String(hex).padStart(4, "0");
}

/** What stands between the two pairs of a hex number on the map of the game this page is about. */
let separator = "";

export function writeHexesWith(printed: string): void {
  separator = printed;
}

/** A hex as the map prints it. */
export function hexLabel(hex: number): string {
  const number = hexKey(hex);
  return number.slice(0, -2) + separator + number.slice(-2);
}
