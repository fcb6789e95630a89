// The rules of DualSudoku: a game as immutable states. They are those of `crates/arena/src/game`, and
// `game.test.ts` replays the golden games of that crate. The server is the referee; this model lets the
// page show legal digits at once, step through games without asking, and replay files.

import { houseCells, housesOf, type Edge, type Shape } from "./shape";

/** A seat: 0 moves first, 1 second. */
export type Seat = 0 | 1;

export type Passing = "unlimited" | "two-pass-end" | "no-double-pass" | "forbidden";
export const PASSINGS: readonly Passing[] = ["two-pass-end", "no-double-pass", "forbidden", "unlimited"];

export type Illegal = "penalty" | "forfeit" | "penalty-always";
export const ILLEGALS: readonly Illegal[] = ["penalty", "forfeit", "penalty-always"];

export const REASONS = ["full", "stuck", "two-passes", "ply-cap", "forfeit", "time"] as const;
export type Reason = (typeof REASONS)[number];

/** The board at the start. Cells have the index `row * side + column`. */
export interface GameBoard extends Shape {
  /** Digits by cell, 0 for empty. */
  readonly givens: readonly number[];
  readonly edges: readonly Edge[];
}

/** Time limits in seconds; `null` means that there is no limit. */
export interface ClockRule {
  readonly perGame: number | null;
  readonly increment: number;
  readonly perMove: number | null;
}

export interface Ruleset {
  readonly board: GameBoard;
  /** Points for each completed house. */
  readonly bonus: number;
  /** Points that a pass costs. */
  readonly passCost: number;
  readonly passing: Passing;
  readonly illegal: Illegal;
  readonly plyCap: number;
  readonly clock: ClockRule;
}

/** A move; it may be illegal, also by naming a cell that the board does not have (rows from 0). */
export type Move =
  | { readonly kind: "place"; readonly row: number; readonly column: number; readonly digit: number }
  | { readonly kind: "pass" };

export const PASS: Move = { kind: "pass" };

/** What a move did. */
export type Effect = "placed" | "passed" | "penalized" | "forfeited";

export interface Played {
  readonly seat: Seat;
  readonly move: Move;
  readonly effect: Effect;
  readonly points: number;
  /** How many houses the placement completed. */
  readonly completed: number;
}

export interface GameState {
  readonly rules: Ruleset;
  /** Digits by cell, 0 for empty. */
  readonly digits: readonly number[];
  readonly scores: readonly [number, number];
  /** Whose turn it is, or would be if the game is over. */
  readonly seat: Seat;
  /** How many moves were played. */
  readonly ply: number;
  /** Whether the last move was a pass. */
  readonly afterPass: boolean;
  readonly outcome: Outcome | null;
}

export interface Outcome {
  readonly reason: Reason;
  /** `null` for a draw. */
  readonly winner: Seat | null;
}

export const otherSeat = (seat: Seat): Seat => (seat === 0 ? 1 : 0);

/** Returns the default rules on a board. */
export function rulesOn(board: GameBoard): Ruleset {
  return {
    board,
    bonus: board.side * board.side,
    passCost: board.side,
    passing: "two-pass-end",
    illegal: "penalty",
    plyCap: 10_000,
    clock: { perGame: null, increment: 0, perMove: null },
  };
}

export function emptyBoard(boxRows: number, boxColumns: number): GameBoard {
  const side = boxRows * boxColumns;
  return { side, boxRows, boxColumns, givens: new Array<number>(side * side).fill(0), edges: [] };
}

/** Returns the row, the column and the box of a cell, each as its cells. */
const linesThrough = (board: GameBoard, cell: number): number[][] =>
  housesOf(board, cell).map((house) => houseCells(board, house));

/** Returns the start of a game. */
export function startOf(rules: Ruleset): GameState {
  const state: GameState = {
    rules,
    digits: rules.board.givens,
    scores: [0, 0],
    seat: 0,
    ply: 0,
    afterPass: false,
    outcome: null,
  };
  return { ...state, outcome: endOf(state, false) };
}

/** Returns the legal digits of every cell, ascending; none for filled cells. */
export function legalDigits(state: GameState): number[][] {
  const { board } = state.rules;
  const joined = joinedCells(board);
  return state.digits.map((digit, cell) => (digit === 0 ? legalIn(state, cell, joined[cell] ?? []) : []));
}

function legalIn(state: GameState, cell: number, joined: readonly number[]): number[] {
  const { board } = state.rules;
  const legal = new Array<boolean>(board.side + 1).fill(true);
  legal[0] = false;
  for (const house of linesThrough(board, cell)) {
    for (const peer of house) legal[state.digits[peer] ?? 0] = false;
  }
  const near = joined.map((other) => state.digits[other] ?? 0).filter((digit) => digit > 0);
  const digits: number[] = [];
  legal.forEach((is, digit) => {
    if (is && near.every((other) => Math.abs(other - digit) === 1)) digits.push(digit);
  });
  return digits;
}

/** Returns, for each cell, the cells that an edge joins to it. */
function joinedCells(board: GameBoard): number[][] {
  const joined = Array.from({ length: board.side * board.side }, (): number[] => []);
  for (const [a, b] of board.edges) {
    joined[a]?.push(b);
    joined[b]?.push(a);
  }
  return joined;
}

/** Returns whether a placement is legal on the board; false for cells and digits that it does not have. */
function isLegalPlacement(state: GameState, row: number, column: number, digit: number): boolean {
  const { board } = state.rules;
  const inside = [row, column].every((n) => Number.isInteger(n) && n >= 0 && n < board.side);
  const cell = row * board.side + column;
  if (!inside || state.digits[cell] !== 0) return false;
  return legalIn(state, cell, joinedCells(board)[cell] ?? []).includes(digit);
}

export function mayPass(state: GameState): boolean {
  return state.outcome === null && passAllowed(state.rules.passing, state.afterPass);
}

function passAllowed(passing: Passing, afterPass: boolean): boolean {
  return passing !== "forbidden" && !(passing === "no-double-pass" && afterPass);
}

export function isLegal(state: GameState, move: Move): boolean {
  if (state.outcome !== null) return false;
  return move.kind === "pass" ? mayPass(state) : isLegalPlacement(state, move.row, move.column, move.digit);
}

/** Plays a move, legal or not. Throws if the game is over. */
export function play(state: GameState, move: Move): { state: GameState; played: Played } {
  if (state.outcome !== null) throw new Error("the game is over");
  const { seat, rules } = state;
  let digits = state.digits;
  let [effect, points, completed]: [Effect, number, number] = ["placed", 0, 0];
  if (move.kind === "place" && isLegalPlacement(state, move.row, move.column, move.digit)) {
    const cell = move.row * rules.board.side + move.column;
    const after = [...digits];
    after[cell] = move.digit;
    digits = after;
    completed = linesThrough(rules.board, cell).filter((house) => house.every((peer) => after[peer] !== 0)).length;
    points = move.digit + rules.bonus * completed;
  } else {
    effect = withoutPlacement(state, move);
    points = effect === "forfeited" ? 0 : 0 - rules.passCost;
  }
  const scores: [number, number] = [...state.scores];
  scores[seat] += points;
  const next: GameState = {
    rules,
    digits,
    scores,
    seat: otherSeat(seat),
    ply: state.ply + 1,
    afterPass: effect === "passed",
    outcome: effect === "forfeited" ? { reason: "forfeit", winner: otherSeat(seat) } : null,
  };
  const outcome = next.outcome ?? endOf(next, state.afterPass && next.afterPass);
  return { state: { ...next, outcome }, played: { seat, move, effect, points, completed } };
}

/** Returns what a pass or an illegal attempt does. */
function withoutPlacement(state: GameState, move: Move): Effect {
  const { passing, illegal } = state.rules;
  const allowed = passAllowed(passing, state.afterPass);
  if (move.kind === "pass" && allowed) return "passed";
  if (passing === "forbidden" || illegal === "forfeit") return "forfeited";
  return illegal === "penalty" && !allowed ? "forfeited" : "penalized";
}

function endOf(state: GameState, bothPassed: boolean): Outcome | null {
  const reason = endReason(state, bothPassed);
  if (reason === null) return null;
  const [first, second] = state.scores;
  return { reason, winner: first === second ? null : first > second ? 0 : 1 };
}

function endReason(state: GameState, bothPassed: boolean): Reason | null {
  if (!state.digits.includes(0)) return "full";
  if (legalDigits(state).every((digits) => digits.length === 0)) return "stuck";
  if (bothPassed && state.rules.passing === "two-pass-end") return "two-passes";
  return state.ply >= state.rules.plyCap ? "ply-cap" : null;
}

/** Ends a game with a loss: a resignation, a failure or a fallen clock. */
export function lose(state: GameState, seat: Seat, reason: "forfeit" | "time"): GameState {
  return { ...state, outcome: { reason, winner: otherSeat(seat) } };
}

/** Returns the empty cells in which no digit is legal. */
export function deadCells(state: GameState): number[] {
  return legalDigits(state).flatMap((legal, cell) =>
    state.digits[cell] === 0 && legal.length === 0 ? [cell] : [],
  );
}
