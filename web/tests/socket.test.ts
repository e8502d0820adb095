import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { RequestError, playUrl, Socket, type Connection } from "../src/wire/socket";
import type { ChangesMessage, FromServer, StateMessage } from "../src/wire/types";
import messages from "./changes.json";

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
  expect(playUrl("k-1", at)).toBe("wss://h:1/api/play/k-1?changes=true");
});

const [whole, next] = messages as unknown as [StateMessage, { changes: ChangesMessage; whole: StateMessage }];

test("changes reach the listener as whole states, and answer", async () => {
  const it = socket();
  Fake.last.open();
  Fake.last.tell(whole);
  const asked = it.request<StateMessage>({ type: "undo", stamp: 0 });
  Fake.last.tell({ ...next.changes, re: Fake.last.sent[0]!.id });
  expect((await asked).view).toEqual(next.whole.view);
  expect(heard.map((message) => message.type)).toEqual(["state", "state"]);
});

test("where changes do not fit the whole state is sent for, and answers in their place", async () => {
  const it = socket();
  Fake.last.open();
  Fake.last.tell(whole);
  const asked = it.request<StateMessage>({ type: "undo", stamp: 0 });
  const id = Fake.last.sent[0]!.id;
  Fake.last.tell({ ...next.changes, re: id, check: 1 });
  expect(heard).toHaveLength(1);
  expect(Fake.last.sent[1]).toEqual({ type: "whole", id });
  Fake.last.tell({ ...next.whole, re: id });
  expect((await asked).stamp).toBe(next.whole.stamp);
});

test("a new connection begins with a whole state", () => {
  socket();
  Fake.last.open();
  Fake.last.tell(whole);
  Fake.last.drop(1006);
  vi.advanceTimersByTime(9000);
  Fake.last.open();
  Fake.last.tell(next.changes);
  expect(Fake.last.sent.map((message) => message.type)).toEqual(["whole"]);
});
