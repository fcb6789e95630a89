// Moves as text. Records and links use English names (`r4c5=9`, rows and columns from 1); the page shows
// those of its language, where r4c5 is l4c5 in French (ligne).

import { PASS, type Move } from "./game";

/** Returns the name of a move in records and requests. */
export function moveName(move: Move): string {
  return move.kind === "pass" ? "pass" : `r${move.row + 1}c${move.column + 1}=${move.digit}`;
}

/** Parses a name of [`moveName`]; `null` if it is none. */
export function parseMove(text: string): Move | null {
  if (text === "pass") return PASS;
  const match = /^r(\d{1,5})c(\d{1,5})=(\d{1,5})$/.exec(text);
  if (match === null) return null;
  const [row = 0, column = 0, digit = 0] = match.slice(1).map(Number);
  return { kind: "place", row: row - 1, column: column - 1, digit };
}

/** How a language names a cell: `rc` in English, `lc` in French. */
export interface MoveWords {
  readonly row: string;
  readonly column: string;
  readonly pass: string;
}

/** Returns the name of a move for readers. */
export function moveText(move: Move, words: MoveWords): string {
  if (move.kind === "pass") return words.pass;
  return `${words.row}${move.row + 1}${words.column}${move.column + 1}=${move.digit}`;
}

/** Returns points with their sign, as in a score line: `+12`, `−4`, `0`. */
export function signed(points: number): string {
  if (points === 0) return "0";
  return points > 0 ? `+${points}` : `\u2212${-points}`;
}
