import type {
  BotInfo,
  Created,
  GameDetail,
  GameInfo,
  Held,
  Invitation,
  LessonList,
  Link,
  Listed,
  MapLayout,
  NewMatch,
  NewSeat,
  Problem,
  ReferenceInfo,
  RuleInfo,
  ServerInfo,
} from "./types";

/** The server refused, in words for a player. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    words: string,
  ) {
    super(words);
  }
}

async function request<T>(path: string, init?: RequestInit): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(path, init);
  } catch {
    throw new ApiError(0, "offline", "Can't reach the server. Check that it is running, then try again.");
  }
  if (!answer.ok) throw await errorFrom(answer);
  if (answer.status === 204) return undefined as T;
  const json = answer.headers.get("content-type")?.includes("json");
  return (json ? await answer.json() : await answer.text()) as T;
}

async function errorFrom(answer: Response): Promise<ApiError> {
  const fallback = `The server could not do that (error ${answer.status}). Nothing changed.`;
  try {
    const problem = (await answer.json()) as Partial<Problem>;
    return new ApiError(answer.status, problem.code ?? "", problem.words ?? fallback);
  } catch {
    return new ApiError(answer.status, "", fallback);
  }
}

function post<T>(path: string, body: unknown = {}): Promise<T> {
  return request<T>(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

const drawings = new Map<string, Promise<string>>();

/** A drawing: asked for once, as long as it comes. */
function drawn(path: string): Promise<string> {
  const known = drawings.get(path);
  if (known) return known;
  const asked = request<string>(path);
  drawings.set(path, asked);
  asked.catch(() => drawings.delete(path));
  return asked;
}

const encode = encodeURIComponent;

export const api = {
  server: () => request<ServerInfo>("/api/server"),
  games: () => request<GameInfo[]>("/api/games"),
  game: (name: string) => request<GameDetail>(`/api/games/${encode(name)}`),
  rules: (name: string) => request<RuleInfo[]>(`/api/games/${encode(name)}/rules`),
  reference: (game: string, scenario: string, setting: Record<string, string>) =>
    request<ReferenceInfo>(
      `/api/games/${encode(game)}/reference/${encode(scenario)}?${new URLSearchParams(setting).toString()}`,
    ),
  layout: (info: GameInfo) => request<MapLayout>(info.layout),
  map: (info: GameInfo, theme: "light" | "dark") => drawn(themedUrl(info.map, theme)),
  key: (info: GameInfo, theme: "light" | "dark") => request<string>(themedUrl(info.key, theme)),
  bots: () => request<BotInfo[]>("/api/bots"),
  matches: () => request<Listed[]>("/api/matches"),
  lessons: () => request<LessonList[]>("/api/lessons"),
  beginLesson: (game: string, lesson: string) => post<Created>("/api/lessons", { game, lesson }),
  create: (match: NewMatch) => post<Created>("/api/matches", match),
  importRecord: (record: string, seats: Record<string, NewSeat> = {}) =>
    post<Created>("/api/records", { record, seats }),
  seat: (key: string) => request<Held>(`/api/seats/${encode(key)}`),
  recordPath: (key: string) => `/api/seats/${encode(key)}/record`,
  invitation: (key: string) => request<Invitation>(`/api/join/${encode(key)}`),
  /** Take the seat of an invitation. */
  join: (invitation: string, name: string) => post<Link>(`/api/join/${encode(invitation)}`, { name }),
  branch: (key: string, at: number, side: string) => post<Created>(`/api/seats/${encode(key)}/branch`, { at, side }),
  rematch: (id: string, sides: "same" | "changed" = "same") =>
    post<Created>(`/api/matches/${encode(id)}/rematch?sides=${sides}`),
  remove: (id: string) => request<void>(`/api/matches/${encode(id)}`, { method: "DELETE" }),
};

/** The address of a game's map in a theme. */
export function themedUrl(map: string, theme: "light" | "dark"): string {
  return theme === "dark" ? `${map}${map.includes("?") ? "&" : "?"}theme=dark` : map;
}
