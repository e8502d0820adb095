import type { OptionLine } from "../wire/types";
import type { LegalMoves } from "./legalMoves";

/** The button that ends a decision: a phase, one unit's move, or a choice that may be declined. */
export interface Ending {
  option: OptionLine;
  kind: "phase" | "unit" | "choice";
  /** Units that could still be picked. */
  left: string[];
  /** What the button says: the phase by its name, and what is left in it. */
  words: string;
  /** Units that have not moved are worth a question. */
  moves: boolean;
}

export function endingOf(moves: LegalMoves, unitInHand: string): Ending | null {
  const option = moves.done;
  if (!option) return null;
  const left = [...moves.units].filter(([, options]) => options.some(isPick)).map(([unit]) => unit);
  const names = /^End [A-Z]/.test(option.words);
  const kind = unitInHand && !left.length && !names ? "unit" : names ? "phase" : "choice";
  const isMovement = kind === "phase" && /movement/i.test(option.words);
  const count = kind === "phase" && left.length ? ` · ${left.length} ${isMovement ? "unmoved" : "left"}` : "";
  return { option, kind, left, words: option.words + count, moves: isMovement };
}

export const isPick = (option: OptionLine): boolean => option.verb === "Pick";
