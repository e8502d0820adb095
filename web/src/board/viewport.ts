/** Where we look: a map point at the top left of the window, and how many pixels a map unit takes. */
export interface Look {
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

export type Zoom = "front" | "working" | "close";

/** The scale at which the whole map is in the window, centred. */
export function fit(map: Size, window: Size, margin = 12): Look {
  const wide = Math.max(1, window.width - 2 * margin);
  const high = Math.max(1, window.height - 2 * margin);
  const scale = Math.min(wide / map.width, high / map.height);
  return {
    scale,
    x: map.width / 2 - window.width / 2 / scale,
    y: map.height / 2 - window.height / 2 / scale,
  };
}

/** The same, for a part of the map: never closer than `most`. */
export function frame(box: Box, window: Size, most: number): Look {
  const scale = Math.min(window.width / box.width, window.height / box.height, most);
  return {
    scale,
    x: box.x + box.width / 2 - window.width / 2 / scale,
    y: box.y + box.height / 2 - window.height / 2 / scale,
  };
}

/** Zoom by a factor while the map point under (px, py) of the window stays where it is. */
export function zoomAt(look: Look, factor: number, px: number, py: number, limits: [number, number]): Look {
  const scale = Math.min(limits[1], Math.max(limits[0], look.scale * factor));
  return { scale, x: look.x + px / look.scale - px / scale, y: look.y + py / look.scale - py / scale };
}

/** Move the window by so many of its pixels. */
export function pan(look: Look, dx: number, dy: number): Look {
  return { ...look, x: look.x + dx / look.scale, y: look.y + dy / look.scale };
}

/** Keep the map in the window: little of what lies beyond it is ever seen. */
export function keepInside(look: Look, map: Size, window: Size): Look {
  return {
    scale: look.scale,
    x: within(look.x, window.width / look.scale, map.width),
    y: within(look.y, window.height / look.scale, map.height),
  };
}

function within(at: number, seen: number, whole: number): number {
  const beyond = seen * 0.02;
  if (seen >= whole) {
    const middle = (whole - seen) / 2;
    return Math.min(middle + beyond, Math.max(middle - beyond, at));
  }
  return Math.min(whole - seen + beyond, Math.max(-beyond, at));
}

export function centreOn(look: Look, x: number, y: number, window: Size): Look {
  return { ...look, x: x - window.width / 2 / look.scale, y: y - window.height / 2 / look.scale };
}

/** Is a map point comfortably in the window? */
export function sees(look: Look, x: number, y: number, window: Size, margin = 60): boolean {
  const px = (x - look.x) * look.scale;
  const py = (y - look.y) * look.scale;
  return px >= margin && py >= margin && px <= window.width - margin && py <= window.height - margin;
}

/** Which of the three ways to draw counters suits: by the width of a hex on the screen. */
export function zoomOf(scale: number, hexWidth: number): Zoom {
  const pixels = scale * hexWidth;
  return pixels < 50 ? "front" : pixels < 84 ? "working" : "close";
}

export function toMap(look: Look, px: number, py: number): [number, number] {
  return [look.x + px / look.scale, look.y + py / look.scale];
}
