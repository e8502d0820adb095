import { Camera } from "../board/camera.svelte";
import { Geometry, writeHexesWith } from "../board/geometry";
import { isDark } from "../common/settings.svelte";
import { readStorage, writeStorage } from "../common/storage";
import { api } from "../wire/api";
import { RequestError, playUrl, Socket, type Connection } from "../wire/socket";
import type {
  ClientRequest,
  ChatLine,
  FaceInfo,
  Facts,
  FromServer,
  GameDetail,
  GameInfo,
  LessonInfo,
  LogLine,
  LogMessage,
  LogPart,
  OptionLine,
  PreviewMessage,
  RuleInfo,
  ScenarioInfo,
  SeatInfo,
  StateMessage,
  Welcome,
} from "../wire/types";
import { Animator } from "./animator.svelte";
import { hexesOfOption, LegalMoves } from "./legalMoves";
import { playSound } from "../common/sounds";
import { Notes } from "./notes.svelte";
import { forgetMatch, keepMatch, keptMatch } from "./offline";
import { summarize, type Summary } from "./summary";
import { boxesOf, fullName, stacksOf, placeName, unitsOf, type Position } from "./position";

export interface Notice {
  words: string;
  rule: string;
  isError: boolean;
}

interface LastSeen {
  clock: number;
}

/** A match: the connection, the position, the log, and what is known of the game. */
export class MatchStore {
  connection = $state<Connection>("connecting");
  /** Why the connection will not come back. */
  closeReason = $state("");
  welcome = $state.raw<Welcome | null>(null);
  state = $state.raw<StateMessage | null>(null);
  /** The position on the board: the present one, unless an animation or a replay shows another. */
  position = $state.raw<Position | null>(null);
  /** The position that an option under the pointer would bring, for as long as it is pointed at. */
  foreseen = $state.raw<Position | null>(null);
  faces = $state.raw<Record<string, FaceInfo>>({});
  log = $state.raw<LogLine[]>([]);
  /** How many lines of the log came before those held. */
  logStart = $state(0);
  chat = $state.raw<ChatLine[]>([]);
  unread = $state(0);
  seats = $state.raw<SeatInfo[]>([]);
  notice = $state.raw<Notice | null>(null);
  /** What happened while the player was away. */
  missed = $state.raw<LogLine[] | null>(null);
  replaying = $state(false);
  /** How one stands in the lesson, where the match is one. */
  lesson = $state.raw<LessonInfo | null>(null);
  /** Told when what was done is off the plan of the lesson. */
  onWrongTurn: (answer: { words: string; rule: string }) => void = () => {};
  /** What a screen reader is told. */
  announcement = $state("");

  detail = $state.raw<GameDetail | null>(null);
  geometry = $state.raw<Geometry | null>(null);
  camera = $state.raw<Camera | null>(null);
  /** Counters were drawn small: from now on every face has a simple drawing too. */
  simpleCounters = $state(false);
  rules = $state.raw<RuleInfo[]>([]);
  private terrain = $state.raw<Record<string, string>>({});
  /** The player's own bookmarks. */
  readonly notes = new Notes();
  readonly animator: Animator;
  private readonly socket: Socket;
  private noticeTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly key: string) {
    this.animator = new Animator(
      (position) => (this.position = position),
      (unit) => this.hexOf(unit),
    );
    this.socket = new Socket(playUrl(key), {
      onMessage: (message) => this.onMessage(message),
      onConnection: (state, words) => {
        this.connection = state;
        this.closeReason = words;
        if (state === "lost" && !this.state) void this.openKept();
        if (state === "closed") void forgetMatch(key);
      },
    });
  }

  close(): void {
    clearTimeout(this.keepTimer);
    this.socket.close();
    this.animator.skip();
  }

  reconnect(): void {
    this.socket.reconnect();
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
      // The map takes longest: it is on its way while all else is fetched.
      void api.map(detail.info, isDark() ? "dark" : "light").catch(() => undefined);
      const layout = await api.layout(detail.info);
      writeHexesWith(layout.separator);
      const geometry = new Geometry(layout, layout.hexes);
      this.terrain = layout.terrain ?? {};
      this.geometry = geometry;
      this.camera = new Camera(geometry);
      this.detail = detail;
      this.rules = await api.rules(name);
    } catch (problem) {
      this.showError(problem);
    }
  }

  nameOf(id: string): string {
    return this.names[id] ?? id;
  }

  unitName(unit: string): string {
    const face = this.position?.faces[unit];
    return fullName(face ? this.faces[face] : undefined, this.nameOf(unit));
  }

  placeName(hex: number): string {
    return placeName(this.names, hex);
  }

  /** What a hex is made of, where the layout says so. */
  terrainName(hex: number): string {
    return (this.terrain[hex] ?? "").replaceAll("_", " ");
  }

  /** What something drawn on the map or on a counter means, by the word it is drawn by. */
  meaning(word: string): string {
    return this.detail?.key[word]?.words ?? "";
  }

  rule(number: string): RuleInfo | undefined {
    return this.rules.find((rule) => rule.number === number);
  }

  // --- the position

  /** There is all that a board needs. */
  get ready(): boolean {
    return this.info !== null && this.geometry !== null && this.camera !== null && this.position !== null;
  }

  private shown = $derived(this.foreseen ?? this.position);
  stacks = $derived.by(() => (this.shown ? stacksOf(this.shown) : []));
  boxes = $derived.by(() => (this.shown ? boxesOf(this.shown) : new Map<string, never[]>()));
  units = $derived.by(() => new Map(this.shown ? unitsOf(this.shown.view).map((unit) => [unit.id, unit]) : []));
  facts = $derived.by(() => (this.position?.view.facts ?? {}) as Facts);
  stackAt = $derived.by(() => new Map(this.stacks.map((stack) => [stack.hex, stack])));

  /** What may be done now: nothing while an animation runs or the past is shown. */
  legalMoves = $derived.by(() => {
    const state = this.state;
    const open = state?.your_turn && !this.animator.running && !this.replaying && !state.hand_over;
    return new LegalMoves(open ? state.options : []);
  });

  hexOf(unit: string): number {
    return this.units.get(unit)?.hex ?? 0;
  }

  /** The hexes of all that may be done. */
  get legalHexes(): number[] {
    return this.legalMoves.all.flatMap((option) => this.hexesOf(option));
  }

  /** The hexes an option is at: where to look when it is pointed at in a list. */
  hexesOf(option: OptionLine): number[] {
    return hexesOfOption(option, (unit) => this.hexOf(unit));
  }

  /** The top unit of a stack with which something may be done, or "". */
  topLegalUnit(hex: number): string {
    return this.legalMoves.topUnit(this.stackAt.get(hex)?.pieces.map((piece) => piece.unit) ?? []) ?? "";
  }

  /** The top unit of a stack that is known, or "". */
  topUnit(hex: number): string {
    return this.stackAt.get(hex)?.pieces.findLast((piece) => piece.unit)?.unit ?? "";
  }

  get ownSides(): string[] {
    return this.welcome?.sides ?? [];
  }

  // --- without a connection

  /** When the position shown was seen; 0 while it is the present one. */
  asOf = $state(0);
  private keepTimer: ReturnType<typeof setTimeout> | undefined;

  /** There is no connection yet: show the match as it was last seen. */
  private async openKept(): Promise<void> {
    const kept = await keptMatch(this.key);
    if (!kept || this.state) return;
    this.asOf = kept.at;
    this.welcome = kept.welcome;
    this.notes.open(kept.welcome.match.id);
    this.faces = kept.faces;
    this.log = kept.log;
    this.logStart = kept.logStart;
    this.chat = kept.chat;
    this.seats = kept.state.seats;
    this.state = { ...kept.state, your_turn: false, options: [], can_undo: false };
    this.position = this.state;
    await this.fetchGame(kept.welcome.match.game);
  }

  /** The server is back: what it says takes the place of what was kept. */
  private leaveKept(): void {
    this.asOf = 0;
    this.state = null;
    this.log = [];
    this.logStart = 0;
  }

  /** Keep the match for a time without connection, a moment after the last change. */
  private keep(): void {
    clearTimeout(this.keepTimer);
    this.keepTimer = setTimeout(() => {
      const { welcome, state, faces, log, logStart, chat } = this;
      if (welcome && state && !this.asOf && typeof state.hand_over !== "string")
        void keepMatch(this.key, { welcome, state, faces, log, logStart, chat, at: Date.now() });
    }, 1500);
  }

  // --- messages

  private onMessage(message: FromServer): void {
    switch (message.type) {
      case "welcome":
        if (this.asOf) this.leaveKept();
        this.welcome = message;
        this.notes.open(message.match.id);
        this.chat = message.chat;
        this.seats = message.match.seats;
        void this.fetchGame(message.match.game);
        return;
      case "state":
        this.applyState(message);
        return;
      case "preview":
      case "replay":
        this.addFaces(message.new_faces);
        return;
      case "log":
        return;
      case "lesson":
        this.lesson = message.lesson;
        return;
      case "chat":
        this.chat = [...this.chat, message.line];
        this.unread += 1;
        this.announce(`${message.line.name}: ${message.line.words}`);
        return;
      case "seats":
        this.seats = message.seats;
        return;
      case "pace":
        if (this.state) this.state = { ...this.state, pace: message.pace };
        return;
      case "error":
        if (!message.re) this.notify(message.words, message.rule, true);
        return;
    }
  }

  private applyState(state: StateMessage): void {
    const old = this.state;
    this.foreseen = null;
    this.addFaces(state.new_faces);
    const fresh = this.append(state.log, old?.clock ?? Infinity);
    this.state = state;
    this.lesson = state.lesson;
    this.seats = state.seats;
    this.keep();
    this.checkMissed(old, state);
    if (this.replaying) return;
    const position: Position = state;
    const away = document.visibilityState === "hidden";
    this.followTurns(old, state, fresh);
    this.sound(old, state, fresh);
    const theirs = old !== null && !old.your_turn && !state.hand_over && old.match === state.match;
    if (theirs && fresh.length && !away && !this.missed) this.animator.show(fresh, position);
    else {
      this.animator.skip();
      this.position = position;
      if (old && state.clock === old.clock + 1) this.animator.flash(fresh);
    }
    if (!away && !this.missed) this.markSeen(state.clock);
    if (state.your_turn && (!old?.your_turn || old.prompt !== state.prompt)) this.announce(state.prompt);
  }

  /** Show what an option would bring, and go where it would bring it. */
  foresee(message: PreviewMessage): void {
    const { position, state, camera } = this;
    if (!message.view || !position || !state || this.replaying) return;
    const before = new Map(unitsOf(position.view).map((unit) => [unit.id, unit.hex]));
    this.foreseen = { ...position, ...message, view: message.view };
    const placed = unitsOf(message.view).filter((unit) => unit.hex && before.get(unit.id) !== unit.hex);
    const hexes = placed.map((unit) => unit.hex);
    if (hexes.length && camera && !hexes.some((hex) => camera.isVisible(hex))) camera.focus(hexes);
    if (placed.length) this.announce(`${placed.length} units would be placed`);
  }

  private addFaces(faces: Record<string, FaceInfo>): void {
    if (Object.keys(faces).length) this.faces = { ...this.faces, ...faces };
  }

  /** Put a part of the log in its place; the lines after a clock are given back. */
  private append(part: LogPart, clock: number): LogLine[] {
    if (!this.log.length || part.start < this.logStart) this.logStart = part.start;
    this.log = [...this.log.slice(0, Math.max(0, part.start - this.logStart)), ...part.lines];
    return part.lines.filter((line) => line.clock > clock);
  }

  async loadEarlierLog(): Promise<void> {
    if (!this.logStart) return;
    const start = Math.max(0, this.logStart - 400);
    const answer = await this.request<LogMessage>({ type: "log", start, stop: this.logStart });
    if (!answer || answer.log.start !== start) return;
    this.log = [...answer.log.lines, ...this.log];
    this.logStart = start;
  }

  async loadWholeLog(): Promise<void> {
    for (let before = Infinity; this.logStart && this.logStart < before;) {
      before = this.logStart;
      await this.loadEarlierLog();
    }
  }

  // --- the other side's turn, and what is heard

  /** What the other side did since one's own last action; in words once it is one's turn again. */
  private theirs: { before: Position; lines: LogLine[] } | null = null;
  summary = $state.raw<Summary | null>(null);

  private followTurns(old: StateMessage | null, state: StateMessage, fresh: LogLine[]): void {
    if (this.ownSides.length !== 1 || !old || state.clock <= old.clock) this.theirs = null;
    else if (old.your_turn && !state.your_turn) {
      this.theirs = { before: old, lines: [] };
      this.summary = null;
    } else if (this.theirs && !old.your_turn) this.theirs.lines.push(...fresh);
    if (!this.theirs || !state.your_turn) return;
    const { before, lines } = this.theirs;
    this.theirs = null;
    this.summary = summarize(lines, before, state, this.names, this.faces);
  }

  private sound(old: StateMessage | null, state: StateMessage, fresh: LogLine[]): void {
    if (!old || state.clock <= old.clock) return;
    if (state.result && !old.result) playSound("end");
    else if (fresh.some((line) => line.dice.length)) playSound("dice");
    else if (state.your_turn && !old.your_turn) playSound("turn");
    else if (fresh.some((line) => line.path.length)) playSound("move");
  }

  // --- absence

  private checkMissed(old: StateMessage | null, state: StateMessage): void {
    if (old) return;
    const seen = readStorage<LastSeen | null>(`seen.${this.key}`, null);
    if (!seen || state.lesson || state.hand_over || seen.clock >= state.clock) return;
    const lines = this.log.filter((line) => line.clock > seen.clock);
    if (lines.length) this.missed = lines;
  }

  /** The page is looked at again after others have moved. */
  onReturn(): void {
    const state = this.state;
    if (!state || this.replaying || state.lesson) return;
    const seen = readStorage<LastSeen | null>(`seen.${this.key}`, null);
    const lines = seen ? this.log.filter((line) => line.clock > seen.clock) : [];
    if (lines.length && seen!.clock + 1 < state.clock) this.missed = lines;
    else this.markSeen(state.clock);
  }

  dismissMissed(): void {
    this.missed = null;
    if (this.state) this.markSeen(this.state.clock);
  }

  private markSeen(clock: number): void {
    writeStorage(`seen.${this.key}`, { clock } satisfies LastSeen);
  }

  // --- requests and notices

  /** Send a request; an error is shown and gives null. */
  async request<T extends FromServer>(message: ClientRequest): Promise<T | null> {
    try {
      return await this.socket.request<T>(message);
    } catch (problem) {
      this.showError(problem);
      return null;
    }
  }

  /** Send a message that has no answer. */
  send(message: ClientRequest): void {
    this.socket.send(message);
  }

  /** Send a request; an error is thrown. */
  requestOrThrow<T extends FromServer>(message: ClientRequest): Promise<T> {
    return this.socket.request<T>(message);
  }

  /** Request something that may be left out without harm, such as a route or a preview. */
  async tryRequest<T extends FromServer>(message: ClientRequest): Promise<T | null> {
    try {
      return await this.socket.request<T>(message);
    } catch {
      return null;
    }
  }

  showError(problem: unknown): void {
    if (problem instanceof RequestError) {
      if (problem.answer.code === "lesson") this.onWrongTurn(problem.answer);
      else if (problem.answer.code !== "stale") this.notify(problem.answer.words, problem.answer.rule, true);
    } else if (problem instanceof Error) this.notify(problem.message, "", true);
  }

  notify(words: string, rule = "", isError = false): void {
    this.notice = { words, rule, isError };
    this.announce(words);
    clearTimeout(this.noticeTimer);
    this.noticeTimer = setTimeout(() => (this.notice = null), 7000);
  }

  announce(words: string): void {
    this.announcement = words;
  }

  /** Every hex in words: its number, its name and who stands there. */
  describeHex(hex: number): string {
    const stack = this.stackAt.get(hex);
    const parts = [this.placeName(hex)];
    for (const piece of stack?.pieces ?? [])
      parts.push(piece.unit ? this.unitName(piece.unit) : fullName(this.faces[piece.face], "a hidden counter"));
    return parts.join("; ");
  }
}
