import { nextState } from "./changes";
import type { ChangesMessage, ClientRequest, ErrorMessage, FromServer, StateMessage } from "./types";

export type Connection = "connecting" | "open" | "lost" | "closed";

/** The server answered a request with an error, or the connection was lost before it answered. */
export class RequestError extends Error {
  constructor(readonly answer: Pick<ErrorMessage, "code" | "words" | "rule" | "title">) {
    super(answer.words);
  }
}

interface PendingRequest {
  resolve(message: FromServer): void;
  reject(problem: RequestError): void;
}

export interface Listener {
  onMessage(message: FromServer): void;
  onConnection(state: Connection, words: string): void;
}

const FATAL_CLOSES: Record<number, string> = {
  4404: "Invalid link; the game may have been deleted.",
  4410: "The game was deleted by its host.",
};
const CONNECTION_LOST: RequestError["answer"] = {
  code: "gone",
  words: "Connection lost; reconnecting.",
  rule: "",
  title: "",
};

/** A connection to a match: requests with answers, and news. It comes back by itself when it is lost.
 *  Of a state that changed only the changes are sent; whoever listens is told whole states. */
export class Socket {
  private socket: WebSocket | null = null;
  private readonly pending = new Map<number, PendingRequest>();
  private lastId = 0;
  private attempts = 0;
  private retryTimer: ReturnType<typeof setTimeout> | undefined;
  private closed = false;
  /** The last state of this connection; null while a whole one is waited for. */
  private state: StateMessage | null = null;

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
    this.state = null;
    this.listener.onConnection(this.attempts ? "lost" : "connecting", "");
    socket.onmessage = (event: MessageEvent<string>) => this.onMessage(JSON.parse(event.data) as FromServer);
    socket.onopen = () => {
      this.attempts = 0;
      this.listener.onConnection("open", "");
    };
    socket.onclose = (event: CloseEvent) => this.onClose(event.code);
  }

  private onMessage(received: FromServer): void {
    const message = received.type === "changes" ? this.putTogether(received) : received;
    if (!message) return;
    if (message.type === "state") this.state = message;
    const pending = message.re ? this.pending.get(message.re) : undefined;
    if (message.re) this.pending.delete(message.re);
    this.listener.onMessage(message);
    if (!pending) return;
    if (message.type === "error") pending.reject(new RequestError(message));
    else pending.resolve(message);
  }

  /** What changed as a whole state. Where that fails the whole one is sent for, and answers in its place. */
  private putTogether(told: ChangesMessage): StateMessage | null {
    const next = this.state && nextState(this.state, told);
    if (!next) {
      this.state = null;
      this.socket?.send(JSON.stringify({ type: "whole", id: told.re }));
    }
    return next;
  }

  private onClose(code: number): void {
    this.socket = null;
    for (const pending of this.pending.values()) pending.reject(new RequestError(CONNECTION_LOST));
    this.pending.clear();
    if (this.closed) return;
    const fatal = FATAL_CLOSES[code];
    if (fatal) {
      this.closed = true;
      this.listener.onConnection("closed", fatal);
      return;
    }
    this.attempts += 1;
    this.listener.onConnection("lost", "");
    this.retryTimer = setTimeout(() => this.connect(), Math.min(8000, 250 * 2 ** Math.min(this.attempts, 6)));
  }

  /** Try at once instead of waiting: the page came back, or the player asked. */
  reconnect(): void {
    if (this.socket || this.closed) return;
    clearTimeout(this.retryTimer);
    this.connect();
  }

  /** Send a request and wait for its answer. */
  request<T extends FromServer>(message: ClientRequest): Promise<T> {
    const socket = this.socket;
    if (!socket || socket.readyState !== WebSocket.OPEN) return Promise.reject(new RequestError(CONNECTION_LOST));
    const id = ++this.lastId;
    return new Promise<T>((resolve, reject) => {
      this.pending.set(id, { resolve: resolve as (message: FromServer) => void, reject });
      socket.send(JSON.stringify({ ...message, id }));
    });
  }

  /** Send a message that has no answer. */
  send(message: ClientRequest): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.retryTimer);
    this.socket?.close();
  }
}

/** Where a key is played. */
export function playUrl(key: string, at: Location = location): string {
  return `${at.protocol === "https:" ? "wss" : "ws"}://${at.host}/api/play/${encodeURIComponent(key)}?changes=true`;
}
