/** The games of a record file, replayed in the browser. */

import { createMemo, createSignal, For, Show, type JSX } from "solid-js";
import type { RecordedGame } from "../../core/game-record";
import { replay } from "../../core/game-replay";
import { t } from "../../shell/settings";
import { GameView } from "./GameView";
import { playerName, reasonText } from "./names";

export function ReplayPage(props: { games: readonly RecordedGame[]; fileName: string }): JSX.Element {
  const [index, setIndex] = createSignal(0);
  const game = createMemo(() => props.games[index()] ?? props.games[0]!);
  const replayed = createMemo(() => replay(game()));
  const names = (): readonly [string, string] => [playerName(game(), 0, []), playerName(game(), 1, [])];
  const ending = (): string => {
    const { positions, difference } = replayed();
    if (difference !== null) {
      return difference.ply === 0 ? t("play.differs.end", { what: difference.what }) : t("play.differs", { ply: difference.ply, what: difference.what });
    }
    const state = positions.at(-1)!.state;
    if (state.outcome === null) return t("play.interrupted");
    const [first, second] = state.scores;
    const { winner, reason } = state.outcome;
    const result = winner === null ? t("play.end.draw", { first, second }) : t("play.end.winner", { name: names()[winner], first, second });
    return `${result} (${reasonText(reason)}).`;
  };
  return (
    <Show when={game()} keyed>
      {(shown) => (
        <GameView
          game={shown}
          positions={replayed().positions}
          names={names()}
          fileName={props.fileName}
          record={() => Promise.resolve(shown.text)}
          status={
            <div class="status">
              <Show when={props.games.length > 1}>
                <label class="field">
                  <span>{t("play.import.which")}</span>
                  <select value={index()} onChange={(event) => setIndex(Number(event.currentTarget.value))}>
                    <For each={props.games}>
                      {(one, place) => <option value={place()}>{t("play.import.game", { game: one.game + 1, first: one.players[0], second: one.players[1] })}</option>}
                    </For>
                  </select>
                </label>
              </Show>
              <p classList={{ "play-notice": replayed().difference !== null }}>{ending()}</p>
            </div>
          }
        />
      )}
    </Show>
  );
}
