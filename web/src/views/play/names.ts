/** Names of players and moves in the language of the page. */

import type { GameReplay } from "../../core/api";
import { PASS, placementOf, type Reason, type Seat } from "../../core/game";
import { PERSON_NAME } from "../../core/game-snapshot";
import { symbol } from "../../core/digits";
import { cellName, type Shape } from "../../core/shape";
import { language, t } from "../../shell/settings";

/** Returns the name of a player: an agent's own, or `You`, or `Person 1`. */
export function playerName(game: Pick<GameReplay, "players">, seat: Seat, mine: readonly Seat[]): string {
  const name = game.players[seat];
  if (name !== PERSON_NAME) return name;
  return mine.length === 1 && mine[0] === seat ? t("play.name.you") : t("play.name.person", { n: seat + 1 });
}

/** Returns the name of a move for readers. One that the board does not have keeps that of the engine. */
export function nameOfMove(shape: Shape, move: string): string {
  if (move === PASS) return t("play.move.pass");
  const placed = placementOf(shape, move);
  return placed === undefined ? move : `${cellName(shape, placed.cell, language())}=${symbol(placed.digit, shape.side)}`;
}

export const reasonText = (reason: Reason): string => t(`play.end.${reason}`);

/** Returns a number with its sign, written as the language does. */
export function signedText(points: number): string {
  return new Intl.NumberFormat(language(), { signDisplay: "exceptZero" }).format(points).replace("-", "\u2212");
}
