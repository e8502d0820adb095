import type { Geometry } from "../board/geometry";
import { COUNTER_SIZE, placePieces } from "../board/placement";
import type { Viewport, Size } from "../board/viewport";
import { stacksOf } from "../match/position";
import type { MatchStore } from "../match/store.svelte";
import type { ReplayMessage } from "../wire/types";
import { ApngWriter } from "./apng";

/** What a moving picture shows: a part of the map, from one action to another. */
export interface Scene {
  from: number;
  to: number;
  viewport: Viewport;
  size: Size;
  /** Milliseconds for each action. */
  pace: number;
}

const MOST_WIDE = 900;
const CAPTION = 34;
const LAST = 2500;
export const MOST_STEPS = 300;

/** Draws a replay step after step; `position` gives each, `progress` hears how far it is (null: it is given up). */
export async function recordMovie(
  store: MatchStore,
  map: HTMLCanvasElement,
  scene: Scene,
  position: (at: number) => Promise<ReplayMessage | null>,
  progress: (part: number) => boolean,
): Promise<Blob | null> {
  const geometry = store.geometry!;
  const { viewport, size } = scene;
  const sharp = Math.min(1, MOST_WIDE / size.width);
  const [width, height] = [Math.round(size.width * sharp), Math.round(size.height * sharp)];
  const canvas = new OffscreenCanvas(width, height + CAPTION);
  const context = canvas.getContext("2d", { willReadFrequently: true })!;
  const ground = groundPart(map, geometry, viewport, width, height, viewport.scale * sharp);
  const writer = new ApngWriter(canvas.width, canvas.height);
  let words = "";
  for (let at = scene.from; at <= scene.to; at++) {
    if (!progress((at - scene.from) / Math.max(1, scene.to - scene.from))) return null;
    const message = await position(at);
    if (!message) return null;
    words = message.lines.map((line) => line.words).join(" ") || words;
    context.drawImage(ground, 0, 0);
    context.drawImage(await countersOf(store, geometry, message, viewport, size, width, height), 0, 0, width, height);
    drawCaption(context, [message.phase, words].filter(Boolean).join(" · "), width, height);
    const delay = at === scene.to ? LAST : scene.pace;
    await writer.add({ pixels: context.getImageData(0, 0, canvas.width, canvas.height), delay });
  }
  return writer.finish();
}

/** The map under the counters. */
function groundPart(
  map: HTMLCanvasElement,
  geometry: Geometry,
  { x, y }: Viewport,
  width: number,
  height: number,
  scale: number,
): OffscreenCanvas {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d")!;
  context.fillStyle = getComputedStyle(document.documentElement).getPropertyValue("--page");
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = "high";
  context.drawImage(map, -x * scale, -y * scale, geometry.width * scale, geometry.height * scale);
  return canvas;
}

/** The counters of a position as a picture. */
async function countersOf(
  store: MatchStore,
  geometry: Geometry,
  message: ReplayMessage,
  viewport: Viewport,
  size: Size,
  width: number,
  height: number,
): Promise<HTMLImageElement> {
  const across = geometry.spacing * COUNTER_SIZE;
  const pieces = placePieces(stacksOf(message), geometry, geometry.spacing * 0.055);
  const symbols = [...new Set(pieces.map((piece) => piece.face))].map((face) => store.faces[face]?.svg ?? "");
  const box = [viewport.x, viewport.y, size.width / viewport.scale, size.height / viewport.scale].join(" ");
  const uses = pieces.map(
    ({ face, x, y }) =>
      `<use href="#${face}" x="${x - across / 2}" y="${y - across / 2}" width="${across}" height="${across}"/>`,
  );
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${box}" ` +
    `preserveAspectRatio="none"><defs>${symbols.join("")}</defs>${uses.join("")}</svg>`;
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image(width, height);
    image.src = address;
    await image.decode();
    return image;
  } finally {
    URL.revokeObjectURL(address);
  }
}

function drawCaption(context: OffscreenCanvasRenderingContext2D, words: string, width: number, height: number): void {
  context.fillStyle = "#2b2720";
  context.fillRect(0, height, width, CAPTION);
  context.fillStyle = "#fffaf0";
  context.font = "15px system-ui, sans-serif";
  context.fillText(fitting(context, words, width - 20), 10, height + 22);
}

/** As much of a line as there is room for. */
function fitting(context: OffscreenCanvasRenderingContext2D, words: string, room: number): string {
  if (context.measureText(words).width <= room) return words;
  let end = words.length;
  while (end && context.measureText(`${words.slice(0, end)}…`).width > room) end = words.lastIndexOf(" ", end - 1);
  return `${words.slice(0, Math.max(0, end))}…`;
}
