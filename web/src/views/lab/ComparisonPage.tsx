/** A comparison: how far it is, what it shows so far, and its report. */

import { createMemo, createSignal, For, onCleanup, onMount, Show, type JSX } from "solid-js";
import type { CompareRow, JobView } from "../../core/api";
import { costAxis, costBar, formOf, successBar, type Bar, type Form } from "../../core/comparison";
import { Refusal } from "../../core/engine";
import { writeRoute } from "../../core/route";
import { CommandLine } from "../../shell/Command";
import { explainError } from "../../shell/page-engine";
import { announce } from "../../shell/live";
import { go } from "../../shell/router";
import { t } from "../../shell/settings";
import { Words } from "../../shell/Words";
import { fileOf, load, remove, resume, stop, watch, type ComparisonJob } from "./client";
import { countText, percentText, timeText, wholeText } from "./words";
import { nameOf } from "./YourComparisons";

const FILES = ["summary.csv", "runs.csv", "pairs.csv", "features.csv", "summary.json", "features.json", "summary.parquet", "runs.parquet", "pairs.parquet", "features.parquet", "runs.jsonl"] as const;

export function ComparisonPage(props: { id: string; onAgain: (form: Form) => void }): JSX.Element {
  const [job, setJob] = createSignal<ComparisonJob>();
  const [problem, setProblem] = createSignal("");
  const [connected, setConnected] = createSignal(true);
  const [sure, setSure] = createSignal(false);
  const isOver = (): boolean => { const state = job()?.state; return state === "done" || state === "failed" || state === "cancelled"; };
  let close: (() => void) | undefined;
  let isGone = false;

  async function refresh(): Promise<void> {
    try {
      const next = await load(props.id);
      if (isGone) return;
      setJob(next);
      setProblem("");
      follow();
    } catch (error) {
      setProblem(error instanceof Refusal && error.kind === "not-found" ? t("lab.gone") : (explainError(error) ?? ""));
    }
  }

  /** Listens as long as something can happen. */
  function follow(): void {
    if (isOver()) {
      close?.();
      close = undefined;
      return;
    }
    close ??= watch(props.id, (event) => {
      const { state, progress } = event;
      const before = job();
      if (!before) return;
      if (state === "queued" || state === "running") setJob({ ...before, state, ...(progress ? { progress } : {}) });
      else {
        if (state === "done") announce(t("lab.said.done"));
        void refresh();
      }
    }, setConnected);
  }

  async function act(action: (id: string) => Promise<JobView>): Promise<void> {
    setProblem("");
    try {
      await action(props.id);
      await refresh();
    } catch (error) {
      setProblem(explainError(error) ?? "");
    }
  }

  onMount(() => void refresh());
  onCleanup(() => { isGone = true; close?.(); });

  return (
    <>
      <p><a href={writeRoute("lab")}>{t("lab.back")}</a></p>
      <Show when={problem() !== ""}><p class="bad" role="alert">{problem()}</p></Show>
      <Show when={job()}>
        {(job) => (
          <>
            <header class="lab-head">
              <h1>{nameOf(job())}</h1>
              <p><strong>{t(`lab.state.${job().state}`)}</strong><Progress job={job()} /></p>
              <Show when={job().progress}>{(progress) => <progress aria-label={t("lab.progress", { done: progress().done, total: progress().total })} max={progress().total} value={progress().done} />}</Show>
              <Show when={!connected() && !isOver()}><p class="notice" role="status">{t("lab.lost")}</p></Show>
              <Show when={job().error}>{(error) => <p class="bad">{error().message}</p>}</Show>
              <div class="row">
                <Show when={!isOver()}><button type="button" onClick={() => void act(stop)}>{t("lab.stop")}</button></Show>
                <Show when={job().state === "cancelled" || job().state === "failed"}><button type="button" class="primary" onClick={() => void act(resume)}>{t("lab.resume")}</button></Show>
                <button type="button" onClick={() => { props.onAgain(formOf(job().compare)); go(writeRoute("lab")); }}>{t("lab.again")}</button>
                <button type="button" class="plain" onBlur={() => setSure(false)} onClick={() => { if (sure()) void remove(props.id).then(() => go(writeRoute("lab")), (error: unknown) => setProblem(explainError(error) ?? "")); else setSure(true); }}>
                  {sure() ? t("lab.delete.sure") : t("lab.delete")}
                </button>
              </div>
            </header>
            <Show when={job().progress}>
              {(progress) => (
                <>
                  <section class="card" aria-labelledby="rows-title">
                    <h2 id="rows-title">{job().state === "done" ? t("lab.result") : t("lab.so-far")}</h2>
                    <Rows rows={progress().rows} />
                    <p class="small soft">{t("lab.table.help")}</p>
                  </section>
                  <section class="card" aria-labelledby="command-title">
                    <h2 id="command-title">{t("lab.command")}</h2>
                    <CommandLine text={progress().command} />
                  </section>
                </>
              )}
            </Show>
            <Show when={isOver() && job().files?.includes("index.html")}>
              <section class="card" aria-labelledby="files-title">
                <h2 id="files-title">{t("lab.files")}</h2>
                <ul class="lab-files">
                  <For each={FILES.filter((name) => job().files?.includes(name))}>
                    {(name) => <li><a href={fileOf(props.id, name)} download={name}>{name}</a> <span class="soft small"><Words text={t(`lab.file.${name}`)} /></span></li>}
                  </For>
                </ul>
              </section>
              <section aria-labelledby="report-title" class="lab-report">
                <div class="row"><h2 id="report-title">{t("lab.report")}</h2> <a href={fileOf(props.id, "index.html")} target="_blank" rel="noopener">{t("lab.report.tab")}</a></div>
                <iframe title={t("lab.report")} sandbox="allow-scripts" src={fileOf(props.id, "index.html")} />
              </section>
            </Show>
          </>
        )}
      </Show>
    </>
  );
}

function Progress(props: { job: ComparisonJob }): JSX.Element {
  return (
    <Show when={props.job.progress}>
      {(progress) => (
        <span class="soft">
          {" · "}{t("lab.progress", { done: wholeText(progress().done), total: wholeText(progress().total) })}
          <Show when={props.job.state === "running" ? progress().left_seconds : undefined}>{(left) => <> · {t("lab.left", { time: timeText(Math.max(1, Math.round(left()))) })}</>}</Show>
        </span>
      )}
    </Show>
  );
}

/** What the runs of each algorithm show, with intervals. */
function Rows(props: { rows: readonly CompareRow[] }): JSX.Element {
  const nodes = createMemo(() => costAxis(props.rows, "nodes"));
  const seconds = createMemo(() => costAxis(props.rows, "cpu_seconds"));
  const interval = (text: (value: number) => string, middle: number | null, low: number | null, high: number | null): string => {
    if (middle === null) return "–";
    if (low === null) return text(middle);
    if (high === null) return t("lab.interval.open", { middle: text(middle), low: text(low) });
    return t("lab.interval", { middle: text(middle), low: text(low), high: text(high) });
  };
  return (
    <div class="table-scroll" tabindex="0" role="group" aria-label={t("lab.result")}>
      <table class="lab-rows">
        <thead>
          <tr>
            <th scope="col">{t("lab.table.algorithm")}</th><th scope="col" class="number">{t("lab.table.runs")}</th><th scope="col">{t("lab.table.success")}</th>
            <th scope="col">{t("lab.table.nodes")}</th><th scope="col">{t("lab.table.seconds")}</th>
          </tr>
        </thead>
        <tbody>
          <For each={props.rows}>
            {(row) => (
              <tr>
                <th scope="row">{row.algorithm}</th>
                <td class="number">{wholeText(row.runs)}</td>
                <td><Interval bar={successBar(row)} text={interval(percentText, row.success, row.success_low, row.success_high)} shown={row.success === null ? "–" : percentText(row.success)} /></td>
                <td><Interval bar={costBar(row, "nodes", nodes())} text={interval(countText, row.nodes_median, row.nodes_median_low, row.nodes_median_high)} shown={row.nodes_median === null ? "–" : countText(row.nodes_median)} /></td>
                <td><Interval bar={costBar(row, "cpu_seconds", seconds())} text={interval(timeText, row.cpu_seconds_median, row.cpu_seconds_median_low, row.cpu_seconds_median_high)} shown={row.cpu_seconds_median === null ? "–" : timeText(row.cpu_seconds_median)} /></td>
              </tr>
            )}
          </For>
        </tbody>
      </table>
    </div>
  );
}

const WIDTH = 120;

function Interval(props: { bar: Bar | undefined; text: string; shown: string }): JSX.Element {
  return (
    <div class="interval" title={props.text}>
      <span aria-hidden="true">{props.shown}</span>
      <span class="sr">{props.text}</span>
      <svg viewBox={`0 0 ${WIDTH} 14`} aria-hidden="true">
        <path class="axis" d={`M0 7H${WIDTH}`} />
        <Show when={props.bar}>
          {(bar) => (
            <>
              <path class="range" d={`M${bar().low * WIDTH} 7H${bar().high * WIDTH}`} />
              <path class="end" d={`M${bar().low * WIDTH} 3v8${bar().open ? "" : `M${bar().high * WIDTH} 3v8`}`} />
              <circle cx={bar().middle * WIDTH} cy="7" r="3.5" />
            </>
          )}
        </Show>
      </svg>
    </div>
  );
}
