import type { ForecastMessage } from "../wire/types";

/** A forecast kept beside the present one, to compare two plans. */
class PinnedPlan {
  message = $state.raw<ForecastMessage | null>(null);

  toggle(message: ForecastMessage): void {
    this.message = this.message ? null : message;
  }

  clear(): void {
    this.message = null;
  }
}

export const pinnedPlan = new PinnedPlan();
