import type { OverlayMessage } from "../wire/types";
import type { MatchStore } from "./store.svelte";

/** What an overlay is asked about. */
export interface OverlaySubject {
  hex: number;
  unit: string;
}

/** The overlay on the map: one at a time, asked of the server by its name. */
export class Overlays {
  /** The name of the one that was asked for; empty if none was. */
  name = $state("");
  shown = $state.raw<OverlayMessage | null>(null);

  constructor(
    private readonly store: MatchStore,
    private readonly subject: () => OverlaySubject,
  ) {}

  async show(name: string): Promise<void> {
    this.name = name;
    const answer = await this.store.tryRequest<OverlayMessage>({ type: "overlay", name, ...this.subject() });
    if (this.name === name) this.shown = answer;
  }

  hide(): void {
    this.name = "";
    this.shown = null;
  }

  async toggle(name: string): Promise<void> {
    if (this.name === name) this.hide();
    else await this.show(name);
  }
}
