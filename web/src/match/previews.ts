import type { ForecastMessage, OptionLine, PreviewMessage, RouteMessage } from "../wire/types";
import type { MatchStore } from "./store.svelte";

export interface Preview {
  route: RouteMessage | null;
  forecast: ForecastMessage | null;
  /** The map after it, where the choice itself is not on the map: a plan of deployment. */
  after: PreviewMessage | null;
}

/** What options of the present position would bring, each asked of the server once. */
export class Previews {
  private readonly cache = new Map<string, Promise<Preview>>();

  constructor(private readonly store: MatchStore) {}

  fetch(option: OptionLine): Promise<Preview> {
    const key = JSON.stringify(option.action);
    const cached = this.cache.get(key);
    if (cached) return cached;
    const preview = this.request(option);
    this.cache.set(key, preview);
    return preview;
  }

  clear(): void {
    this.cache.clear();
  }

  private async request(option: OptionLine): Promise<Preview> {
    const action = option.action as Record<string, unknown>;
    const [route, forecast, after] = await Promise.all([
      option.kind === "hex" ? this.store.tryRequest<RouteMessage>({ type: "route", action }) : null,
      this.store.tryRequest<ForecastMessage>({ type: "forecast", action }),
      option.kind === "choice" ? this.store.tryRequest<PreviewMessage>({ type: "preview", action }) : null,
    ]);
    return { route: route?.hexes.length ? route : null, forecast, after };
  }
}

/** A forecast with dice in it, or at least a table. */
export function worthShowing(message: ForecastMessage | null): boolean {
  return message !== null && (message.forecast !== null || message.outcomes.length > 1);
}

/** How good a forecast looks to the attacker: the chance to clear the hexes, between the enemy's two ways. */
export function clearanceChance(message: ForecastMessage | null): number {
  return (message?.empty ?? []).reduce((sum, each) => sum + (each.chance + each.after_choices) / 2, 0);
}
