/** A game on the server as the page sees it, read from the server's answers. */

import type { GameView } from "./api";
import type { ClockReading } from "./game-clock";
import { currentPosition, gameOf, seatOf, type Game, type Seat } from "./game";

/** How the server calls a player who is no program. */
export const PERSON_NAME = "human";

export interface Snapshot {
  readonly id: string;
  /** Counts the changes since the server started, so that an older answer does not replace a newer one. */
  readonly revision: number;
  readonly game: Game;
  readonly clock: ClockReading;
  /** The seat whose agent is thinking. */
  readonly thinking: Seat | null;
  /** The seat that asks for a takeback. */
  readonly offer: Seat | null;
  /** The id of the game that continues this one with seats swapped. */
  readonly rematch: string | null;
  /** What keeps the game from continuing. */
  readonly problem: string | null;
}

/** Reads an answer that arrived at a time of `performance.now()`. */
export function snapshotOf(view: GameView, now: number): Snapshot {
  return {
    id: view.id,
    revision: view.revision,
    game: gameOf(view.replay),
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

/** Whether two people play each other. */
export const isBetweenPeople = ({ replay }: Game): boolean => replay.players.every((name) => name === PERSON_NAME);

/** What changed between two snapshots of a game, for announcements. */
export interface Change {
  /** The plies that were added, from 1. */
  readonly played: readonly number[];
  readonly takenBack: boolean;
  readonly ended: boolean;
}

export function changeOf(before: Snapshot | undefined, after: Snapshot): Change {
  const isSame = before !== undefined && before.id === after.id;
  const to = after.game.replay.plies.length;
  const from = isSame ? before.game.replay.plies.length : to;
  const wasOver = isSame && currentPosition(before.game).outcome !== null;
  return {
    played: Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index + 1),
    takenBack: to < from,
    ended: isSame && !wasOver && currentPosition(after.game).outcome !== null,
  };
}
