/** Small words the page says itself. */

export function percent(chance: number): string {
  const value = 100 * chance;
  if (value > 0 && value < 0.1) return "<0.1 %";
  const digits = value === Math.round(value) || value >= 99.95 ? 0 : 1;
  return `${value.toFixed(digits)} %`;
}

export function signed(modifier: { amount: number; kind: string }): string {
  if (modifier.kind === "half") return "½";
  if (!modifier.amount) return "·";
  return modifier.amount > 0 ? `+${modifier.amount}` : `−${Math.abs(modifier.amount)}`;
}

/** How long ago, in words. */
export function ago(iso: string, now = Date.now()): string {
  const minutes = Math.round((now - Date.parse(iso)) / 60000);
  if (!Number.isFinite(minutes)) return "";
  if (minutes < 2) return "just now";
  if (minutes < 60) return `${minutes} minutes ago`;
  const hours = Math.round(minutes / 60);
  if (hours < 36) return hours === 1 ? "an hour ago" : `${hours} hours ago`;
  return `${Math.round(hours / 24)} days ago`;
}

export function titled(id: string): string {
  const words = id.replaceAll("_", " ");
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
