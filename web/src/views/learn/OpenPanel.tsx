/** Opens a puzzle that was pasted, dropped or chosen as a file, in every format that the engine reads. */

import { createSignal, For, Show, type JSX } from "solid-js";
import type { Position } from "../../core/board";
import { positionOf } from "../../core/exchange";
import { decode } from "../../core/link";
import { parseRoute } from "../../core/route";
import type { ReadAnswer } from "../../core/protocol";
import { engine, explainError } from "../../shell/page-engine";
import { t } from "../../shell/settings";
import type { Learn } from "./store";

/** The server takes no more. */
const MAX_BYTES = 1 << 20;

const [text, setText] = createSignal("");
const [name, setName] = createSignal<string>();
const [fileError, setFileError] = createSignal<string>();

/** Reads a file into the panel. */
export function readFile(file: File): void {
  setFileError(undefined);
  if (file.size > MAX_BYTES) {
    setFileError(t("open.large"));
    return;
  }
  file.text().then((content) => {
    setText(content);
    setName(file.name);
  }, (error: unknown) => setFileError(t("error.other", { message: String(error) })));
}

export function OpenPanel(props: { learn: Learn }): JSX.Element {
  const { learn } = props;
  const [answer, setAnswer] = createSignal<ReadAnswer>();
  const [error, setError] = createSignal<string>();

  async function read(): Promise<void> {
    setAnswer(undefined);
    setError(undefined);
    // A link of this page needs no engine.
    const hash = text().trim().indexOf("#/learn?");
    const own = hash < 0 ? undefined : decode(parseRoute(text().trim().slice(hash)).query.get("s") ?? "");
    if (own) {
      show(own);
      return;
    }
    try {
      const file = name();
      const found = await engine.call({ call: "read", text: text(), ...(file === undefined ? {} : { name: file }) });
      setAnswer(found);
      const [only, ...rest] = found.records;
      if (only?.board && rest.length === 0) open(only.board);
    } catch (problem) {
      setError(explainError(problem));
    }
  }

  function open(board: Parameters<typeof positionOf>[0]): void {
    const position = positionOf(board);
    if (position) show(position);
    else setError(t("open.unshown"));
  }

  /** Opens a position, with the focus on its board. */
  function show(position: Position): void {
    learn.open(position);
    learn.setPanel(undefined);
  }

  return (
    <form class="form" onSubmit={(event) => { event.preventDefault(); void read(); }}>
      <label>{t("open.text")}
        <textarea rows="8" spellcheck={false} autocomplete="off" value={text()} onInput={(event) => { setText(event.currentTarget.value); setName(undefined); }} onKeyDown={(event) => { if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit(); }} />
      </label>
      <p class="small soft">{t("open.help")}</p>
      <div class="row">
        <button type="submit" class="primary" disabled={text().trim() === ""}>{t("open.read")}</button>
        <label class="button file">{t("open.file")}
          <input class="sr" type="file" onChange={(event) => { const file = event.currentTarget.files?.[0]; if (file) readFile(file); }} />
        </label>
      </div>
      <Show when={answer()}>
        {(found) => (
          <>
            <p class="small soft">{t("open.format", { format: found().format })} · {t("open.several", { n: found().records.length })}</p>
            <ul class="plain-list">
              <For each={found().records}>
                {(record) => (
                  <li>
                    <Show when={record.board} fallback={<span class="bad small">{t("open.bad-line", { line: record.line, message: record.error?.message ?? "" })}</span>}>
                      {(board) => <button type="button" class="mono record" onClick={() => open(board())}>{record.puzzle}</button>}
                    </Show>
                  </li>
                )}
              </For>
            </ul>
            <Show when={found().truncated}><p class="small soft">{t("open.truncated")}</p></Show>
          </>
        )}
      </Show>
      <Show when={error() ?? fileError()}>{(shown) => <p class="bad small" role="alert">{shown()}</p>}</Show>
    </form>
  );
}
