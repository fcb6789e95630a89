/** The view in which one watches search algorithms. */

import { createMemo, For, onCleanup, onMount, Show, type JSX } from "solid-js";
import { frameAt, placeOf } from "../../core/playback";
import { CommandLine, CopyButton } from "../../shell/Command";
import { Words } from "../../shell/Words";
import { t } from "../../shell/settings";
import { Chart } from "./Chart";
import { Form } from "./Form";
import { createPlayer, SPEEDS, type Player } from "./player";
import { RunPanel } from "./RunPanel";
import { commandOf, createSearch, linkOf, resultText, secondsText, type Store } from "./store";
import { numberText } from "./words";
import "../../core/i18n/search";
import "./search.css";

export default function Search(): JSX.Element {
  const store = createSearch();
  const traces = createMemo(() => store.runs().map((run) => run.trace));
  const player = createPlayer(traces);

  onMount(() => {
    const key = (event: KeyboardEvent): void => {
      const { target } = event;
      if (event.ctrlKey || event.altKey || event.metaKey || store.runs().length === 0) return;
      if (target instanceof HTMLElement && target.closest("input, select, textarea, button, a")) return;
      const act = (): void => {
        switch (event.code) {
          case "KeyK": case "Space": return player.toggle();
          case "KeyJ": return player.step(event.shiftKey ? -10 : -1);
          case "KeyL": return player.step(event.shiftKey ? 10 : 1);
          case "Home": return player.toStart();
          case "End": return player.toEnd();
          default: return undefined;
        }
      };
      if (/^(Key[KJL]|Space|Home|End)$/.test(event.code)) {
        event.preventDefault();
        act();
      }
    };
    addEventListener("keydown", key);
    onCleanup(() => removeEventListener("keydown", key));
  });

  return (
    <div
      class="search"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => { event.preventDefault(); void store.open([...(event.dataTransfer?.files ?? [])]); }}
    >
      <header>
        <h1>{t("search.title")}</h1>
        <p class="soft">{t("search.intro")}</p>
      </header>
      <Form store={store} />
      <Show when={store.problem() !== ""}><p class="bad" role="alert"><Words text={store.problem()} /></p></Show>
      <Show when={store.notice() !== ""}><p class="notice">{store.notice()}</p></Show>
      <Show when={store.runs().length > 0}>
        <Controls player={player} />
        <div class="runs" data-runs={store.runs().length}>
          <For each={store.runs()}>{(run, index) => <RunPanel run={run} index={index()} nodes={player.nodes()} />}</For>
        </div>
        <Chart runs={store.runs()} length={player.length()} nodes={player.nodes()} onSeek={(nodes) => player.seek(placeOf(nodes, player.length()))} />
        <Results store={store} player={player} />
      </Show>
      <section class="card" aria-labelledby="open-title">
        <h2 id="open-title">{t("search.open")}</h2>
        <p class="small soft"><Words text={t("search.open.help")} /></p>
        <input type="file" multiple aria-labelledby="open-title" accept=".trace,.txt" onChange={(event) => void store.open([...(event.currentTarget.files ?? [])])} />
      </section>
    </div>
  );
}

function Controls(props: { player: Player }): JSX.Element {
  const player = (): Player => props.player;
  return (
    <div class="controls" role="group" aria-label={t("search.play")}>
      <div class="row">
        <button type="button" aria-label={t("search.start")} title={t("search.start")} onClick={() => player().toStart()}>«</button>
        <button type="button" aria-label={t("search.back")} title={`${t("search.back")} (J)`} onClick={() => player().step(-1)}>‹</button>
        <button type="button" class="primary" title="K" onClick={() => player().toggle()}>{player().playing() ? t("search.pause") : t("search.play")}</button>
        <button type="button" aria-label={t("search.on")} title={`${t("search.on")} (L)`} onClick={() => player().step(1)}>›</button>
        <button type="button" aria-label={t("search.end")} title={t("search.end")} onClick={() => player().toEnd()}>»</button>
        <label class="quiet">
          <span class="sr">{t("search.speed")}</span>
          <select value={String(player().speed())} onChange={(event) => player().setSpeed(Number(event.currentTarget.value))}>
            <For each={SPEEDS}>{(speed) => <option value={String(speed)} selected={speed === player().speed()}>×{speed}</option>}</For>
          </select>
        </label>
        <span class="small soft position">{t("search.position.now", { nodes: player().nodes(), all: player().length() })}</span>
      </div>
      <input
        type="range" min="0" max="1000" step="1" aria-label={t("search.position")} aria-valuetext={t("search.position.now", { nodes: player().nodes(), all: player().length() })}
        value={Math.round(player().place() * 1000)} onInput={(event) => player().seek(Number(event.currentTarget.value) / 1000)}
      />
    </div>
  );
}

function Results(props: { store: Store; player: Player }): JSX.Element {
  const best = (index: number): number => {
    const trace = props.store.runs()[index]?.trace;
    return trace ? (trace.best[frameAt(trace, Infinity)] ?? 0) : 0;
  };
  return (
    <section class="card results" aria-labelledby="results-title">
      <h2 id="results-title">{t("search.table.title")}</h2>
      <div class="table-scroll" tabindex="0" role="group" aria-labelledby="results-title">
        <table>
          <thead>
            <tr>
              <th scope="col">{t("search.table.algorithm")}</th><th scope="col">{t("search.table.result")}</th><th scope="col" class="number">{t("search.table.nodes")}</th>
              <th scope="col">{t("search.table.node")}</th><th scope="col" class="number">{t("search.table.best")}</th><th scope="col" class="number">{t("search.table.seconds")}</th>
            </tr>
          </thead>
          <tbody>
            <For each={props.store.runs()}>
              {(run, index) => (
                <tr class={`run-${index() + 1}`}>
                  <th scope="row"><span class="swatch" aria-hidden="true" />{run.trace.algorithm}</th>
                  <td>{resultText(run)}</td>
                  <td class="number">{numberFull(run.trace.totals.get(run.trace.node) ?? 0)}</td>
                  <td><code>{run.trace.node}</code></td>
                  <td class="number">{run.trace.frames > 0 ? numberText(best(index())) : "–"}</td>
                  <td class="number">{secondsText(run.seconds)}</td>
                </tr>
              )}
            </For>
          </tbody>
        </table>
      </div>
      <Show when={props.store.done()}>
        {(done) => (
          <>
            <h3>{t("search.commands")}</h3>
            <For each={done().choices}>{(choice) => <CommandLine text={commandOf(done(), choice)} />}</For>
            <p class="row"><span>{t("search.link")}</span> <CopyButton text={new URL(linkOf(done(), props.store.registry()?.version), location.href).href} /></p>
          </>
        )}
      </Show>
    </section>
  );
}

const numberFull = (value: number): string => value.toLocaleString(document.documentElement.lang);
