/** Numbers and ids as the page writes them. */

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
