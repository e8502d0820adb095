import type { Chart, ForecastInfo, ReferenceInfo } from "../wire/types";

/** Is it the table that a forecast reads? */
export function readsFrom(forecast: ForecastInfo, chart: Chart): boolean {
  return chart.dice && forecast.columns.join() === chart.columns.join();
}

/** The table that a forecast reads. */
export function chartOf(reference: ReferenceInfo, forecast: ForecastInfo): Chart | undefined {
  return reference.charts.find((chart) => readsFrom(forecast, chart));
}
