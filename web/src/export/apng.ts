/** Moving pictures as animated PNG files: exact colours, shown by every browser, and small where little changes. */

export interface Frame {
  pixels: ImageData;
  /** How long it stays, in milliseconds. */
  delay: number;
}

interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

const SIGNATURE = [137, 80, 78, 71, 13, 10, 26, 10];
/** Red, green, blue and how much of what is under it is covered. */
const RGBA = 6;
const BYTES = 4;
const OVER = 1;

/** A file of frames of one size. Frames in which nothing changed only prolong the one before. */
export class ApngWriter {
  private readonly frames: { area: Area; data: Uint8Array<ArrayBuffer>; delay: number }[] = [];
  private last: ImageData | undefined;

  constructor(
    readonly width: number,
    readonly height: number,
  ) {}

  get count(): number {
    return this.frames.length;
  }

  async add({ pixels, delay }: Frame): Promise<void> {
    const area = this.last ? changedArea(this.last, pixels) : { x: 0, y: 0, width: this.width, height: this.height };
    if (!area) {
      this.frames.at(-1)!.delay += delay;
      return;
    }
    const rows = filteredRows(pixels, area, this.last);
    this.last = pixels;
    this.frames.push({ area, data: await deflate(rows), delay });
  }

  finish(): Blob {
    let sequence = 0;
    const parts = [
      new Uint8Array(SIGNATURE),
      chunk("IHDR", numbers([4, this.width], [4, this.height], [1, 8], [1, RGBA], [1, 0], [1, 0], [1, 0])),
      chunk("acTL", numbers([4, this.frames.length], [4, 0])),
    ];
    this.frames.forEach(({ area, data, delay }, i) => {
      const { width, height, x, y } = area;
      const place = numbers([4, width], [4, height], [4, x], [4, y]);
      const time = numbers([2, Math.min(65535, Math.round(delay))], [2, 1000], [1, 0], [1, OVER]);
      parts.push(chunk("fcTL", joined(numbers([4, sequence++]), place, time)));
      parts.push(i ? chunk("fdAT", joined(numbers([4, sequence++]), data)) : chunk("IDAT", data));
    });
    parts.push(chunk("IEND", new Uint8Array()));
    return new Blob(parts, { type: "image/png" });
  }
}

/** The smallest area that holds all that differs between two pictures of one size. */
export function changedArea(before: ImageData, after: ImageData): Area | null {
  const { width, height } = after;
  const [a, b] = [new Uint32Array(before.data.buffer), new Uint32Array(after.data.buffer)];
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      if (a[y * width + x] === b[y * width + x]) continue;
      if (x < left) left = x;
      if (x > right) right = x;
      if (y < top) top = y;
      bottom = y;
    }
  return right < 0 ? null : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

/** The rows of an area, each as the difference to what stands above it or left of it where that is less. */
function filteredRows(pixels: ImageData, area: Area, before: ImageData | undefined): Uint8Array<ArrayBuffer> {
  const wide = area.width * BYTES;
  const rows = new Uint8Array((wide + 1) * area.height);
  let above = new Uint8Array(wide);
  for (let y = 0; y < area.height; y++) {
    const row = changedRow(pixels, area, y, before);
    const foretold = [() => 0, (i: number) => row[i - BYTES] ?? 0, (i: number) => above[i]!];
    const costs = foretold.map((each) => cost(row, each));
    const filter = costs.indexOf(Math.min(...costs));
    const start = y * (wide + 1);
    rows[start] = filter;
    for (let i = 0; i < wide; i++) rows[start + 1 + i] = row[i]! - foretold[filter]!(i);
    above = row;
  }
  return rows;
}

/** A row of an area; what is as it was before is left clear. */
function changedRow(pixels: ImageData, area: Area, y: number, before: ImageData | undefined): Uint8Array<ArrayBuffer> {
  const from = ((area.y + y) * pixels.width + area.x) * BYTES;
  const row = new Uint8Array(pixels.data.subarray(from, from + area.width * BYTES));
  if (!before) return row;
  const old = before.data.subarray(from, from + row.length);
  for (let i = 0; i < row.length; i += BYTES)
    if (row[i] === old[i] && row[i + 1] === old[i + 1] && row[i + 2] === old[i + 2]) row.fill(0, i, i + BYTES);
  return row;
}

/** How far a row is from what is foretold of it. */
function cost(row: Uint8Array, foretold: (i: number) => number): number {
  let sum = 0;
  for (let i = 0; i < row.length; i++) sum += Math.abs(((row[i]! - foretold(i)) << 24) >> 24);
  return sum;
}

async function deflate(data: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const packed = new Blob([data]).stream().pipeThrough(new CompressionStream("deflate"));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}

/** Whole numbers, each in so many bytes, the greatest first. */
function numbers(...values: readonly (readonly [number, number])[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(
    values.flatMap(([bytes, value]) =>
      Array.from({ length: bytes }, (_, i) => (value >>> (8 * (bytes - 1 - i))) & 255),
    ),
  );
}

function joined(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function chunk(type: string, data: Uint8Array): Uint8Array<ArrayBuffer> {
  const named = joined(new TextEncoder().encode(type), data);
  return joined(numbers([4, data.length]), named, numbers([4, checksum(named)]));
}

const REMAINDERS = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let i = 0; i < 8; i++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c;
});

function checksum(data: Uint8Array): number {
  let c = 0xffffffff;
  for (const byte of data) c = REMAINDERS[(c ^ byte) & 255]! ^ (c >>> 8);
  return (c ^ 0xffffffff) >>> 0;
}
