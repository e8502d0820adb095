import type {
  BotInfo,
  Created,
  GameDetail,
  GameInfo,
  Held,
  Link,
  Listed,
  NewMatch,
  NewSeat,
  Problem,
  RuleInfo,
  ServerInfo,
} from "./types";
import type { Sheet } from "../board/geometry";

/** A layout as the server sends it: which hexes there are and, where it says so, of what terrain. */
export interface Laid extends Sheet {
  hexes?: number[];
  terrain?: Record<string, string>;
}

/** The server said no, in words for a player. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    words: string,
  ) {
    super(words);
  }
}

async function call<T>(path: string, init?: RequestInit): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(path, init);
  } catch {
    throw new Refused(0, "offline", "The server cannot be reached. Check that it is running, then try again.");
  }
  if (!answer.ok) throw await refusal(answer);
  if (answer.status === 204) return undefined as T;
  const json = answer.headers.get("content-type")?.includes("json");
  return (json ? await answer.json() : await answer.text()) as T;
}

async function refusal(answer: Response): Promise<Refused> {
  const fallback = `The server could not do that (${answer.status}). Nothing was changed.`;
  try {
    const problem = (await answer.json()) as Partial<Problem>;
    return new Refused(answer.status, problem.code ?? "", problem.words ?? fallback);
  } catch {
    return new Refused(answer.status, "", fallback);
  }
}

function post<T>(path: string, body: unknown = {}): Promise<T> {
  return call<T>(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

const part = encodeURIComponent;

export const api = {
  server: () => call<ServerInfo>("/api/server"),
  games: () => call<GameInfo[]>("/api/games"),
  game: (name: string) => call<GameDetail>(`/api/games/${part(name)}`),
  rules: (name: string) => call<RuleInfo[]>(`/api/games/${part(name)}/rules`),
  layout: (info: GameInfo) => call<Laid>(info.layout),
  map: (info: GameInfo, theme: "light" | "dark") => call<string>(themed(info.map, theme)),
  bots: () => call<BotInfo[]>("/api/bots"),
  matches: () => call<Listed[]>("/api/matches"),
  create: (match: NewMatch) => post<Created>("/api/matches", match),
  take: (record: string, seats: Record<string, NewSeat> = {}) => post<Created>("/api/records", { record, seats }),
  held: (key: string) => call<Held>(`/api/seats/${part(key)}`),
  recordPath: (key: string) => `/api/seats/${part(key)}/record`,
  /** Take the seat of an invitation. */
  join: (invitation: string, name: string) => post<Link>(`/api/join/${part(invitation)}`, { name }),
  branch: (key: string, at: number, side: string) => post<Created>(`/api/seats/${part(key)}/branch`, { at, side }),
  rematch: (id: string) => post<Created>(`/api/matches/${part(id)}/rematch`),
  remove: (id: string) => call<void>(`/api/matches/${part(id)}`, { method: "DELETE" }),
};

/** The address of a game's map by day or night. */
export function themed(map: string, theme: "light" | "dark"): string {
  return theme === "dark" ? `${map}${map.includes("?") ? "&" : "?"}theme=dark` : map;
}
