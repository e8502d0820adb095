import type { RuleInfo } from "../wire/types";

/** Words as they are compared: without accents and case. */
export function folded(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{Diacritic}/gu, "")
    .replaceAll("ß", "ss")
    .toLowerCase();
}

const ENDINGS = ["ments", "ment", "ings", "ing", "ions", "ion", "ers", "ies", "ed", "es", "er", "s", "y", "e"];

/** The stem of a word: retreats, retreated and retreating are one. */
export function stem(word: string): string {
  const ending = ENDINGS.find((each) => word.endsWith(each) && word.length - each.length >= 4);
  return ending ? word.slice(0, -ending.length) : word;
}

/** How many letters must be changed, added, left out or exchanged with their neighbor; counted up to `most`. */
export function distance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let last: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) least = Math.min(least, last[j - 2]! + 1);
      next.push(least);
    }
    [last, row] = [row, next];
  }
  return row[b.length]!;
}

const NONE = 0;
const TYPO = 1;
const STEM = 2;
const START = 3;
const EXACT = 4;

function likeness(asked: string, word: string): number {
  if (asked === word) return EXACT;
  if (word.startsWith(asked)) return START;
  if (asked.length < 4) return NONE;
  const [a, b] = [stem(asked), stem(word)];
  if (a === b) return STEM;
  const most = a.length >= 7 ? 2 : 1;
  return distance(a, b, most) <= most ? TYPO : NONE;
}

interface Indexed {
  rule: RuleInfo;
  title: string[];
  body: string[];
}

const wordsOf = (text: string) => [...new Set(folded(text).match(/[\p{L}\p{N}]+/gu) ?? [])];

/** The rules of a game, ready to be searched. */
export class RuleSearch {
  private readonly indexed: Indexed[];

  constructor(readonly rules: readonly RuleInfo[]) {
    this.indexed = rules.map((rule) => ({
      rule,
      title: wordsOf(rule.title),
      body: wordsOf(`${rule.text} ${rule.reading} ${rule.kind}`),
    }));
  }

  /** The rules in which every word is found, or something like it; the likest first. A number finds its chapter. */
  find(query: string): readonly RuleInfo[] {
    const asked = folded(query).split(/\s+/).filter(Boolean);
    if (!asked.length) return this.rules;
    const found: { rule: RuleInfo; score: number }[] = [];
    for (const each of this.indexed) {
      let score = 0;
      for (const word of asked) {
        const best = bestOf(word, each);
        if (!best) {
          score = 0;
          break;
        }
        score += best;
      }
      if (score) found.push({ rule: each.rule, score });
    }
    if (asked.every((word) => /^[\d.a-z]*\d[\d.a-z]*$/.test(word))) return found.map((each) => each.rule);
    return found.sort((a, b) => b.score - a.score).map((each) => each.rule);
  }
}

function bestOf(asked: string, { rule, title, body }: Indexed): number {
  if (/\d/.test(asked) && folded(rule.number).startsWith(asked)) return 10 * EXACT;
  const best = (words: string[]) => words.reduce((most, word) => Math.max(most, likeness(asked, word)), NONE);
  return Math.max(3 * best(title), best(body));
}

/** A chapter of the rulebook: the rules whose numbers begin alike. */
export interface Chapter {
  number: string;
  title: string;
  first: string;
  count: number;
}

const KINDS: Record<string, string> = {
  air: "Air",
  artillery: "Artillery",
  combat: "Combat",
  command: "Command",
  component: "Map and counters",
  fog: "Hidden units",
  movement: "Movement",
  optional: "Optional rules",
  reinforcement: "Reinforcements",
  sequence: "Sequence of play",
  setup: "Setup",
  special: "Special rules",
  stacking: "Stacking",
  supply: "Supply",
  victory: "Victory",
  zoc: "Zones of control",
};

/** The contents: each chapter by what most of its rules are about. */
export function chaptersOf(rules: readonly RuleInfo[]): Chapter[] {
  const chapters = new Map<string, RuleInfo[]>();
  for (const rule of rules) {
    const number = rule.number.split(".")[0]!;
    chapters.set(number, [...(chapters.get(number) ?? []), rule]);
  }
  return [...chapters].map(([number, members]) => {
    const kinds = members.map((rule) => rule.kind);
    const count = (kind: string) => kinds.filter((each) => each === kind).length;
    const most = [...new Set(kinds)].sort((a, b) => count(b) - count(a)).slice(0, 2);
    const named = most.filter((kind) => count(kind) >= members.length / 4).map((kind) => KINDS[kind] ?? kind);
    return { number, title: named.join(", "), first: members[0]!.number, count: members.length };
  });
}
