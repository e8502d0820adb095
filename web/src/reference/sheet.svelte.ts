import { getContext, setContext } from "svelte";
import { readsFrom } from "./charts";
import type { Chart, ChartLine, ForecastInfo, Present, ReferenceInfo, RuleInfo } from "../wire/types";

/** What is explained at the foot of the sheet: a rule, or what a result means. */
export interface Footnote {
  title: string;
  words: string;
  reading: string;
  rule: string;
}

/** A reference sheet: what it shows, and the footnote that is open. */
export class Sheet {
  reference = $state.raw<ReferenceInfo | null>(null);
  present = $state.raw<Present | null>(null);
  rules = $state.raw<readonly RuleInfo[]>([]);
  names = $state.raw<Readonly<Record<string, string>>>({});
  /** The attack being prepared. */
  forecast = $state.raw<ForecastInfo | null>(null);
  /** The ground of the hex looked at, by the map's own words. */
  ground = $state.raw<readonly string[]>([]);
  footnote = $state.raw<Footnote | null>(null);
  /** Show a hex on the map, where there is one. */
  showHex: ((hex: number) => void) | null = null;
  /** Who holds a hex now, where that is known. */
  holder: (hex: number) => string = () => "";

  rule(number: string): RuleInfo | undefined {
    return this.rules.find((rule) => rule.number === number);
  }

  showRule(number: string): void {
    const rule = this.rule(number);
    if (!rule) return;
    this.footnote = { title: `${number} ${rule.title}`, words: rule.text, reading: rule.reading, rule: number };
  }

  showCode(chart: Chart, code: string): void {
    const words = chart.codes.find((each) => each.code === code)?.words;
    if (words) this.footnote = { title: code, words: `${capital(words)}.`, reading: "", rule: chart.rule };
  }

  nameOf(id: string): string {
    return this.names[id] ?? id;
  }

  /** The table was rebuilt by us: the printed one is not at hand. */
  reconstructed(chart: Chart): boolean {
    return this.rule(chart.rule)?.provenance === "reconstructed";
  }

  /** The column of a table that the attack being prepared would use, or -1. */
  litColumn(chart: Chart): number {
    const { forecast } = this;
    if (!forecast || !readsFrom(forecast, chart)) return -1;
    return chart.columns.indexOf(forecast.column);
  }

  /** A row in use: the ground of the hex looked at, or a modifier of the attack being prepared. */
  litLine(chart: Chart, line: ChartLine): boolean {
    if (line.thing && this.ground.includes(line.thing)) return true;
    return (
      !chart.dice && !line.thing && (this.forecast?.modifiers ?? []).some((modifier) => speaksOf(chart, line, modifier))
    );
  }
}

function speaksOf(chart: Chart, line: ChartLine, modifier: { rule: string; because: string }): boolean {
  if (!line.rule || line.rule !== modifier.rule) return false;
  const alike = chart.lines.filter((each) => each.rule === line.rule);
  return alike.length === 1 || line.name.toLowerCase().includes(modifier.because.toLowerCase().split(" ")[0]!);
}

export const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

const CONTEXT_KEY = Symbol("sheet");

export function provideSheet(sheet: Sheet): Sheet {
  return setContext(CONTEXT_KEY, sheet);
}

export function useSheet(): Sheet {
  return getContext<Sheet>(CONTEXT_KEY);
}
