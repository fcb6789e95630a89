/** A game on the server as the page sees it, read from the server's answers. */

import type { ClockReading } from "./game-clock";
import { readGame, type RecordedGame } from "./game-record";
import { replay, type Position } from "./game-replay";
import type { GameState, Move, Seat } from "./game";

/** What the server says of a game. Fields that the page does not use are absent here. */
export interface GameWire {
  readonly id: string;
  /** The lines of the record. */
  readonly record: readonly Record<string, unknown>[];
  /** How many plies were played. */
  readonly ply: number;
  readonly seats: readonly [SeatKind, SeatKind];
  /** The seats, 1 or 2, that belong to whoever asked. */
  readonly yours: readonly number[];
  readonly clock: { readonly left_seconds: readonly [number | null, number | null]; readonly running: number | null };
  /** The seat whose agent is thinking. */
  readonly thinking: number | null;
  /** The seat that asks for a takeback. */
  readonly takeback_offer?: number | null;
  /** The id of the game that continues this one with seats swapped. */
  readonly rematch?: string | null;
  /** Counts the changes of the game, so that an older answer does not replace a newer one. */
  readonly version: number;
}

export type SeatKind = "human" | "agent";

export interface Snapshot {
  readonly id: string;
  readonly version: number;
  readonly game: RecordedGame;
  readonly positions: readonly Position[];
  readonly kinds: readonly [SeatKind, SeatKind];
  readonly clock: ClockReading;
  readonly thinking: Seat | null;
  readonly offer: Seat | null;
  readonly rematch: string | null;
}

const seatOf = (number: number | null | undefined): Seat | null => (number === 1 ? 0 : number === 2 ? 1 : null);

/** Reads an answer that arrived at a time of `performance.now()`. Throws `RecordError`. */
export function snapshotOf(wire: GameWire, now: number): Snapshot {
  const game = readGame(wire.record);
  return {
    id: wire.id,
    version: wire.version,
    game,
    positions: replay(game).positions,
    kinds: wire.seats,
    clock: { left: wire.clock.left_seconds, running: seatOf(wire.clock.running), at: now },
    thinking: seatOf(wire.thinking),
    offer: seatOf(wire.takeback_offer),
    rematch: wire.rematch ?? null,
  };
}

/** Returns the newer of what the page shows and what arrived: answers and events overtake each other. */
export function newer(shown: Snapshot | undefined, arrived: Snapshot): Snapshot {
  return shown !== undefined && shown.id === arrived.id && shown.version > arrived.version ? shown : arrived;
}

/** Returns the current state of a game. */
export function currentState(snapshot: Snapshot): GameState {
  const last = snapshot.positions.at(-1);
  if (last === undefined) throw new Error("a game has a start");
  return last.state;
}

/** Returns the moves that lead to a ply. */
export const movesUpTo = (snapshot: { game: RecordedGame }, ply: number): Move[] =>
  snapshot.game.plies.slice(0, ply).map(({ move }) => move);

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
