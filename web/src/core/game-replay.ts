// Replays a game: every state it went through. The numbers of a record are compared with those that the
// rules give, so that a record that was made up is shown as such.

import { lose, otherSeat, play, startOf, type GameState, type Move, type Played, type Ruleset } from "./game";
import type { RecordedGame } from "./game-record";

/** A position of a game and the move that led to it. */
export interface Position {
  readonly state: GameState;
  /** `null` at the start. */
  readonly played: Played | null;
}

/** Where a record differs from the rules. */
export interface Difference {
  /** The ply, from 1; 0 for the result. */
  readonly ply: number;
  readonly what: "player" | "points" | "scores" | "illegal" | "after-end" | "reason" | "winner";
}

export interface Replay {
  /** The start, then the position after each ply. */
  readonly positions: readonly Position[];
  /** The first difference; `null` if the record is what the rules make of its moves. */
  readonly difference: Difference | null;
}

/** Returns the positions of a game given by its moves; moves after its end are ignored. */
export function positionsOf(rules: Ruleset, moves: Iterable<Move>): Position[] {
  const positions: Position[] = [{ state: startOf(rules), played: null }];
  for (const move of moves) {
    const last = positions[positions.length - 1];
    if (last === undefined || last.state.outcome !== null) break;
    positions.push(play(last.state, move));
  }
  return positions;
}

/** Replays a recorded game, up to the first ply that the rules contradict. */
export function replay(game: RecordedGame): Replay {
  const positions: Position[] = [{ state: startOf(game.rules), played: null }];
  let state = startOf(game.rules);
  for (const [index, ply] of game.plies.entries()) {
    const fail = (what: Difference["what"]): Replay => ({ positions, difference: { ply: index + 1, what } });
    if (state.outcome !== null) return fail("after-end");
    if (ply.seat !== state.seat) return fail("player");
    const next = play(state, ply.move);
    const illegal = next.played.effect === "penalized" || next.played.effect === "forfeited";
    if (next.played.points !== ply.points) return fail("points");
    if (next.state.scores.some((score, seat) => score !== ply.scores[seat])) return fail("scores");
    if (illegal !== ply.illegal) return fail("illegal");
    positions.push(next);
    state = next.state;
  }
  const { result } = game;
  if (result === null) return { positions, difference: null };
  const fail = (what: Difference["what"]): Replay => ({ positions, difference: { ply: 0, what } });
  if (state.outcome === null) {
    // Only the referee knows of resignations, failures and clocks.
    const { reason, winner } = result;
    if ((reason !== "forfeit" && reason !== "time") || winner === null) return fail("reason");
    const last = positions.pop();
    state = lose(state, otherSeat(winner), reason);
    positions.push({ state, played: last?.played ?? null });
  }
  if (state.outcome?.reason !== result.reason) return fail("reason");
  if (state.outcome.winner !== result.winner) return fail("winner");
  if (state.scores.some((score, seat) => score !== result.scores[seat])) return fail("scores");
  return { positions, difference: null };
}
