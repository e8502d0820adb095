/** What part of the map is shown: a map point at the top left of the window, and how many pixels a map unit takes. */
export interface Viewport {
  x: number;
  y: number;
  scale: number;
}

export interface Size {
  width: number;
  height: number;
}

export interface Box extends Size {
  x: number;
  y: number;
}

export type ZoomLevel = "overview" | "normal" | "close";

/** The scale at which the whole map is in the window, centred. */
export function fit(map: Size, size: Size, margin = 12): Viewport {
  const wide = Math.max(1, size.width - 2 * margin);
  const high = Math.max(1, size.height - 2 * margin);
  const scale = Math.min(wide / map.width, high / map.height);
  return {
    scale,
    x: map.width / 2 - size.width / 2 / scale,
    y: map.height / 2 - size.height / 2 / scale,
  };
}

/** The same, for a part of the map: never closer than `most`. */
export function frame(box: Box, size: Size, most: number): Viewport {
  const scale = Math.min(size.width / box.width, size.height / box.height, most);
  return {
    scale,
    x: box.x + box.width / 2 - size.width / 2 / scale,
    y: box.y + box.height / 2 - size.height / 2 / scale,
  };
}

/** Of some map points the one around which a window at a scale shows most of them. */
export function busiest(points: readonly (readonly [number, number])[], size: Size, scale: number): [number, number] {
  const [wide, high] = [(size.width / scale / 2) * 0.85, (size.height / scale / 2) * 0.85];
  let best: readonly [number, number] = points[0] ?? [0, 0];
  let most = 0;
  for (const [x, y] of points) {
    const count = points.filter(([px, py]) => Math.abs(px - x) <= wide && Math.abs(py - y) <= high).length;
    if (count > most) [best, most] = [[x, y], count];
  }
  return [best[0], best[1]];
}

/** Zoom by a factor while the map point under (px, py) of the window stays where it is. */
export function zoomAt(viewport: Viewport, factor: number, px: number, py: number, limits: [number, number]): Viewport {
  const scale = Math.min(limits[1], Math.max(limits[0], viewport.scale * factor));
  return { scale, x: viewport.x + px / viewport.scale - px / scale, y: viewport.y + py / viewport.scale - py / scale };
}

/** Move the window by so many of its pixels. */
export function pan(viewport: Viewport, dx: number, dy: number): Viewport {
  return { ...viewport, x: viewport.x + dx / viewport.scale, y: viewport.y + dy / viewport.scale };
}

/** Keep the map in the window: little of what lies beyond it is ever seen. */
export function clampToMap(viewport: Viewport, map: Size, size: Size): Viewport {
  return {
    scale: viewport.scale,
    x: clampAxis(viewport.x, size.width / viewport.scale, map.width),
    y: clampAxis(viewport.y, size.height / viewport.scale, map.height),
  };
}

function clampAxis(at: number, seen: number, whole: number): number {
  const beyond = seen * 0.02;
  if (seen >= whole) {
    const middle = (whole - seen) / 2;
    return Math.min(middle + beyond, Math.max(middle - beyond, at));
  }
  return Math.min(whole - seen + beyond, Math.max(-beyond, at));
}

export function centreOn(viewport: Viewport, x: number, y: number, size: Size): Viewport {
  return { ...viewport, x: x - size.width / 2 / viewport.scale, y: y - size.height / 2 / viewport.scale };
}

/** Is a map point comfortably in the window? */
export function isVisible(viewport: Viewport, x: number, y: number, size: Size, margin = 60): boolean {
  const px = (x - viewport.x) * viewport.scale;
  const py = (y - viewport.y) * viewport.scale;
  return px >= margin && py >= margin && px <= size.width - margin && py <= size.height - margin;
}

/** Which of the three ways to draw counters suits: by the width of a hex on the screen. */
export function zoomLevel(scale: number, hexWidth: number): ZoomLevel {
  const pixels = scale * hexWidth;
  return pixels < 50 ? "overview" : pixels < 84 ? "normal" : "close";
}

export function toMap(viewport: Viewport, px: number, py: number): [number, number] {
  return [viewport.x + px / viewport.scale, viewport.y + py / viewport.scale];
}
