import type { Camera } from "./camera.svelte";

/** What a pointer did on the board, other than moving the window. */
export interface GestureHandlers {
  tap(x: number, y: number, event: PointerEvent): void;
  hover(x: number, y: number, event: PointerEvent): void;
  /** A press that began on something that may be dragged: true to take it along. */
  dragStart(x: number, y: number, event: PointerEvent): boolean;
  drag(x: number, y: number): void;
  drop(x: number, y: number): void;
  longPress(x: number, y: number): void;
  leave(): void;
}

const DRAG_THRESHOLD = 6;
const LONG_PRESS_MS = 450;

/** Mouse, touch and pen: drag and wheel move the window, two fingers pinch, a short press is a tap. */
export function listenForGestures(node: HTMLElement, camera: Camera, handlers: GestureHandlers): () => void {
  const down = new Map<number, { x: number; y: number }>();
  let start: { x: number; y: number } | null = null;
  let mode: "none" | "press" | "pan" | "drag" | "pinch" = "none";
  let longPressTimer: ReturnType<typeof setTimeout> | undefined;

  const local = (event: { clientX: number; clientY: number }) => {
    const box = node.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const spread = () => {
    const [a, b] = [...down.values()] as [{ x: number; y: number }, { x: number; y: number }];
    return { far: Math.hypot(a.x - b.x, a.y - b.y), x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  };

  const pressed = (event: PointerEvent) => {
    if (event.button > 1) return;
    const at = local(event);
    down.set(event.pointerId, at);
    clearTimeout(longPressTimer);
    if (down.size === 2) {
      if (mode === "drag") handlers.leave();
      mode = "pinch";
      return;
    }
    if (down.size > 2) return;
    start = at;
    mode = "press";
    if (event.pointerType === "touch")
      longPressTimer = setTimeout(() => {
        if (mode !== "press") return;
        mode = "none";
        handlers.longPress(at.x, at.y);
      }, LONG_PRESS_MS);
  };

  const moved = (event: PointerEvent) => {
    const at = local(event);
    const before = down.get(event.pointerId);
    if (!before) {
      if (event.pointerType !== "touch") handlers.hover(at.x, at.y, event);
      return;
    }
    if (mode === "pinch") {
      if (down.size < 2) return;
      const old = spread();
      down.set(event.pointerId, at);
      const now = spread();
      camera.pan(old.x - now.x, old.y - now.y);
      if (old.far > 10) camera.zoomAt(now.far / old.far, now.x, now.y);
      return;
    }
    down.set(event.pointerId, at);
    if (mode === "press" && start && Math.hypot(at.x - start.x, at.y - start.y) > DRAG_THRESHOLD) {
      clearTimeout(longPressTimer);
      capture(node, event.pointerId);
      mode = event.button !== 1 && handlers.dragStart(start.x, start.y, event) ? "drag" : "pan";
    }
    if (mode === "pan") camera.pan(before.x - at.x, before.y - at.y);
    if (mode === "drag") handlers.drag(at.x, at.y);
  };

  const released = (event: PointerEvent) => {
    clearTimeout(longPressTimer);
    if (!down.delete(event.pointerId)) return;
    const at = local(event);
    if (mode === "press") handlers.tap(at.x, at.y, event);
    if (mode === "drag") handlers.drop(at.x, at.y);
    if (!down.size) mode = "none";
  };

  const cancelled = (event: PointerEvent) => {
    clearTimeout(longPressTimer);
    down.delete(event.pointerId);
    if (mode === "drag") handlers.leave();
    if (!down.size) mode = "none";
  };

  const wheeled = (event: WheelEvent) => {
    event.preventDefault();
    const at = local(event);
    const lines = event.deltaMode === 1 ? 18 : 1;
    if (event.shiftKey) camera.pan(event.deltaY * lines, event.deltaX * lines);
    else camera.zoomAt(Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.0016)), at.x, at.y);
  };

  const left = (event: PointerEvent) => {
    // A lifted finger has not gone elsewhere: what its tap opened stays.
    if (!down.size && event.pointerType !== "touch") handlers.leave();
  };

  node.addEventListener("pointerdown", pressed);
  node.addEventListener("pointermove", moved);
  node.addEventListener("pointerup", released);
  node.addEventListener("pointercancel", cancelled);
  node.addEventListener("pointerleave", left);
  node.addEventListener("wheel", wheeled, { passive: false });
  return () => {
    node.removeEventListener("pointerdown", pressed);
    node.removeEventListener("pointermove", moved);
    node.removeEventListener("pointerup", released);
    node.removeEventListener("pointercancel", cancelled);
    node.removeEventListener("pointerleave", left);
    node.removeEventListener("wheel", wheeled);
  };
}

/** Follow a pointer beyond the board; a pointer that is gone cannot be followed. */
function capture(node: HTMLElement, pointer: number): void {
  if (node.hasPointerCapture(pointer)) return;
  try {
    node.setPointerCapture(pointer);
  } catch {
    // The pointer was lifted in the meantime.
  }
}
