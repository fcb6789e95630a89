/** Which puzzle, which algorithms, and how long. */

import { createMemo, For, Index, Show, type JSX } from "solid-js";
import { Words } from "../../shell/Words";
import { t } from "../../shell/settings";
import { MOST, nameOf, type Choice, type Store } from "./store";

const FAMILIES = ["exact", "tree", "local", "sampling"] as const;

export function Form(props: { store: Store }): JSX.Element {
  const plan = (): ReturnType<Store["plan"]> => props.store.plan();
  const change = (index: number, next: Choice): void =>
    props.store.update({ choices: plan().choices.map((choice, i) => (i === index ? next : choice)) });
  const groups = createMemo(() => FAMILIES.map((family) => ({ family, entries: props.store.algorithms().filter((entry) => entry.family === family) })));
  const example = (id: string): string => {
    const parameters = props.store.algorithms().find((entry) => entry.id === id)?.parameters ?? [];
    return parameters.map(({ name, default: value }) => `${name}=${value}`).join(",");
  };
  return (
    <form class="card search-form" onSubmit={(event) => { event.preventDefault(); void props.store.run(); }}>
      <label class="field search-puzzle">
        <span>{t("search.puzzle")} <span class="soft small"><Words text={t("search.puzzle.help")} /></span></span>
        <input class="mono" required spellcheck={false} autocomplete="off" value={plan().puzzle} onInput={(event) => props.store.update({ puzzle: event.currentTarget.value })} />
      </label>
      <fieldset class="search-algorithms">
        <legend>{t("search.algorithms")}</legend>
        <Index each={plan().choices}>
          {(choice, index) => (
            <div class={`search-choice run-${index + 1}`}>
              <span class="swatch" aria-hidden="true" />
              <select aria-label={t("search.algorithm", { n: index + 1 })} value={choice().id} onChange={(event) => change(index, { id: event.currentTarget.value, parameters: "" })}>
                {/* Before the list has come, and for names that it does not have. */}
                <Show when={!props.store.algorithms().some(({ id }) => id === choice().id)}><option value={choice().id}>{choice().id}</option></Show>
                <For each={groups()}>
                  {({ family, entries }) => (
                    <Show when={entries.length > 0}>
                      <optgroup label={family}>
                        <For each={entries}>{(entry) => <option value={entry.id} selected={entry.id === choice().id}>{entry.id}</option>}</For>
                      </optgroup>
                    </Show>
                  )}
                </For>
              </select>
              <input
                class="mono" spellcheck={false} autocomplete="off" aria-label={t("search.parameters", { n: index + 1 })} value={choice().parameters}
                placeholder={example(choice().id) === "" ? t("search.parameters.none") : example(choice().id)}
                onInput={(event) => change(index, { ...choice(), parameters: event.currentTarget.value })}
              />
              <Show when={plan().choices.length > 1}>
                <button type="button" class="plain" aria-label={t("search.remove", { name: nameOf(choice()) })} onClick={() => props.store.update({ choices: plan().choices.filter((_, i) => i !== index) })}>×</button>
              </Show>
            </div>
          )}
        </Index>
        <Show when={plan().choices.length < MOST}>
          <button type="button" class="plain" onClick={() => props.store.update({ choices: [...plan().choices, { id: "norvig", parameters: "" }] })}>+ {t("search.add")}</button>
        </Show>
      </fieldset>
      <div class="row">
        <label class="field"><span>{t("search.seed")}</span><input type="number" min="0" max="9007199254740991" step="1" required value={plan().seed} onInput={(event) => props.store.update({ seed: event.currentTarget.value })} /></label>
        <label class="field"><span>{t("search.nodes")}</span><input type="number" min="1" max="1000000000" step="1" required value={plan().nodes} onInput={(event) => props.store.update({ nodes: event.currentTarget.value })} /></label>
        <button type="submit" class="primary" disabled={props.store.busy()}>{props.store.busy() ? t("search.running") : t("search.run")}</button>
      </div>
    </form>
  );
}
