/** A game as the page draws it. The rules are the engine's, which says what each ply changes. */

import type { GameReplay, PlyFields, ResultFields } from "./api";
import { cellName, parseCell, type Edge, type Shape } from "./shape";

/** A seat: 0 moves first, 1 second. */
export type Seat = 0 | 1;
export type Reason = ResultFields["reason"];

export interface Position {
  /** Digits by cell, 0 for empty. */
  readonly digits: readonly number[];
  /** The legal digits of each cell, ascending; none for filled cells. */
  readonly legal: readonly (readonly number[])[];
  /** The points that a placement in a cell gains beyond its digit, where there are any. */
  readonly bonuses: ReadonlyMap<number, number>;
  /** The empty cells in which no digit is legal. */
  readonly dead: ReadonlySet<number>;
  readonly scores: readonly [number, number];
  /** Whose turn it is, or would be if the game is over. */
  readonly seat: Seat;
  readonly mayPass: boolean;
  /** The ply that led here; `null` at the start. */
  readonly played: PlyFields | null;
  readonly outcome: Outcome | null;
}

export interface Outcome {
  readonly reason: Reason;
  /** `null` for a draw. */
  readonly winner: Seat | null;
}

export interface Game {
  readonly replay: GameReplay;
  readonly shape: Shape;
  readonly edges: readonly Edge[];
  /** The start, then the position after each ply. */
  readonly positions: readonly [Position, ...Position[]];
}

export const otherSeat = (seat: Seat): Seat => (seat === 0 ? 1 : 0);
/** Returns the seat of a player's number, 1 or 2. */
export const seatOf = (number: number | null | undefined): Seat | null => (number === 1 ? 0 : number === 2 ? 1 : null);
const seatOfTurn = (turn: number): Seat => (turn === 2 ? 1 : 0);

/** Returns a game with all its positions. */
export function gameOf(replay: GameReplay): Game {
  const { board, start } = replay;
  const [boxRows = 1, boxColumns = 1] = (board.box ?? "").split("x").map(Number);
  const edges = (board.edges ?? []).map(([ar, ac, br, bc]): Edge => [ar * board.size + ac, br * board.size + bc]);
  const positions: [Position, ...Position[]] = [{
    digits: start.digits,
    legal: start.legal,
    bonuses: new Map(start.bonuses.map(({ cell, points }) => [cell, points])),
    dead: new Set(start.dead),
    scores: [0, 0],
    seat: seatOfTurn(start.turn),
    mayPass: start.may_pass,
    played: null,
    outcome: null,
  }];
  let last = positions[0];
  for (const ply of replay.plies) positions.push((last = after(last, ply)));
  if (replay.result) {
    const { reason, winner } = replay.result;
    positions[positions.length - 1] = { ...last, outcome: { reason, winner: seatOf(winner) } };
  }
  return { replay, shape: { side: board.size, boxRows, boxColumns }, edges, positions };
}

function after(before: Position, ply: PlyFields): Position {
  const next = { ...before, scores: ply.scores, seat: seatOfTurn(ply.turn), mayPass: ply.may_pass, played: ply };
  if (ply.effect !== "placed" || ply.cell === undefined) return next;
  const ruledOut = new Map((ply.ruled_out ?? []).map(({ cell, digits }) => [cell, digits]));
  return {
    ...next,
    digits: before.digits.with(ply.cell, ply.digit ?? 0),
    legal: before.legal.map((legal, cell) => {
      const out = ruledOut.get(cell);
      return cell === ply.cell ? [] : out === undefined ? legal : legal.filter((digit) => !out.includes(digit));
    }),
    bonuses: new Map([...before.bonuses, ...(ply.bonuses ?? []).map(({ cell, points }) => [cell, points] as const)]),
    dead: new Set([...before.dead, ...(ply.dead ?? [])]),
  };
}

/** Returns the current position. */
export const currentPosition = ({ positions }: Pick<Game, "positions">): Position => positions.at(-1) ?? positions[0];

export const PASS = "pass";

/** Returns the engine's name for a placement. */
export const moveName = (shape: Shape, cell: number, digit: number): string => `${cellName(shape, cell)}=${digit}`;

/** Returns the cell and the digit of a move; undefined if it places nothing on the board. */
export function placementOf(shape: Shape, move: string): { cell: number; digit: number } | undefined {
  const [name = "", text] = move.split("=");
  const [cell, digit] = [parseCell(shape, name), Number(text)];
  return cell === undefined || !(digit >= 1 && digit <= shape.side) ? undefined : { cell, digit };
}
