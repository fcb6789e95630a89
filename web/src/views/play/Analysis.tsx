/** The value of the shown position: shown only when one asks for it. */

import { createEffect, createMemo, createSignal, For, on, onCleanup, Show, type JSX } from "solid-js";
import type { AnalyseAnswer } from "../../core/api";
import type { Game, Position, Seat } from "../../core/game";
import { language, t } from "../../shell/settings";
import { Words } from "../../shell/Words";
import { explainError } from "../../shell/page-engine";
import { analyze, RequestError } from "./client";
import { nameOfMove, signedText } from "./names";

/** Seconds of the first analysis, and by how much each further one has more. */
const TIME = 0.5;
const DEEPER = 4;
const MAX_TIME = 8;
const BEST = 8;

interface Props {
  readonly game: Game;
  readonly position: Position;
  /** The number of plies that lead to it. */
  readonly ply: number;
  readonly names: readonly [string, string];
  /** Why there is no analysis. */
  readonly refused?: string | undefined;
  readonly bar: boolean;
  readonly onBar: (shown: boolean) => void;
  readonly onResult: (result: Evaluation | undefined) => void;
  readonly onPick: (move: string) => void;
}

/** The margin of the first player at the end with best play. */
export interface Evaluation {
  readonly margin: number;
  readonly exact: boolean;
}

export function Analysis(props: Props): JSX.Element {
  const [answer, setAnswer] = createSignal<AnalyseAnswer>();
  const [time, setTime] = createSignal(0);
  const [running, setRunning] = createSignal(false);
  const [failure, setFailure] = createSignal("");
  let abort: AbortController | undefined;
  const isOver = (): boolean => props.position.outcome !== null;
  const mover = (): Seat => props.position.seat;
  const lead = (): number => {
    const [first, second] = props.position.scores;
    return mover() === 0 ? first - second : second - first;
  };

  async function run(limit: number): Promise<void> {
    abort?.abort();
    const own = new AbortController();
    abort = own;
    setTime(limit);
    setRunning(true);
    setFailure("");
    try {
      const found = await analyze(props.game.replay, props.ply, limit, own.signal);
      if (abort !== own) return;
      setAnswer(found);
      const margin = lead() + found.value;
      props.onResult({ margin: mover() === 0 ? margin : -margin, exact: found.exact });
    } catch (error) {
      if (abort === own && !own.signal.aborted) setFailure(describe(error));
    } finally {
      if (abort === own) setRunning(false);
    }
  }

  const reset = (): void => {
    abort?.abort();
    abort = undefined;
    setAnswer(undefined);
    setTime(0);
    setRunning(false);
    setFailure("");
    props.onResult(undefined);
  };
  onCleanup(() => abort?.abort());

  // Stepping quickly through a game analyzes only the position where one stops.
  createEffect(
    on([() => props.position, () => props.bar, () => props.refused], ([, bar, refused]) => {
      reset();
      if (!bar || refused !== undefined || isOver()) return;
      const timer = setTimeout(() => void run(TIME), 200);
      onCleanup(() => clearTimeout(timer));
    }),
  );

  const summary = createMemo(() => {
    const found = answer();
    if (found === undefined) return "";
    const margin = lead() + found.value;
    if (margin === 0) return t("play.analysis.even");
    const winner: Seat = margin > 0 === (mover() === 0) ? 0 : 1;
    return t("play.analysis.value", { margin: signedText(Math.abs(margin)), name: props.names[winner] });
  });
  const name = (move: string): string => nameOfMove(props.game.shape, move);

  return (
    <section class="card analysis" aria-labelledby="analysis-title">
      <div class="row between">
        <h2 id="analysis-title">{t("play.analysis")}</h2>
        <label class="check">
          <input type="checkbox" checked={props.bar} disabled={props.refused !== undefined} onChange={(event) => props.onBar(event.currentTarget.checked)} />
          {t("play.analysis.bar")}
        </label>
      </div>
      <Show when={props.refused === undefined} fallback={<p class="soft"><Words text={props.refused ?? ""} /></p>}>
        <Show when={!isOver()} fallback={<p class="soft">{t("play.analysis.over")}</p>}>
          <Show when={answer()}>
            {(found) => (
              <>
                <p class="value">
                  <strong>{summary()}</strong> <Proof exact={found().exact} />
                </p>
                <p class="small soft">{t("play.analysis.effort", { depth: found().depth, n: found().nodes })}</p>
                <h3>{t("play.analysis.line")}</h3>
                <p class="line mono">{found().line.map(name).join("  ")}</p>
                <table class="best">
                  <caption class="sr">{t("play.analysis.best")}</caption>
                  <thead>
                    <tr>
                      <th scope="col">{t("play.analysis.move")}</th>
                      <th scope="col" class="number">{t("play.analysis.margin")}</th>
                      <th scope="col"><span class="sr">{t("play.analysis.exact")}</span></th>
                    </tr>
                  </thead>
                  <tbody>
                    <For each={found().moves.slice(0, BEST)}>
                      {(entry) => (
                        <tr>
                          <td>
                            <button type="button" class="plain mono" onClick={() => props.onPick(entry.move)}>{name(entry.move)}</button>
                          </td>
                          <td class="number">{signedText(lead() + entry.value)}</td>
                          <td><Proof exact={entry.exact} /></td>
                        </tr>
                      )}
                    </For>
                  </tbody>
                </table>
              </>
            )}
          </Show>
          <div class="row">
            <Show when={answer()?.exact !== true}>
              <button type="button" disabled={running() || time() >= MAX_TIME} onClick={() => void run(time() === 0 ? TIME : Math.min(MAX_TIME, time() * DEEPER))}>
                {running() ? t("play.analysis.running") : answer() === undefined ? t("play.analysis.run") : t("play.analysis.deeper")}
              </button>
            </Show>
            <Show when={failure() !== ""}><span class="bad" role="alert"><Words text={failure()} /></span></Show>
          </div>
        </Show>
      </Show>
    </section>
  );
}

function Proof(props: { exact: boolean }): JSX.Element {
  return (
    <Show when={props.exact} fallback={<span class="soft small">{t("play.analysis.estimate")}</span>}>
      <span class="proof" title={t("play.analysis.exact.help")}>{t("play.analysis.exact")} ✓</span>
    </Show>
  );
}

export function describe(error: unknown): string {
  if (!(error instanceof RequestError)) return explainError(error) ?? "";
  if (error.status === 0) return t("error.offline");
  return error.status === 503 ? t("error.busy") : t("error.other", { message: error.message });
}

/** How much of a bar belongs to the first player: half for an even margin, more the larger the lead. */
const share = (margin: number, side: number): number => 0.5 + Math.atan(margin / (side * side)) / Math.PI;

/** The bar beside the board; the first player's part is at the bottom. */
export function EvaluationBar(props: { evaluation: Evaluation | undefined; side: number; name: string }): JSX.Element {
  const part = (): number => (props.evaluation === undefined ? 0.5 : share(props.evaluation.margin, props.side));
  const label = (): string => {
    const { evaluation } = props;
    if (evaluation === undefined) return t("play.analysis.running");
    const kind = evaluation.exact ? t("play.analysis.exact") : t("play.analysis.estimate");
    return `${t("play.analysis.value", { margin: signedText(evaluation.margin), name: props.name })} (${kind})`;
  };
  return (
    <div class="evaluation" role="img" aria-label={label()} lang={language()}>
      <svg viewBox="0 0 10 100" preserveAspectRatio="none" class="upright" aria-hidden="true">
        <rect class="second" width="10" height="100" />
        <rect class="first" y={100 - part() * 100} width="10" height={part() * 100} />
        <path class="middle" d="M0 50H10" />
      </svg>
      <svg viewBox="0 0 100 10" preserveAspectRatio="none" class="flat" aria-hidden="true">
        <rect class="second" width="100" height="10" />
        <rect class="first" width={part() * 100} height="10" />
        <path class="middle" d="M50 0V10" />
      </svg>
      <span class="evaluation-text" aria-hidden="true">
        {props.evaluation === undefined ? "…" : `${signedText(props.evaluation.margin)}${props.evaluation.exact ? " ✓" : ""}`}
      </span>
    </div>
  );
}
