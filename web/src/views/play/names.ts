/** Names of players and moves in the language of the page. */

import type { Move, Reason, Seat } from "../../core/game";
import { moveText } from "../../core/game-notation";
import type { RecordedGame } from "../../core/game-record";
import { PERSON_NAME } from "../../core/game-snapshot";
import { symbol } from "../../core/digits";
import { language, t } from "../../shell/settings";

/** Returns the name of a player: an agent's own, or `You`, or `Person 1`. */
export function playerName(game: Pick<RecordedGame, "players">, seat: Seat, mine: readonly Seat[]): string {
  const name = game.players[seat];
  if (name !== PERSON_NAME) return name;
  return mine.length === 1 && mine[0] === seat ? t("play.name.you") : t("play.name.person", { n: seat + 1 });
}

export function nameOfMove(move: Move, side: number): string {
  const words = { row: language() === "fr" ? "l" : "r", column: "c", pass: t("play.move.pass") };
  if (move.kind === "pass") return words.pass;
  return moveText(move, words).replace(/=.*/, `=${move.digit > 0 && move.digit <= side ? symbol(move.digit, side) : move.digit}`);
}

export const reasonText = (reason: Reason): string => t(`play.end.${reason}`);

/** Returns a number with its sign, written as the language does. */
export function signedText(points: number): string {
  return new Intl.NumberFormat(language(), { signDisplay: "exceptZero" }).format(points).replace("-", "\u2212");
}
