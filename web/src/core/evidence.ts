/** What a hint or step draws on the board. */

import type { House } from "./shape";

export interface CandidateMark {
  readonly cell: number;
  readonly digit: number;
  /**
   * `pattern`: it makes the pattern; `second`: it makes a second part of it; `out`: it is ruled out;
   * `in`: it is placed; `on` and `off`: a chain assumes or shows it true or false.
   */
  readonly role: "pattern" | "second" | "out" | "in" | "on" | "off";
}

export interface Arrow {
  readonly from: { readonly cell: number; readonly digit: number };
  readonly to: { readonly cell: number; readonly digit: number };
  /** Strong: from a false candidate to a true one. Weak links are dashed. */
  readonly strong: boolean;
}

export interface Evidence {
  readonly houses: readonly House[];
  /** The cells of the pattern, framed. */
  readonly cells: readonly number[];
  /** The cells of its second part, framed by dashes. */
  readonly others: readonly number[];
  readonly marks: readonly CandidateMark[];
  readonly arrows: readonly Arrow[];
  /** Candidates to show in fixed places, by cell, instead of the user's marks. */
  readonly candidates: ReadonlyMap<number, readonly number[]>;
}

export const NO_EVIDENCE: Evidence = { houses: [], cells: [], others: [], marks: [], arrows: [], candidates: new Map() };
