/** A board for a game from text, read by the engine. */

import { createSignal, Show, type JSX } from "solid-js";
import type { Setup } from "../../core/game-setup";
import { t } from "../../shell/settings";
import { Words } from "../../shell/Words";
import { describe } from "./Analysis";
import { readBoard } from "./client";

interface Props {
  readonly setup: Setup;
  readonly onBoard: (board: Pick<Setup, "shape"> & Required<Pick<Setup, "givens" | "edges">>) => void;
}

export function BoardText(props: Props): JSX.Element {
  const [text, setText] = createSignal("");
  const [problem, setProblem] = createSignal("");
  async function read(): Promise<void> {
    setProblem("");
    try {
      props.onBoard(await readBoard(text()));
    } catch (error) {
      setProblem(describe(error));
    }
  }
  return (
    <div class="board-text">
      <label class="field">
        <span>{t("play.board.text")} <span class="soft small">{t("play.board.help")}</span></span>
        <textarea rows="6" spellcheck={false} value={text()} onInput={(event) => setText(event.currentTarget.value)} />
      </label>
      <div class="row">
        <button type="button" disabled={text().trim() === ""} onClick={() => void read()}>{t("play.board.read")}</button>
        <Show when={props.setup.givens}>
          {(givens) => <span role="status">{t("play.board.using", { side: props.setup.shape.side, n: givens().filter((digit) => digit > 0).length })}</span>}
        </Show>
        <Show when={problem() !== ""}><span class="bad" role="alert"><Words text={problem()} /></span></Show>
      </div>
    </div>
  );
}
