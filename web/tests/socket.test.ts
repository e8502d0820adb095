import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { RequestError, playUrl, Socket, type Connection } from "../src/wire/socket";
import type { FromServer, StateMessage } from "../src/wire/types";

class Fake {
  static last: Fake;
  static made = 0;
  readyState = 0;
  sent: { id: number; type: string }[] = [];
  onmessage: ((event: { data: string }) => void) | null = null;
  onopen: (() => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  constructor() {
    Fake.last = this;
    Fake.made += 1;
  }
  open(): void {
    this.readyState = 1;
    this.onopen?.();
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as { id: number; type: string });
  }
  tell(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  drop(code: number): void {
    this.readyState = 3;
    this.onclose?.({ code });
  }
  close(): void {
    this.drop(1000);
  }
}

let heard: FromServer[];
let states: Connection[];
const socket = () =>
  new Socket(
    "ws://x",
    { onMessage: (message) => heard.push(message), onConnection: (state) => states.push(state) },
    () => new Fake() as unknown as WebSocket,
  );

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", { OPEN: 1 });
  heard = [];
  states = [];
  Fake.made = 0;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("an answer finds its question, news goes to the listener", async () => {
  const it = socket();
  Fake.last.open();
  const asked = it.request<StateMessage>({ type: "undo", stamp: 3 });
  Fake.last.tell({ type: "seats", re: 0, seats: [] });
  Fake.last.tell({ type: "state", re: Fake.last.sent[0]!.id, stamp: 4 });
  expect((await asked).stamp).toBe(4);
  expect(heard.map((message) => message.type)).toEqual(["seats", "state"]);
});

test("a refusal is thrown with its rule", async () => {
  const it = socket();
  Fake.last.open();
  const asked = it.request({ type: "undo", stamp: 3 });
  Fake.last.tell({ type: "error", re: 1, code: "illegal", words: "no", rule: "5.2", title: "" });
  await expect(asked).rejects.toMatchObject({ answer: { rule: "5.2" } });
});

test("a lost connection comes back by itself, and open questions are given up", async () => {
  const it = socket();
  Fake.last.open();
  const asked = it.request({ type: "reminders" });
  Fake.last.drop(1006);
  await expect(asked).rejects.toBeInstanceOf(RequestError);
  await expect(it.request({ type: "reminders" })).rejects.toBeInstanceOf(RequestError);
  expect(states.at(-1)).toBe("lost");
  vi.advanceTimersByTime(600);
  expect(Fake.made).toBe(2);
  Fake.last.open();
  expect(states.at(-1)).toBe("open");
});

test("a deleted match does not come back", () => {
  socket();
  Fake.last.open();
  Fake.last.drop(4410);
  vi.advanceTimersByTime(60000);
  expect(Fake.made).toBe(1);
  expect(states.at(-1)).toBe("closed");
});

test("the address follows the page's", () => {
  const at = { protocol: "https:", host: "h:1" } as Location;
  expect(playUrl("k-1", at)).toBe("wss://h:1/api/play/k-1");
});
