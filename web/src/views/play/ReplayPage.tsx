/** The games of a record file, replayed by the engine. */

import { batch, createMemo, createSignal, For, Show, type JSX } from "solid-js";
import type { ReplayAnswer } from "../../core/api";
import { currentPosition, gameOf } from "../../core/game";
import { engine, explainError } from "../../shell/page-engine";
import { t } from "../../shell/settings";
import { Words } from "../../shell/Words";
import { GameView } from "./GameView";
import { playerName, reasonText } from "./names";

interface Props {
  readonly text: string;
  /** What the engine answered: the list of games, and the first one. */
  readonly answer: ReplayAnswer;
  readonly fileName: string;
}

export function ReplayPage(props: Props): JSX.Element {
  const [index, setIndex] = createSignal(0);
  const [replay, setReplay] = createSignal(props.answer.replay);
  const [failure, setFailure] = createSignal("");
  const game = createMemo(() => gameOf(replay()));
  const names = (): readonly [string, string] => [playerName(replay(), 0, []), playerName(replay(), 1, [])];
  let abort: AbortController | undefined;

  async function choose(chosen: number): Promise<void> {
    abort?.abort();
    abort = new AbortController();
    setFailure("");
    try {
      const answer = await engine.call({ call: "replay", text: props.text, game: chosen }, abort.signal);
      batch(() => { setIndex(chosen); setReplay(answer.replay); });
    } catch (error) {
      setFailure(explainError(error) ?? "");
    }
  }

  const ending = (): string => {
    const { problem } = replay();
    if (problem !== undefined) {
      const { ply, message } = problem;
      return ply === undefined ? t("play.differs.end", { what: message }) : t("play.differs", { ply, what: message });
    }
    const { outcome, scores: [first, second] } = currentPosition(game());
    if (outcome === null) return t("play.interrupted");
    const { winner, reason } = outcome;
    const result = winner === null ? t("play.end.draw", { first, second }) : t("play.end.winner", { name: names()[winner], first, second });
    return `${result} (${reasonText(reason)}).`;
  };
  /** Returns the lines of the shown game. */
  const record = (): string => {
    const [first = 1, last] = props.answer.games[index()]?.lines ?? [];
    return `${props.text.split("\n").slice(first - 1, last).join("\n")}\n`;
  };
  return (
    <Show when={game()} keyed>
      {(shown) => (
        <GameView
          game={shown}
          names={names()}
          fileName={props.fileName}
          record={() => Promise.resolve(record())}
          status={
            <div class="status">
              <Show when={props.answer.games.length > 1}>
                <label class="field">
                  <span>{t("play.import.which")}</span>
                  <select value={index()} onChange={(event) => void choose(Number(event.currentTarget.value))}>
                    <For each={props.answer.games}>
                      {(one, place) => <option value={place()}>{t("play.import.game", { game: one.game + 1, first: one.players[0], second: one.players[1] })}</option>}
                    </For>
                  </select>
                </label>
              </Show>
              <Show when={props.answer.truncated}><p class="small soft">{t("play.import.more", { n: props.answer.games.length })}</p></Show>
              <Show when={failure() !== ""}><p class="bad" role="alert"><Words text={failure()} /></p></Show>
              <p classList={{ "play-notice": replay().problem !== undefined }}>{ending()}</p>
            </div>
          }
        />
      )}
    </Show>
  );
}
