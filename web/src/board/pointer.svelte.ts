import type { Interaction, InputKind } from "../match/interaction.svelte";
import type { Piece } from "../match/position";
import type { MatchStore } from "../match/store.svelte";
import type { Camera } from "./camera.svelte";
import type { Geometry } from "./geometry";
import type { GestureHandlers } from "./gestures";
import { hexsideAt, unitInFan } from "./hitTest";
import type { BoardKeyboard } from "./keyboard.svelte";
import { toMap } from "./viewport";

/** How long the pointer rests on a stack before it is fanned out within its hex. */
const FAN_DELAY = 160;

/** The board by mouse, touch or pen: what gestures on it mean. */
export class BoardPointer implements GestureHandlers {
  /** The stack that is fanned out. */
  fan = $state.raw<{ hex: number; large: boolean } | null>(null);
  /** The counter that is being dragged, and where it is. */
  dragged = $state.raw<{ piece: Piece; x: number; y: number } | null>(null);
  private picking = Promise.resolve();
  private fanTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly store: MatchStore,
    private readonly interaction: Interaction,
    private readonly keyboard: BoardKeyboard,
    private readonly geometry: Geometry,
    private readonly camera: Camera,
    private readonly countersHidden: () => boolean,
  ) {}

  tap(px: number, py: number, event: PointerEvent): void {
    const { store, interaction } = this;
    this.keyboard.focus();
    if (store.animator.running) return store.animator.skip();
    const input: InputKind = event.pointerType === "touch" ? "touch" : "mouse";
    const unit = unitInFan(event);
    const [x, y] = toMap(this.camera.viewport, px, py);
    if (interaction.measure.active) return void interaction.clickHex(this.hexAt(px, py), input);
    const hexside = hexsideAt(this.geometry, store.legalMoves.hexsidePairs, x, y);
    const hex = this.geometry.hexAt(x, y);
    if (event.shiftKey && (unit || hex)) {
      this.fan = null;
      void (unit ? interaction.group.toggle(unit) : interaction.group.takeStack(hex));
    } else if (unit) {
      this.fan = null;
      void interaction.clickUnit(unit, input);
    } else if (hexside) void interaction.clickHexside(...hexside, input);
    else if (!hex) {
      this.fan = null;
      void interaction.cancel();
    } else this.tapHex(hex, input);
  }

  private tapHex(hex: number, input: InputKind): void {
    const { store } = this;
    this.keyboard.cursor = hex;
    this.keyboard.cursorVisible = false;
    const several = (store.stackAt.get(hex)?.pieces.length ?? 0) > 1;
    this.fan = input === "touch" && several && !store.legalMoves.hexes.has(hex) ? { hex, large: true } : null;
    void this.interaction.clickHex(hex, input);
  }

  hover(px: number, py: number, event: PointerEvent): void {
    const { store } = this;
    const unit = unitInFan(event);
    if (unit) return this.interaction.pointTo(store.hexOf(unit), unit);
    if (event.target instanceof Element && event.target.closest(".fan.large")) return;
    const hex = this.hexAt(px, py);
    this.interaction.pointTo(hex, store.topLegalUnit(hex));
    if (this.fan && this.fan.hex !== hex) this.fan = null;
    clearTimeout(this.fanTimer);
    const several = (store.stackAt.get(hex)?.pieces.length ?? 0) > 1;
    if (several && !this.countersHidden() && !this.fan && !store.animator.running)
      this.fanTimer = setTimeout(() => (this.fan = { hex, large: false }), FAN_DELAY);
  }

  dragStart(px: number, py: number, event: PointerEvent): boolean {
    if (this.interaction.measure.active) return false;
    const { store, interaction } = this;
    const inHand = interaction.subject.unit;
    const [x, y] = toMap(this.camera.viewport, px, py);
    const hex = this.geometry.hexAt(x, y);
    const pieces = store.stackAt.get(hex)?.pieces ?? [];
    const unit = unitInFan(event) || store.topLegalUnit(hex) || inHand;
    const piece = pieces.find((each) => each.unit !== "" && each.unit === unit);
    const legal = store.legalMoves.units.has(unit);
    if (!piece || this.countersHidden() || (event.pointerType === "touch" && !legal && unit !== inHand)) return false;
    clearTimeout(this.fanTimer);
    this.fan = null;
    this.dragged = { piece, x, y };
    const grouped = interaction.group.units.includes(unit);
    this.picking = legal && unit !== inHand && !grouped ? interaction.clickUnit(unit, "mouse") : Promise.resolve();
    return true;
  }

  drag(px: number, py: number): void {
    const [x, y] = toMap(this.camera.viewport, px, py);
    if (this.dragged) this.dragged = { ...this.dragged, x, y };
    this.interaction.pointTo(this.geometry.hexAt(x, y), "");
  }

  drop(px: number, py: number): void {
    const hex = this.hexAt(px, py);
    const from = this.dragged?.piece.hex;
    this.dragged = null;
    // Where it may go is known only when the server has answered that it was picked up.
    if (hex && hex !== from) void this.picking.then(() => this.interaction.clickHex(hex, "mouse"));
  }

  longPress(px: number, py: number): void {
    const hex = this.hexAt(px, py);
    if (this.store.stackAt.has(hex)) this.fan = { hex, large: true };
    this.interaction.inspectedHex = hex;
    this.interaction.pointTo(hex, "");
  }

  leave(): void {
    clearTimeout(this.fanTimer);
    this.fan = null;
    this.dragged = null;
    this.interaction.pointTo(0, "");
  }

  private hexAt(px: number, py: number): number {
    return this.geometry.hexAt(...toMap(this.camera.viewport, px, py));
  }
}
