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

  private asked: OverlaySubject = { hex: 0, unit: "" };

  async show(name: string): Promise<void> {
    this.name = name;
    const asked = (this.asked = this.subject());
    const answer = await this.store.tryRequest<OverlayMessage>({ type: "overlay", name, ...asked });
    if (this.name === name && this.asked === asked) this.shown = answer;
  }

  /** Something else is looked at: what the overlay says of it takes the place of what it said. */
  follow({ hex, unit }: OverlaySubject): void {
    if (this.name && (hex !== this.asked.hex || unit !== this.asked.unit)) void this.show(this.name);
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
