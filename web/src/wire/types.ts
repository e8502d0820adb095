import type { components } from "./openapi";

type Schemas = components["schemas"];

export type GameInfo = Schemas["GameInfo"];
export type GameDetail = Schemas["GameDetail"];
export type ScenarioInfo = Schemas["ScenarioInfo"];
export type OptionInfo = Schemas["OptionInfo"];
export type RuleInfo = Schemas["RuleInfo"];
export type ReferenceInfo = Schemas["ReferenceInfo"];
export type Chart = Schemas["Chart"];
export type ChartLine = Schemas["Line"];
export type SequenceStep = Schemas["Step"];
export type Present = Schemas["Present"];
export type Relation = Schemas["Relation"];
export type BotInfo = Schemas["BotInfo"];
export type ServerInfo = Schemas["ServerInfo"];
export type NewMatch = Schemas["NewMatch"];
export type NewSeat = Schemas["NewSeat"];
export type SeatKind = NonNullable<NewSeat["kind"]>;
export type SeatInfo = Schemas["SeatInfo"];
export type MatchInfo = Schemas["MatchInfo"];
export type ResultInfo = Schemas["ResultInfo"];
export type Link = Schemas["Link"];
export type Invitation = Schemas["Invitation"];
export type Created = Schemas["Created"];
export type Listed = Schemas["Listed"];
export type Held = Schemas["Held"];
export type Problem = Schemas["Problem"];

export type OptionLine = Schemas["OptionLine"];
export type NounKind = OptionLine["kind"];
export type LogLine = Schemas["LogLine"];
export type LogPart = Schemas["LogPart"];
export type FaceInfo = Schemas["FaceInfo"];
export type ChatLine = Schemas["ChatLine"];
export type View = Schemas["View"];
export type Back = Schemas["Back"];

export type Welcome = Schemas["Welcome"];
export type StateMessage = Schemas["StateMessage"];
export type ChangesMessage = Schemas["ChangesMessage"];
export type Why = Schemas["Why"];
export type RouteMessage = Schemas["RouteMessage"];
export type ForecastMessage = Schemas["ForecastMessage"];
export type OverlayMessage = Schemas["OverlayMessage"];
export type TogetherMessage = Schemas["TogetherMessage"];
export type PreviewMessage = Schemas["PreviewMessage"];
export type ForecastInfo = Schemas["ForecastInfo"];
export type Advice = Schemas["Advice"];
export type AdviceMessage = Schemas["AdviceMessage"];
export type ExplainMessage = Schemas["ExplainMessage"];
export type PresentMessage = Schemas["PresentMessage"];
export type MomentsMessage = Schemas["MomentsMessage"];
export type Moment = Schemas["Moment"];
export type RemindersMessage = Schemas["RemindersMessage"];
export type ReplayMessage = Schemas["ReplayMessage"];
export type LogMessage = Schemas["LogMessage"];
export type HintMessage = Schemas["HintMessage"];
export type ReasonMessage = Schemas["ReasonMessage"];
export type ReasonInfo = Schemas["ReasonInfo"];
export type LessonList = Schemas["LessonList"];
export type LessonInfo = Schemas["LessonInfo"];
export type LessonMessage = Schemas["LessonMessage"];
export type LessonStep = Schemas["LessonStep"];
export type ErrorMessage = Schemas["ErrorMessage"];
export type FromServer =
  | Welcome
  | StateMessage
  | ChangesMessage
  | Why
  | RouteMessage
  | ForecastMessage
  | OverlayMessage
  | TogetherMessage
  | PreviewMessage
  | RemindersMessage
  | PresentMessage
  | MomentsMessage
  | AdviceMessage
  | ExplainMessage
  | ReplayMessage
  | LogMessage
  | HintMessage
  | ReasonMessage
  | LessonMessage
  | Schemas["ChatMessage"]
  | Schemas["PaceMessage"]
  | Schemas["SeatsMessage"]
  | ErrorMessage;

export type FromClient =
  | Schemas["Act"]
  | Schemas["WhyNot"]
  | Schemas["AskRoute"]
  | Schemas["AskForecast"]
  | Schemas["AskOverlay"]
  | Schemas["AskTogether"]
  | Schemas["AskPreview"]
  | Schemas["AskReminders"]
  | Schemas["AskPresent"]
  | Schemas["AskMoments"]
  | Schemas["AskAdvice"]
  | Schemas["AskExplain"]
  | Schemas["Undo"]
  | Schemas["AskTakeBack"]
  | Schemas["AnswerTakeBack"]
  | Schemas["Say"]
  | Schemas["AskReplay"]
  | Schemas["AskLog"]
  | Schemas["Look"]
  | Schemas["AskWhole"]
  | Schemas["SetPace"]
  | Schemas["AskHint"]
  | Schemas["DropHint"]
  | Schemas["AskReason"]
  | LessonStep;

/** A message of the client without the number that the socket gives it. */
export type ClientRequest = FromClient extends infer Each
  ? Each extends FromClient
    ? Omit<Each, "id">
    : never
  : never;

/** A unit as a view shows it: what every game has, and its own fields beside. */
export interface UnitView {
  id: string;
  side: string;
  hex: number;
  box: string;
  [field: string]: unknown;
}

export interface TrackFact {
  name: string;
  title: string;
  value: number;
  most?: number;
}

export interface MarkerFact {
  hex: number;
  kind: string;
  side?: string;
  label?: string;
}

/** What a view's facts may hold that every client knows how to show. */
export interface Facts {
  tracks?: TrackFact[];
  markers?: MarkerFact[];
  boxes?: Record<string, string>;
  /** The hexes a side holds, where control is the game. */
  areas?: Record<string, readonly number[]>;
  /** The hexes a scenario does not use. */
  out_of_play?: readonly number[];
  /** The chits in the cup; or of each side its chits, their number, or nothing if that is hidden. */
  cup?: readonly string[] | Record<string, readonly string[] | number | null>;
  note?: string;
  [name: string]: unknown;
}

/** A point of the map, in map units. */
export type Point = readonly [number, number];

/** A layout in numbers: centre = origin + first * first_step + second * second_step (+ shift). */
export interface HexLayout {
  size: number;
  width: number;
  height: number;
  flat: boolean;
  origin: Point;
  first_step: Point;
  second_step: Point;
  shift: Point;
  /** The files that lie shifted: odd or even first pairs. */
  shifted: string;
  /** The six corners from a centre. */
  corners: readonly Point[];
  first: Point;
  second: Point;
  north: number;
  metres: number;
  /** What the map prints between the two pairs of a hex number. */
  separator: string;
}

/** A layout with its map: which hexes there are and, where it says so, of what terrain. */
export interface MapLayout extends HexLayout {
  hexes?: number[];
  terrain?: Record<string, string>;
}
