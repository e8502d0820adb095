/** Numbers and ids as the page writes them. */

export function formatPercent(chance: number): string {
  const value = 100 * chance;
  if (value > 0 && value < 0.1) return "<0.1%";
  const digits = value === Math.round(value) || value >= 99.95 ? 0 : 1;
  return `${value.toFixed(digits)}%`;
}

export function formatModifier(modifier: { amount: number; kind: string }): string {
  if (modifier.kind === "half") return "½";
  if (!modifier.amount) return "·";
  return modifier.amount > 0 ? `+${modifier.amount}` : `−${Math.abs(modifier.amount)}`;
}

/** What something gains, in points. */
export function formatPoints(gain: number): string {
  const said = Math.abs(gain).toFixed(1);
  return said === "0.0" ? "0" : `${gain > 0 ? "+" : "−"}${said}`;
}

/** How long ago, in words. */
export function timeAgo(iso: string, now = Date.now()): string {
  const minutes = Math.round((now - Date.parse(iso)) / 60000);
  if (!Number.isFinite(minutes)) return "";
  if (minutes < 2) return "just now";
  if (minutes < 60) return `${minutes} minutes ago`;
  const hours = Math.round(minutes / 60);
  if (hours < 36) return hours === 1 ? "an hour ago" : `${hours} hours ago`;
  return `${Math.round(hours / 24)} days ago`;
}

/** 1 move, 2 moves; 1 hex, 2 hexes. */
export function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : /(s|x|ch|sh)$/.test(noun) ? "es" : "s"}`;
}

export function titleFromId(id: string): string {
  const words = id.replaceAll("_", " ");
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** The words with which all of several texts begin; none if that would leave one of them without any. */
export function commonPrefix(texts: readonly string[]): string {
  if (texts.length < 2) return "";
  const split = texts.map((text) => text.split(" "));
  let n = 0;
  while (split.every((words) => n + 1 < words.length && words[n] === split[0]![n])) n++;
  const opening = split[0]!.slice(0, n).join(" ");
  return n >= 3 ? opening : "";
}

/** The dice that lead to an outcome: single dice as runs ("2–5"), several by the throw ("1+6"). */
export function formatRolls(rolls: readonly (readonly number[])[]): string {
  if (!rolls.length || rolls.some((roll) => !roll.length)) return "";
  if (rolls.some((roll) => roll.length > 1)) {
    const shown = rolls.slice(0, 4).map((roll) => roll.join("+"));
    return shown.join(", ") + (rolls.length > 4 ? ", …" : "");
  }
  const dice = [...new Set(rolls.map((roll) => roll[0]!))].sort((a, b) => a - b);
  const runs: string[] = [];
  for (let i = 0; i < dice.length; i++) {
    const start = i;
    while (i + 1 < dice.length && dice[i + 1] === dice[i]! + 1) i++;
    runs.push(i === start ? `${dice[i]}` : `${dice[start]}–${dice[i]}`);
  }
  return runs.join(", ");
}

interface Effect {
  unit: string;
  words: string;
}

/** What becomes of units, without what becomes of them in any case. */
export function distinctEffects(all: readonly (readonly Effect[])[]): Effect[][] {
  const parts = (effect: Effect) => effect.words.split(", ");
  const always = (unit: string, part: string) =>
    all.length > 1 &&
    all.every((effects) => effects.some((effect) => effect.unit === unit && parts(effect).includes(part)));
  return all.map((effects) =>
    effects
      .map((effect) => ({
        unit: effect.unit,
        words: parts(effect)
          .filter((part) => !always(effect.unit, part))
          .join(", "),
      }))
      .filter((effect) => effect.words),
  );
}
