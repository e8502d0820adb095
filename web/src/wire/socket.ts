import type { Asking, ErrorMessage, FromServer } from "./types";

export type Connection = "connecting" | "open" | "lost" | "closed";

/** The server answered a question with a refusal. */
export class Denied extends Error {
  constructor(readonly answer: Pick<ErrorMessage, "code" | "words" | "rule" | "title">) {
    super(answer.words);
  }
}

interface Waiting {
  resolve(message: FromServer): void;
  reject(problem: Denied): void;
}

export interface Listener {
  message(message: FromServer): void;
  connection(state: Connection, words: string): void;
}

const FATAL: Record<number, string> = {
  4404: "This link opens no match. It may have been mistyped, or the match was deleted.",
  4410: "The match was deleted by whoever made it.",
};
const LOST: Denied["answer"] = {
  code: "gone",
  words: "The connection to the server was lost; it is being restored.",
  rule: "",
  title: "",
};

/** A connection to a match: questions with answers, and news. It comes back by itself when it is lost. */
export class Socket {
  private socket: WebSocket | null = null;
  private readonly waiting = new Map<number, Waiting>();
  private number = 0;
  private tries = 0;
  private again: ReturnType<typeof setTimeout> | undefined;
  private over = false;

  constructor(
    private readonly url: string,
    private readonly listener: Listener,
    private readonly open: (url: string) => WebSocket = (url) => new WebSocket(url),
  ) {
    this.connect();
  }

  private connect(): void {
    const socket = this.open(this.url);
    this.socket = socket;
    this.listener.connection(this.tries ? "lost" : "connecting", "");
    socket.onmessage = (event: MessageEvent<string>) => this.receive(JSON.parse(event.data) as FromServer);
    socket.onopen = () => {
      this.tries = 0;
      this.listener.connection("open", "");
    };
    socket.onclose = (event: CloseEvent) => this.lost(event.code);
  }

  private receive(message: FromServer): void {
    const waiting = message.re ? this.waiting.get(message.re) : undefined;
    if (message.re) this.waiting.delete(message.re);
    this.listener.message(message);
    if (!waiting) return;
    if (message.type === "error") waiting.reject(new Denied(message));
    else waiting.resolve(message);
  }

  private lost(code: number): void {
    this.socket = null;
    for (const waiting of this.waiting.values()) waiting.reject(new Denied(LOST));
    this.waiting.clear();
    if (this.over) return;
    const fatal = FATAL[code];
    if (fatal) {
      this.over = true;
      this.listener.connection("closed", fatal);
      return;
    }
    this.tries += 1;
    this.listener.connection("lost", "");
    this.again = setTimeout(() => this.connect(), Math.min(8000, 250 * 2 ** Math.min(this.tries, 6)));
  }

  /** Try at once instead of waiting: the page came back, or the player asked. */
  hurry(): void {
    if (this.socket || this.over) return;
    clearTimeout(this.again);
    this.connect();
  }

  /** Ask and wait for the answer. */
  ask<T extends FromServer>(message: Asking): Promise<T> {
    const socket = this.socket;
    if (!socket || socket.readyState !== WebSocket.OPEN) return Promise.reject(new Denied(LOST));
    const id = ++this.number;
    return new Promise<T>((resolve, reject) => {
      this.waiting.set(id, { resolve: resolve as (message: FromServer) => void, reject });
      socket.send(JSON.stringify({ ...message, id }));
    });
  }

  /** Say something that has no answer. */
  say(message: Asking): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  close(): void {
    this.over = true;
    clearTimeout(this.again);
    this.socket?.close();
  }
}

/** Where a key is played. */
export function playAddress(key: string, at: Location = location): string {
  return `${at.protocol === "https:" ? "wss" : "ws"}://${at.host}/api/play/${encodeURIComponent(key)}`;
}
