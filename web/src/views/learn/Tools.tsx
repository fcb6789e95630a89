/** The buttons below the board: history, check, panels; and the clock. */

import { For, Show, type JSX } from "solid-js";
import { fillMarks, restart } from "../../core/edits";
import type { Command } from "../../core/keys";
import { isBeingSet } from "../../core/setter";
import { announce } from "../../shell/live";
import { t } from "../../shell/settings";
import type { Facts } from "./facts";
import type { Learn } from "./store";
import { clockText } from "./words";

interface Props {
  readonly learn: Learn;
  readonly facts: Facts;
  readonly run: (command: Command) => void;
}

export function Tools(props: Props): JSX.Element {
  const { learn } = props;
  function restore(id: number): void {
    learn.setHistory(learn.history().restore(id));
    announce(t("say.restored", { n: id }));
  }
  return (
    <div class="tools">
      <div class="row" role="group" aria-label={t("tool.label")}>
        <button type="button" disabled={!learn.history().canUndo} onClick={() => props.run("undo")}><span aria-hidden="true">↶ </span>{t("tool.undo")}</button>
        <button type="button" disabled={!learn.history().canRedo} onClick={() => props.run("redo")}><span aria-hidden="true">↷ </span>{t("tool.redo")}</button>
        <button type="button" onClick={() => props.run("checkpoint")}><span aria-hidden="true">⚑ </span>{t("tool.checkpoint")}</button>
        <For each={learn.history().checkpoints}>
          {(checkpoint) => <button type="button" onClick={() => restore(checkpoint.id)}>{t("tool.back", { n: checkpoint.id })}</button>}
        </For>
        <button type="button" onClick={() => void props.facts.checkEntries()}><span aria-hidden="true">✓ </span>{t("tool.check")}</button>
        <button type="button" onClick={() => learn.update(fillMarks(learn.position()))}>{t("tool.fill")}</button>
        <Show when={isBeingSet(learn.puzzle())}>
          <button type="button" title={t("tool.edge-help")} onClick={() => props.run("edge")}><span aria-hidden="true">⚯ </span>{t("tool.edge")}</button>
        </Show>
        <button type="button" onClick={() => learn.update(restart(learn.position()))}>{t("tool.restart")}</button>
        <Show when={learn.options().timer}>
          <span class="clock" role="timer" aria-label={t("timer.label")} aria-live="off">{clockText(learn.seconds())}</span>
        </Show>
      </div>
      <Show when={learn.notice() !== ""}><p class="notice">{learn.notice()}</p></Show>
      <Show when={props.facts.said()}>
        {(text) => (
          <p class="notice row">
            {text()}
            <Show when={props.facts.wrongCells().length > 0}>
              <button type="button" onClick={() => learn.setWrong(new Set(props.facts.wrongCells()))}>{t("check.show")}</button>
            </Show>
          </p>
        )}
      </Show>
    </div>
  );
}
