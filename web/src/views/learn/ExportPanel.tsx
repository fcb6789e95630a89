/** Writes the position in any format of the engine. */

import { createEffect, createResource, createSignal, For, on, Show, type JSX } from "solid-js";
import { commandLine, positionText } from "../../core/command";
import { boardOf } from "../../core/exchange";
import type { AnswerOf } from "../../core/protocol";
import { CommandLine, CopyButton } from "../../shell/Command";
import { engine, explainError } from "../../shell/page-engine";
import { t } from "../../shell/settings";
import type { Learn } from "./store";

export function ExportPanel(props: { learn: Learn }): JSX.Element {
  const { learn } = props;
  const [format, setFormat] = createSignal("line");
  const [answer, setAnswer] = createSignal<AnswerOf<"convert">>();
  const [error, setError] = createSignal<string>();
  const [registry] = createResource(() => engine.call({ call: "registry" }).catch((problem: unknown) => {
    setError(explainError(problem));
    return undefined;
  }));

  createEffect(on([learn.position, format], ([position, to], _, previous: AbortController | undefined) => {
    previous?.abort();
    const mine = new AbortController();
    engine.call({ call: "convert", puzzle: boardOf(position), to }, mine.signal).then(
      (found) => {
        setAnswer(found.text === undefined ? undefined : found);
        setError(found.error === undefined ? undefined : t("error.other", { message: found.error }));
      },
      (problem: unknown) => {
        if (mine.signal.aborted) return;
        setAnswer(undefined);
        setError(explainError(problem));
      },
    );
    return mine;
  }));

  function download(found: AnswerOf<"convert">): void {
    const url = URL.createObjectURL(new Blob([found.text ?? ""], { type: found.media_type }));
    const link = document.createElement("a");
    link.href = url;
    link.download = `puzzle.${found.extension}`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 1000);
  }

  return (
    <div class="form">
      <label>{t("export.format")}
        <select value={format()} onChange={(event) => setFormat(event.currentTarget.value)}>
          <For each={registry()?.formats ?? [{ id: "line", title: "" }]}>
            {(entry) => <option value={entry.id}>{entry.id}{entry.title === "" ? "" : `: ${entry.title}`}</option>}
          </For>
        </select>
      </label>
      <Show when={answer()}>
        {(found) => (
          <>
            <textarea rows="8" readonly aria-label={t("export.title")} value={found().text ?? ""} />
            <Show when={found().left_out}>
              {(left) => <p class="small soft">{t("export.left-out", { what: left().join(", ") })}</p>}
            </Show>
            <div class="row">
              <CopyButton text={found().text ?? ""} />
              <button type="button" class="primary" onClick={() => download(found())}>{t("tool.download")}</button>
            </div>
          </>
        )}
      </Show>
      <Show when={error()}>{(shown) => <p class="bad small" role="alert">{shown()}</p>}</Show>
      <CommandLine text={commandLine("convert", ["--to", format()], positionText(learn.position()), learn.puzzle())} />
    </div>
  );
}
