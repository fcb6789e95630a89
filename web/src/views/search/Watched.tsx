/** Runs that are played, and their results. */

import { createMemo, For, onCleanup, onMount, type JSX } from "solid-js";
import { placeOf } from "../../core/playback";
import { t } from "../../shell/settings";
import { Chart } from "./Chart";
import { createPlayer, SPEEDS, type Player } from "./player";
import { RunPanel } from "./RunPanel";
import { resultText, secondsText, type RunView } from "./store";
import { wholeText } from "./words";

/** Boards, controls and curve of runs. */
export function Watched(props: { runs: readonly RunView[] }): JSX.Element {
  const traces = createMemo(() => props.runs.map((run) => run.trace));
  const player = createPlayer(traces);

  onMount(() => {
    const key = (event: KeyboardEvent): void => {
      const { target } = event;
      if (event.ctrlKey || event.altKey || event.metaKey || props.runs.length === 0) return;
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
    <>
      <Controls player={player} />
      <div class="runs" data-runs={props.runs.length}>
        <For each={props.runs}>{(run, index) => <RunPanel run={run} index={index()} nodes={player.nodes()} />}</For>
      </div>
      <Chart runs={props.runs} length={player.length()} nodes={player.nodes()} onSeek={(nodes) => player.seek(placeOf(nodes, player.length()))} />
    </>
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

/** The results of runs as a table. */
export function Results(props: { runs: readonly RunView[] }): JSX.Element {
  return (
    <div class="table-scroll" tabindex="0" role="group" aria-label={t("search.table.title")}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t("search.table.algorithm")}</th><th scope="col">{t("search.table.result")}</th><th scope="col" class="number">{t("search.table.nodes")}</th>
            <th scope="col">{t("search.table.node")}</th><th scope="col" class="number">{t("search.table.best")}</th><th scope="col" class="number">{t("search.table.seconds")}</th>
          </tr>
        </thead>
        <tbody>
          <For each={props.runs}>
            {(run, index) => (
              <tr class={`run-${index() + 1}`}>
                <th scope="row"><span class="swatch" aria-hidden="true" />{run.label}</th>
                <td>{resultText(run)}</td>
                <td class="number">{wholeText(run.trace.totals.get(run.trace.node) ?? 0)}</td>
                <td><code>{run.trace.node}</code></td>
                <td class="number">{run.trace.frames > 0 ? wholeText(run.trace.best[run.trace.frames - 1] ?? 0) : "–"}</td>
                <td class="number">{secondsText(run.seconds)}</td>
              </tr>
            )}
          </For>
        </tbody>
      </table>
    </div>
  );
}
