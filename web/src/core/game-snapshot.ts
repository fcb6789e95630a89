/** A game on the server as the page sees it, read from the server's answers. */

import type { GameView } from "./api";
import type { ClockReading } from "./game-clock";
import type { GameState, Seat } from "./game";
import { readGame, type RecordedGame } from "./game-record";
import { replay, type Position } from "./game-replay";

/** How the server calls a player who is no program. */
export const PERSON_NAME = "human";

export interface Snapshot {
  readonly id: string;
  /** Counts the changes since the server started, so that an older answer does not replace a newer one. */
  readonly revision: number;
  readonly game: RecordedGame;
  readonly positions: readonly Position[];
  readonly clock: ClockReading;
  /** The seat whose agent is thinking. */
  readonly thinking: Seat | null;
  /** The seat that asks for a takeback. */
  readonly offer: Seat | null;
  /** The id of the game that continues this one with seats swapped. */
  readonly rematch: string | null;
  /** What keeps the game from going on. */
  readonly problem: string | null;
}

const seatOf = (number: number | null | undefined): Seat | null => (number === 1 ? 0 : number === 2 ? 1 : null);

/** Reads an answer that arrived at a time of `performance.now()`. Throws `RecordError`. */
export function snapshotOf(view: GameView, now: number): Snapshot {
  const game = readGame(view.record);
  return {
    id: view.id,
    revision: view.revision,
    game,
    positions: replay(game).positions,
    clock: { left: view.clock.left_seconds, running: seatOf(view.clock.running), at: now },
    thinking: seatOf(view.thinking),
    offer: seatOf(view.takeback_offer),
    rematch: view.rematch ?? null,
    problem: view.problem ?? null,
  };
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
