import type { ChatLine, FaceInfo, LogLine, StateMessage, Welcome } from "../wire/types";

/** A match as this browser last saw it: to be read while there is no connection. */
export interface Kept {
  welcome: Welcome;
  state: StateMessage;
  faces: Record<string, FaceInfo>;
  log: LogLine[];
  logStart: number;
  chat: ChatLine[];
  /** When, in milliseconds. */
  at: number;
}

const CACHE = "bridgehead-matches";
const MOST = 10;
const address = (key: string) => `/kept/${encodeURIComponent(key)}`;

/** Browsers keep things for pages of https and of this computer only. */
const canKeep = () => "caches" in window;

export async function keepMatch(key: string, match: Kept): Promise<void> {
  if (!canKeep()) return;
  try {
    const cache = await caches.open(CACHE);
    await cache.delete(address(key));
    await cache.put(address(key), new Response(JSON.stringify(match)));
    const all = await cache.keys();
    await Promise.all(all.slice(0, -MOST).map((old) => cache.delete(old)));
  } catch {
    // Without room for it the match is played all the same.
  }
}

export async function keptMatch(key: string): Promise<Kept | null> {
  if (!canKeep()) return null;
  try {
    const found = await (await caches.open(CACHE)).match(address(key));
    return found ? ((await found.json()) as Kept) : null;
  } catch {
    return null;
  }
}

export async function forgetMatch(key: string): Promise<void> {
  if (canKeep()) await (await caches.open(CACHE)).delete(address(key));
}
