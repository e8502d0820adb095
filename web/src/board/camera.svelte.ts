import type { Geometry } from "./geometry";
import {
  centreOn,
  fit,
  frame,
  keepInside,
  pan,
  sees,
  zoomAt,
  zoomOf,
  type Look,
  type Size,
  type Zoom,
} from "./viewport";

/** The window on the map: where it looks, and how it gets elsewhere. */
export class Camera {
  look = $state<Look>({ x: 0, y: 0, scale: 1 });
  window = $state<Size>({ width: 800, height: 600 });
  moving = $state(false);
  /** True while the scale changes: the map is then shown as a picture, and drawn anew when it rests. */
  zooming = $state(false);
  private flight = 0;
  private rest: ReturnType<typeof setTimeout> | undefined;
  private placed = false;

  constructor(private readonly geometry: Geometry) {}

  get map(): Size {
    return { width: this.geometry.width, height: this.geometry.height };
  }

  get limits(): [number, number] {
    const whole = fit(this.map, this.window).scale;
    return [Math.min(whole * 0.9, 0.5), Math.max(whole * 2, 190 / this.geometry.step)];
  }

  /** Changes seldom: what is drawn from it is not drawn anew at every step of a movement. */
  readonly zoom: Zoom = $derived.by(() => zoomOf(this.look.scale, this.geometry.step));

  /** The working view: counters can be read. */
  get working(): number {
    return Math.min(this.limits[1], 68 / this.geometry.step);
  }

  resize(window: Size): void {
    if (!window.width || !window.height) return;
    const old = this.window;
    this.window = window;
    if (!this.placed) {
      this.placed = true;
      this.set(fit(this.map, window));
      return;
    }
    const { look } = this;
    this.set({
      ...look,
      x: look.x + (old.width - window.width) / 2 / look.scale,
      y: look.y + (old.height - window.height) / 2 / look.scale,
    });
  }

  private set(look: Look): void {
    this.look = keepInside(look, this.map, this.window);
  }

  private stir(): void {
    cancelAnimationFrame(this.flight);
    this.moving = true;
    clearTimeout(this.rest);
    this.rest = setTimeout(() => (this.moving = this.zooming = false), 280);
  }

  pan(dx: number, dy: number): void {
    this.stir();
    this.set(pan(this.look, dx, dy));
  }

  zoomAt(factor: number, px: number, py: number): void {
    this.stir();
    this.zooming = true;
    this.set(zoomAt(this.look, factor, px, py, this.limits));
  }

  zoomBy(factor: number): void {
    const { width, height } = this.window;
    this.fly(zoomAt(this.look, factor, width / 2, height / 2, this.limits));
  }

  fit(): void {
    this.fly(fit(this.map, this.window));
  }

  /** Bring hexes into the window, as close as the working view. */
  frame(hexes: Iterable<number>): void {
    const box = this.geometry.box(hexes, this.geometry.step * 1.5);
    if (box) this.fly(frame(box, this.window, Math.max(this.working, this.limits[0])));
  }

  sees(hex: number): boolean {
    const [x, y] = this.geometry.centre(hex);
    return sees(this.look, x, y, this.window, 10);
  }

  /** Bring a hex into the middle unless it is well in sight. */
  show(hex: number, always = false): void {
    if (!this.geometry.has(hex)) return;
    const [x, y] = this.geometry.centre(hex);
    if (!always && sees(this.look, x, y, this.window)) return;
    this.fly(centreOn(this.look, x, y, this.window));
  }

  private fly(to: Look): void {
    const end = keepInside(to, this.map, this.window);
    const from = this.look;
    this.stir();
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) {
      this.look = end;
      return;
    }
    this.zooming = Math.abs(end.scale / from.scale - 1) > 0.01;
    const start = performance.now();
    const step = (now: number) => {
      const t = Math.min(1, (now - start) / 220);
      const e = 1 - (1 - t) ** 3;
      const scale = from.scale * (end.scale / from.scale) ** e;
      // The middle of the window travels straight while the scale changes.
      const mid = (look: Look) => [
        look.x + this.window.width / 2 / look.scale,
        look.y + this.window.height / 2 / look.scale,
      ];
      const [ax, ay] = mid(from) as [number, number];
      const [bx, by] = mid(end) as [number, number];
      this.look = {
        scale,
        x: ax + (bx - ax) * e - this.window.width / 2 / scale,
        y: ay + (by - ay) * e - this.window.height / 2 / scale,
      };
      if (t < 1) this.flight = requestAnimationFrame(step);
      else this.stir();
    };
    this.flight = requestAnimationFrame(step);
  }
}
