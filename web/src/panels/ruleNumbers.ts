/** A text cut at the rule numbers in it. */
export interface TextSegment {
  words: string;
  /** The rule this segment is the number of; empty for plain words. */
  rule: string;
}

/** Find the numbers of known rules in a text. */
export function splitAtRules(text: string, known: ReadonlySet<string>): TextSegment[] {
  const found: TextSegment[] = [];
  let last = 0;
  for (const match of text.matchAll(/(?<![\w.:/])\d+(?:\.\d+)*[a-z]?(?![\w:/]|\.\d)/g)) {
    const number = match[0];
    if (!number.includes(".") || !known.has(number)) continue;
    if (match.index > last) found.push({ words: text.slice(last, match.index), rule: "" });
    found.push({ words: number, rule: number });
    last = match.index + number.length;
  }
  if (last < text.length) found.push({ words: text.slice(last), rule: "" });
  return found;
}

/** A sentence without the rule number at its end, which is shown as a link beside it. */
export function withoutRule(words: string, rule: string): string {
  return rule && words.endsWith(` ${rule}`) ? words.slice(0, -rule.length - 1) : words;
}
