import type { Geometry } from "./geometry";
import {
  busiest,
  centreOn,
  fit,
  frame,
  clampToMap,
  pan,
  isVisible,
  zoomAt,
  zoomLevel,
  type Viewport,
  type Size,
  type ZoomLevel,
} from "./viewport";

/** How long the map stays where the player has moved it while the other side's moves are shown. */
const HOLD_MS = 4000;

/** The window on the map: where it looks, and how it gets elsewhere. */
export class Camera {
  viewport = $state<Viewport>({ x: 0, y: 0, scale: 1 });
  size = $state<Size>({ width: 800, height: 600 });
  /** The window has a size: there is something to look through. */
  ready = $state(false);
  moving = $state(false);
  /** True while the scale changes: the map is then shown as a picture, and drawn anew when it rests. */
  zooming = $state(false);
  /** Somebody has looked somewhere: before that the window only waits for its first sight. */
  looked = $state(false);
  /** The map as it was last drawn into a bitmap. */
  bitmap = $state.raw<{ source: HTMLCanvasElement } | null>(null);
  private lastMoved = -Infinity;
  private frameRequest = 0;
  private settleTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly geometry: Geometry) {}

  get map(): Size {
    return { width: this.geometry.width, height: this.geometry.height };
  }

  get scaleLimits(): [number, number] {
    const fitScale = fit(this.map, this.size).scale;
    return [Math.min(fitScale * 0.9, 0.5), Math.max(fitScale * 2, 190 / this.geometry.spacing)];
  }

  /** Changes seldom: what is drawn from it is not drawn anew at every step of a movement. */
  readonly zoom: ZoomLevel = $derived.by(() => zoomLevel(this.viewport.scale, this.geometry.spacing));

  /** The scale at which counters can be read. */
  get readableScale(): number {
    return Math.min(this.scaleLimits[1], 68 / this.geometry.spacing);
  }

  resize(size: Size): void {
    if (!size.width || !size.height) return;
    const old = this.size;
    this.size = size;
    if (!this.ready) {
      this.ready = true;
      this.set(fit(this.map, size));
      return;
    }
    const { viewport } = this;
    this.set({
      ...viewport,
      x: viewport.x + (old.width - size.width) / 2 / viewport.scale,
      y: viewport.y + (old.height - size.height) / 2 / viewport.scale,
    });
  }

  private set(viewport: Viewport): void {
    this.viewport = clampToMap(viewport, this.map, this.size);
  }

  private markMoving(): void {
    cancelAnimationFrame(this.frameRequest);
    this.looked = this.moving = true;
    clearTimeout(this.settleTimer);
    this.settleTimer = setTimeout(() => (this.moving = this.zooming = false), 280);
  }

  /** The player looks at something: nothing shall tear the map away from it for a while. */
  get held(): boolean {
    return performance.now() - this.lastMoved < HOLD_MS;
  }

  pan(dx: number, dy: number): void {
    this.lastMoved = performance.now();
    this.markMoving();
    this.set(pan(this.viewport, dx, dy));
  }

  /** The player puts the middle of the window on a map point. */
  lookAt(x: number, y: number): void {
    this.lastMoved = performance.now();
    this.markMoving();
    this.set(centreOn(this.viewport, x, y, this.size));
  }

  zoomAt(factor: number, px: number, py: number): void {
    this.lastMoved = performance.now();
    this.markMoving();
    this.zooming = true;
    this.set(zoomAt(this.viewport, factor, px, py, this.scaleLimits));
  }

  zoomBy(factor: number): void {
    const { width, height } = this.size;
    this.animateTo(zoomAt(this.viewport, factor, width / 2, height / 2, this.scaleLimits));
  }

  fit(): void {
    this.animateTo(fit(this.map, this.size));
  }

  /** Bring hexes into the window, as close as counters need to be read. */
  frame(hexes: Iterable<number>): void {
    const box = this.geometry.box(hexes, this.geometry.spacing * 1.5);
    if (box) this.animateTo(frame(box, this.size, Math.max(this.readableScale, this.scaleLimits[0])));
  }

  /** Look at hexes so that counters can be read: at all of them if they fit, else where most of them are. */
  focus(hexes: readonly number[]): void {
    const { geometry, size, viewport } = this;
    const there = hexes.filter((hex) => geometry.has(hex));
    const box = geometry.box(there, geometry.spacing * 1.5);
    if (!box) return;
    const scale = this.readableScale;
    const framed = frame(box, size, Math.max(scale, this.scaleLimits[0]));
    if (framed.scale >= scale * 0.9) return this.animateTo(framed);
    const [x, y] = busiest(
      there.map((hex) => geometry.centre(hex)),
      size,
      scale,
    );
    this.animateTo(centreOn({ ...viewport, scale }, x, y, size));
  }

  isVisible(hex: number): boolean {
    const [x, y] = this.geometry.centre(hex);
    return isVisible(this.viewport, x, y, this.size, 10);
  }

  /** Bring a hex into the middle unless it is well in sight. */
  reveal(hex: number, always = false): void {
    if (!this.geometry.has(hex)) return;
    const [x, y] = this.geometry.centre(hex);
    if (!always && isVisible(this.viewport, x, y, this.size)) return;
    this.animateTo(centreOn(this.viewport, x, y, this.size));
  }

  private animateTo(to: Viewport): void {
    const end = clampToMap(to, this.map, this.size);
    const from = this.viewport;
    const first = !this.looked;
    this.markMoving();
    if (first || matchMedia("(prefers-reduced-motion: reduce)").matches) {
      this.viewport = end;
      return;
    }
    this.zooming = Math.abs(end.scale / from.scale - 1) > 0.01;
    const start = performance.now();
    const step = (now: number) => {
      const t = Math.min(1, (now - start) / 220);
      const e = 1 - (1 - t) ** 3;
      const scale = from.scale * (end.scale / from.scale) ** e;
      // The middle of the window travels straight while the scale changes.
      const mid = (viewport: Viewport) => [
        viewport.x + this.size.width / 2 / viewport.scale,
        viewport.y + this.size.height / 2 / viewport.scale,
      ];
      const [ax, ay] = mid(from) as [number, number];
      const [bx, by] = mid(end) as [number, number];
      this.viewport = {
        scale,
        x: ax + (bx - ax) * e - this.size.width / 2 / scale,
        y: ay + (by - ay) * e - this.size.height / 2 / scale,
      };
      if (t < 1) this.frameRequest = requestAnimationFrame(step);
      else this.markMoving();
    };
    this.frameRequest = requestAnimationFrame(step);
  }
}
