import { api } from "../wire/api";
import { Denied, playAddress, Socket, type Connection } from "../wire/socket";
import type {
  Asking,
  ChatLine,
  FaceInfo,
  Facts,
  FromServer,
  GameDetail,
  GameInfo,
  LogLine,
  LogMessage,
  LogPart,
  RuleInfo,
  ScenarioInfo,
  SeatInfo,
  StateMessage,
  Welcome,
} from "../wire/types";
import { Camera } from "../board/camera.svelte";
import { Cinema } from "./animator.svelte";
import { Geometry } from "../board/geometry";
import { recall, remember } from "../common/storage";
import { Lit } from "./legalMoves";
import { boxesOf, fullName, pilesOf, placeName, unitsOf, type Position } from "./position";

export interface Notice {
  words: string;
  rule: string;
  bad: boolean;
}

interface Seen {
  clock: number;
}

/** A match on the table: the connection, the position, the log, and what is known of the game. */
export class Table {
  connection = $state<Connection>("connecting");
  /** Why the connection will not come back. */
  closed = $state("");
  welcome = $state.raw<Welcome | null>(null);
  state = $state.raw<StateMessage | null>(null);
  /** The position on the board: the present one, unless a film or a replay shows another. */
  shown = $state.raw<Position | null>(null);
  faces = $state.raw<Record<string, FaceInfo>>({});
  log = $state.raw<LogLine[]>([]);
  /** How many lines of the log came before those held. */
  before = $state(0);
  chat = $state.raw<ChatLine[]>([]);
  unread = $state(0);
  seats = $state.raw<SeatInfo[]>([]);
  notice = $state.raw<Notice | null>(null);
  /** What happened while the player was away. */
  since = $state.raw<LogLine[] | null>(null);
  replaying = $state(false);
  /** What a screen reader is told. */
  spoken = $state("");

  detail = $state.raw<GameDetail | null>(null);
  geometry = $state.raw<Geometry | null>(null);
  camera = $state.raw<Camera | null>(null);
  rules = $state.raw<RuleInfo[]>([]);
  private terrain = $state.raw<Record<string, string>>({});
  readonly cinema: Cinema;
  private readonly socket: Socket;
  private silence: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly key: string) {
    this.cinema = new Cinema(
      (position) => (this.shown = position),
      (unit) => this.hexOf(unit),
    );
    this.socket = new Socket(playAddress(key), {
      message: (message) => this.hear(message),
      connection: (state, words) => {
        this.connection = state;
        this.closed = words;
      },
    });
  }

  leave(): void {
    this.socket.close();
    this.cinema.skip();
  }

  hurry(): void {
    this.socket.hurry();
  }

  // --- what the game is

  get info(): GameInfo | null {
    return this.detail?.info ?? null;
  }

  get names(): Record<string, string> {
    return this.detail?.names ?? {};
  }

  scenario = $derived.by<ScenarioInfo | null>(() => {
    const match = this.welcome?.match;
    return this.info?.scenarios.find((scenario) => scenario.id === match?.scenario) ?? null;
  });

  private async fetchGame(name: string): Promise<void> {
    if (this.detail?.info.name === name) return;
    try {
      const detail = await api.game(name);
      const sheet = await api.layout(detail.info);
      const geometry = new Geometry(sheet, sheet.hexes);
      this.terrain = sheet.terrain ?? {};
      this.geometry = geometry;
      this.camera = new Camera(geometry);
      this.detail = detail;
      this.rules = await api.rules(name);
    } catch (problem) {
      this.tellProblem(problem);
    }
  }

  nameOf(id: string): string {
    return this.names[id] ?? id;
  }

  unitName(unit: string): string {
    const face = this.shown?.faces[unit];
    return fullName(face ? this.faces[face] : undefined, this.nameOf(unit));
  }

  placeName(hex: number): string {
    return placeName(this.names, hex);
  }

  /** What a hex is made of, where the layout says so. */
  ground(hex: number): string {
    return (this.terrain[hex] ?? "").replaceAll("_", " ");
  }

  rule(number: string): RuleInfo | undefined {
    return this.rules.find((rule) => rule.number === number);
  }

  // --- the position

  piles = $derived.by(() => (this.shown ? pilesOf(this.shown) : []));
  boxes = $derived.by(() => (this.shown ? boxesOf(this.shown) : new Map<string, never[]>()));
  units = $derived.by(() => new Map(this.shown ? unitsOf(this.shown.view).map((unit) => [unit.id, unit]) : []));
  facts = $derived.by(() => (this.shown?.view.facts ?? {}) as Facts);
  pileAt = $derived.by(() => new Map(this.piles.map((pile) => [pile.hex, pile])));

  /** What may be done now: nothing while a film runs or the past is shown. */
  lit = $derived.by(() => {
    const state = this.state;
    const open = state?.your_turn && !this.cinema.running && !this.replaying && !state.hand_over;
    return new Lit(open ? state.options : []);
  });

  hexOf(unit: string): number {
    return this.units.get(unit)?.hex ?? 0;
  }

  get mine(): string[] {
    return this.welcome?.sides ?? [];
  }

  // --- messages

  private hear(message: FromServer): void {
    switch (message.type) {
      case "welcome":
        this.welcome = message;
        this.chat = message.chat;
        this.seats = message.match.seats;
        void this.fetchGame(message.match.game);
        return;
      case "state":
        this.take(message);
        return;
      case "replay":
        this.addFaces(message.new_faces);
        return;
      case "log":
        return;
      case "chat":
        this.chat = [...this.chat, message.line];
        this.unread += 1;
        this.speak(`${message.line.name}: ${message.line.words}`);
        return;
      case "seats":
        this.seats = message.seats;
        return;
      case "pace":
        if (this.state) this.state = { ...this.state, pace: message.pace };
        return;
      case "error":
        if (!message.re) this.tell(message.words, message.rule, true);
        return;
    }
  }

  private take(state: StateMessage): void {
    const old = this.state;
    this.addFaces(state.new_faces);
    const fresh = this.append(state.log, old?.clock ?? Infinity);
    this.state = state;
    this.seats = state.seats;
    this.welcomeBack(old, state);
    if (this.replaying) return;
    const position: Position = state;
    const away = document.visibilityState === "hidden";
    const theirs = old !== null && !old.your_turn && !state.hand_over && old.match === state.match;
    if (theirs && fresh.length && !away && !this.since) this.cinema.show(fresh, position);
    else {
      this.cinema.skip();
      this.shown = position;
      if (old && state.clock === old.clock + 1) this.cinema.flash(fresh);
    }
    if (!away && !this.since) this.seen(state.clock);
    if (state.your_turn && (!old?.your_turn || old.prompt !== state.prompt)) this.speak(state.prompt);
  }

  private addFaces(faces: Record<string, FaceInfo>): void {
    if (Object.keys(faces).length) this.faces = { ...this.faces, ...faces };
  }

  /** Put a part of the log in its place; the lines after a clock are given back. */
  private append(part: LogPart, clock: number): LogLine[] {
    if (!this.log.length || part.start < this.before) this.before = part.start;
    this.log = [...this.log.slice(0, Math.max(0, part.start - this.before)), ...part.lines];
    return part.lines.filter((line) => line.clock > clock);
  }

  async earlier(): Promise<void> {
    if (!this.before) return;
    const start = Math.max(0, this.before - 400);
    const answer = await this.asks<LogMessage>({ type: "log", start, stop: this.before });
    if (!answer || answer.log.start !== start) return;
    this.log = [...answer.log.lines, ...this.log];
    this.before = start;
  }

  // --- absence

  private welcomeBack(old: StateMessage | null, state: StateMessage): void {
    if (old) return;
    const seen = recall<Seen | null>(`seen.${this.key}`, null);
    if (!seen || state.hand_over || seen.clock >= state.clock) return;
    const lines = this.log.filter((line) => line.clock > seen.clock);
    if (lines.length) this.since = lines;
  }

  /** The page is looked at again after others have moved. */
  cameBack(): void {
    const state = this.state;
    if (!state || this.replaying) return;
    const seen = recall<Seen | null>(`seen.${this.key}`, null);
    const lines = seen ? this.log.filter((line) => line.clock > seen.clock) : [];
    if (lines.length && seen!.clock + 1 < state.clock) this.since = lines;
    else this.seen(state.clock);
  }

  seenSince(): void {
    this.since = null;
    if (this.state) this.seen(this.state.clock);
  }

  private seen(clock: number): void {
    remember(`seen.${this.key}`, { clock } satisfies Seen);
  }

  // --- speaking

  /** Ask; a refusal is shown and gives null. */
  async asks<T extends FromServer>(message: Asking): Promise<T | null> {
    try {
      return await this.socket.ask<T>(message);
    } catch (problem) {
      this.tellProblem(problem);
      return null;
    }
  }

  /** Say something that has no answer. */
  says(message: Asking): void {
    this.socket.say(message);
  }

  /** Ask; a refusal is thrown. */
  hears<T extends FromServer>(message: Asking): Promise<T> {
    return this.socket.ask<T>(message);
  }

  /** Ask for something that may be left out without harm: a route, a preview. */
  async wonders<T extends FromServer>(message: Asking): Promise<T | null> {
    try {
      return await this.socket.ask<T>(message);
    } catch {
      return null;
    }
  }

  tellProblem(problem: unknown): void {
    if (problem instanceof Denied) {
      if (problem.answer.code !== "stale") this.tell(problem.answer.words, problem.answer.rule, true);
    } else if (problem instanceof Error) this.tell(problem.message, "", true);
  }

  tell(words: string, rule = "", bad = false): void {
    this.notice = { words, rule, bad };
    this.speak(words);
    clearTimeout(this.silence);
    this.silence = setTimeout(() => (this.notice = null), 7000);
  }

  speak(words: string): void {
    this.spoken = words;
  }

  /** Every hex in words: its number, its name and who stands there. */
  describe(hex: number): string {
    const pile = this.pileAt.get(hex);
    const parts = [this.placeName(hex)];
    for (const piece of pile?.pieces ?? [])
      parts.push(piece.unit ? this.unitName(piece.unit) : fullName(this.faces[piece.face], "a hidden counter"));
    return parts.join("; ");
  }
}
