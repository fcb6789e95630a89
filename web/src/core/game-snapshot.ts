/** A game on the server as the page sees it, read from the server's answers. */

import type { ClockReading } from "./game-clock";
import { parseMove } from "./game-notation";
import { ILLEGALS, PASSINGS, PASS, REASONS, type Move, type GameState, type Ruleset, type Seat } from "./game";
import type { RecordedGame, RecordedPly } from "./game-record";
import { replay, type Position } from "./game-replay";
import { shapeOfBox, type Edge } from "./shape";

/** The fields of the server's `GameView` that the page uses. */
export interface GameWire {
  readonly id: string;
  readonly revision: number;
  readonly players: readonly [string, string];
  readonly board: { readonly box: string; readonly cells: readonly number[]; readonly edges?: readonly (readonly [number, number])[] };
  readonly rules: {
    readonly bonus: number;
    readonly pass_cost: number;
    readonly passing: string;
    readonly illegal: string;
    readonly ply_cap: number;
    readonly time_per_game?: number;
    readonly time_increment?: number;
  };
  readonly scores: readonly [number, number];
  readonly turn: number;
  readonly thinking: boolean;
  readonly plies: readonly PlyWire[];
  readonly clock?: { readonly left: readonly [number, number]; readonly running: boolean };
  readonly result?: { readonly winner?: number; readonly reason_for_end: string; readonly detail?: string };
  readonly takeback_offer?: number;
  readonly rematch?: string;
  readonly problem?: string;
}

interface PlyWire {
  readonly player: number;
  readonly move: string;
  readonly row?: number;
  readonly col?: number;
  readonly value?: number;
  readonly pass: boolean;
  readonly illegal: boolean;
  readonly points: number;
  readonly score1: number;
  readonly score2: number;
  readonly nodes: number;
  readonly seconds?: number;
}

/** How the server calls a player who is no program. */
export const PERSON_NAME = "person";

export interface Snapshot {
  readonly id: string;
  /** Counts the changes, so that an older answer does not replace a newer one. */
  readonly revision: number;
  readonly game: RecordedGame;
  readonly positions: readonly Position[];
  readonly clock: ClockReading | undefined;
  /** The seat whose agent is thinking. */
  readonly thinking: Seat | null;
  /** The seat that asks for a takeback. */
  readonly offer: Seat | null;
  /** The id of the game that continues this one with seats swapped. */
  readonly rematch: string | null;
  /** What keeps the game from going on. */
  readonly problem: string | null;
}

const seatOf = (number: number | undefined): Seat | null => (number === 1 ? 0 : number === 2 ? 1 : null);

/** Reads an answer that arrived at a time of `performance.now()`. Throws if it is no game. */
export function snapshotOf(wire: GameWire, now: number): Snapshot {
  const game = gameOf(wire);
  const turn = seatOf(wire.turn);
  const running = wire.clock?.running === true && wire.result === undefined;
  return {
    id: wire.id,
    revision: wire.revision,
    game,
    positions: replay(game).positions,
    clock: wire.clock && { left: wire.clock.left, running: running ? turn : null, at: now },
    thinking: wire.thinking ? turn : null,
    offer: seatOf(wire.takeback_offer),
    rematch: wire.rematch ?? null,
    problem: wire.problem ?? null,
  };
}

function gameOf(wire: GameWire): RecordedGame {
  const { result } = wire;
  return {
    game: 0,
    players: wire.players,
    rules: rulesOf(wire),
    plies: wire.plies.map(plyOf),
    result: result === undefined ? null : {
      scores: wire.scores,
      winner: seatOf(result.winner),
      reason: oneOf(result.reason_for_end, REASONS),
      detail: result.detail ?? null,
    },
    text: "",
    line: 1,
  };
}

function rulesOf({ board, rules }: GameWire): Ruleset {
  const [rows = 0, columns = 0] = board.box.split("x").map(Number);
  const shape = shapeOfBox(rows, columns);
  if (shape === undefined || board.cells.length !== shape.side * shape.side) throw new Error(`a board of ${board.box}`);
  return {
    board: { ...shape, givens: board.cells, edges: (board.edges ?? []).map(([a, b]): Edge => [a, b]) },
    bonus: rules.bonus,
    passCost: rules.pass_cost,
    passing: oneOf(rules.passing, PASSINGS),
    illegal: oneOf(rules.illegal, ILLEGALS),
    plyCap: rules.ply_cap,
    clock: { perGame: rules.time_per_game ?? null, increment: rules.time_increment ?? 0, perMove: null },
  };
}

function plyOf(ply: PlyWire): RecordedPly {
  const named = { kind: "place", row: ply.row ?? -1, column: ply.col ?? -1, digit: ply.value ?? -1 } as const;
  return {
    move: ply.pass ? PASS : (parseMove(ply.move) ?? named),
    seat: ply.player === 1 ? 0 : 1,
    points: ply.points,
    scores: [ply.score1, ply.score2],
    illegal: ply.illegal,
    nodes: ply.nodes,
    seconds: ply.seconds ?? null,
    expected: null,
  };
}

function oneOf<T extends string>(value: string, values: readonly T[]): T {
  const found = values.find((known) => known === value);
  if (found === undefined) throw new Error(`unknown: ${value}`);
  return found;
}

/** Returns the newer of what the page shows and what arrived: answers and events overtake each other. */
export function newer(shown: Snapshot | undefined, arrived: Snapshot): Snapshot {
  return shown !== undefined && shown.id === arrived.id && shown.revision > arrived.revision ? shown : arrived;
}

/** Returns the current state of a game. */
export function currentState(snapshot: Pick<Snapshot, "positions">): GameState {
  const last = snapshot.positions.at(-1);
  if (last === undefined) throw new Error("a game has a start");
  return last.state;
}

/** Returns the moves that lead to a ply. */
export const movesUpTo = (game: RecordedGame, ply: number): Move[] => game.plies.slice(0, ply).map(({ move }) => move);

/** Whether two people play each other. */
export const isBetweenPeople = (game: RecordedGame): boolean => game.players.every((name) => name === PERSON_NAME);

/** What changed between two snapshots of a game, for announcements. */
export interface Change {
  /** The plies that were added, from 1. */
  readonly played: readonly number[];
  readonly takenBack: boolean;
  readonly ended: boolean;
}

export function changeOf(before: Snapshot | undefined, after: Snapshot): Change {
  const isSame = before !== undefined && before.id === after.id;
  const [from, to] = [isSame ? before.game.plies.length : after.game.plies.length, after.game.plies.length];
  const wasOver = isSame && currentState(before).outcome !== null;
  return {
    played: Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index + 1),
    takenBack: to < from,
    ended: isSame && !wasOver && currentState(after).outcome !== null,
  };
}
