/** What is searched, with which algorithms, and the runs. */

import { createResource, createSignal, type Accessor } from "solid-js";
import type { AlgorithmFields, RegistryAnswer } from "../../core/api";
import { quote } from "../../core/command";
import { parseRoute, writeRoute } from "../../core/route";
import { FIRST as FIRST_PUZZLE } from "../../core/samples";
import { MAX_TRACE, readTraces, TraceError, type Trace } from "../../core/trace";
import { engine, explainError } from "../../shell/page-engine";
import { announce } from "../../shell/live";
import { replaceAddress } from "../../shell/router";
import { t } from "../../shell/settings";
import { numberText } from "./words";

export const MOST = 4;
/** So much time that the limit on nodes ends a run, and the same run can be repeated. */
const MILLISECONDS = 10_000;

/** An algorithm of the form. */
export interface Choice {
  readonly id: string;
  /** `key=value,key=value`, or empty. */
  readonly parameters: string;
}

/** A run, live or from a file. */
export interface RunView {
  /** The algorithm, and the seed where that tells runs apart. */
  readonly label: string;
  readonly trace: Trace;
  /** As in the registry's words: `solved`, `limit` and so on; what a file ends with. */
  readonly status: string;
  readonly stop: string;
  readonly seconds: number | undefined;
  readonly cut: boolean;
}

export interface Plan {
  readonly puzzle: string;
  readonly choices: readonly Choice[];
  readonly seed: string;
  readonly nodes: string;
}

export const nameOf = ({ id, parameters }: Choice): string => (parameters.trim() === "" ? id : `${id}:${parameters.trim()}`);
const choiceOf = (name: string): Choice => {
  const colon = name.indexOf(":");
  return colon < 0 ? { id: name, parameters: "" } : { id: name.slice(0, colon), parameters: name.slice(colon + 1) };
};

const FIRST: readonly string[] = ["dfs-mrv", "annealing", "tabu", "cross-entropy"];

/** Reads the plan of a link; what it does not say is as at the first visit. */
export function planOf(hash: string): Plan & { asked: boolean; version: string | undefined } {
  const { query } = parseRoute(hash);
  const names = (query.get("a") ?? "").split(";").filter((name) => name !== "");
  return {
    puzzle: query.get("p") ?? FIRST_PUZZLE,
    choices: (names.length > 0 ? names : FIRST).slice(0, MOST).map(choiceOf),
    seed: query.get("seed") ?? "1",
    nodes: query.get("nodes") ?? "200000",
    asked: query.has("a") && query.has("p"),
    version: query.get("v"),
  };
}

/** Returns the link that repeats the runs of a plan. */
export function linkOf(plan: Plan, version: string | undefined): string {
  const fields: [string, string][] = [["p", plan.puzzle.trim()], ["a", plan.choices.map(nameOf).join(";")], ["seed", plan.seed], ["nodes", plan.nodes]];
  if (version !== undefined) fields.push(["v", version]);
  return writeRoute("search", [], fields);
}

/** Returns the command line of a run of a plan. */
export const commandOf = (plan: Plan, choice: Choice): string =>
  ["quadrille", "solve", "--with", nameOf(choice), "--seed", plan.seed, "--nodes", plan.nodes, plan.puzzle.trim().length > 900 ? "FILE" : plan.puzzle.trim()].map(quote).join(" ");

/** Returns the result of a run in words. */
export function resultText(run: RunView): string {
  if (run.cut) return t("search.result.cut");
  switch (run.status) {
    case "solved": case "none": case "stuck": case "wrong": case "unsupported": return t(`search.result.${run.status}`);
    default: return t("search.result.limit", { stop: run.stop });
  }
}

/** Names runs: by their algorithms, and where these are the same, by their seeds too. */
function labelled(runs: readonly Omit<RunView, "label">[]): RunView[] {
  const names = runs.map(({ trace }) => trace.algorithm);
  return runs.map((run) => {
    const { algorithm, seed } = run.trace;
    const label = names.filter((name) => name === algorithm).length > 1 ? t("search.label", { algorithm, seed }) : algorithm;
    return { label, ...run };
  });
}

/** Runs algorithms, one beside the other. */
export async function searchAll(runs: readonly { algorithm: string; seed: number }[], puzzle: string, nodes: number, signal: AbortSignal): Promise<RunView[]> {
  const answers = await Promise.all(runs.map(({ algorithm, seed }) =>
    engine.call({ call: "search", puzzle, algorithm, seed, nodes, ms: MILLISECONDS }, signal)));
  return labelled(answers.map((answer) => {
    const [trace] = readTraces(answer.trace, 1, answer.node);
    if (!trace) throw new TraceError(1, "no trace");
    return { trace, status: answer.status, stop: answer.stop ?? "", seconds: answer.seconds, cut: answer.truncated };
  }));
}

/** The status of the word that ends a trace. */
const STATUS: Record<string, string> = { "solved": "solved", "wrong": "wrong", "proved-none": "none", "stuck": "stuck", "failed": "stuck", "unsupported": "unsupported" };

export interface Store {
  readonly plan: Accessor<Plan>;
  update(change: Partial<Plan>): void;
  /** The plan that the runs follow; undefined for files. */
  readonly done: Accessor<Plan | undefined>;
  readonly runs: Accessor<readonly RunView[]>;
  readonly registry: Accessor<RegistryAnswer | undefined>;
  readonly algorithms: Accessor<readonly AlgorithmFields[]>;
  readonly busy: Accessor<boolean>;
  readonly problem: Accessor<string>;
  readonly notice: Accessor<string>;
  run(): Promise<void>;
  open(files: readonly File[]): Promise<void>;
}

export function createSearch(): Store {
  const first = planOf(location.hash);
  const [plan, setPlan] = createSignal<Plan>({ puzzle: first.puzzle, choices: first.choices, seed: first.seed, nodes: first.nodes });
  const [done, setDone] = createSignal<Plan>();
  const [runs, setRuns] = createSignal<readonly RunView[]>([]);
  const [busy, setBusy] = createSignal(false);
  const [problem, setProblem] = createSignal("");
  const [notice, setNotice] = createSignal("");
  const [registry] = createResource<RegistryAnswer | undefined>(async () => {
    try {
      const answer = await engine.call({ call: "registry" });
      if (first.version !== undefined && first.version !== answer.version) setNotice(t("search.same.version", { was: first.version, is: answer.version }));
      return answer;
    } catch (error) {
      setProblem(explainError(error) ?? "");
      return undefined;
    }
  });
  let abort = new AbortController();

  function show(next: readonly RunView[]): void {
    setRuns(next);
    announce(t("search.result.said", { list: next.map((run) => `${run.label}: ${resultText(run)}`).join("; ") }));
  }

  async function run(): Promise<void> {
    const asked = plan();
    abort.abort();
    abort = new AbortController();
    const { signal } = abort;
    setProblem("");
    setBusy(true);
    try {
      const runs = asked.choices.map((choice) => ({ algorithm: nameOf(choice), seed: Number(asked.seed) }));
      const next = await searchAll(runs, asked.puzzle.trim(), Number(asked.nodes), signal);
      if (signal.aborted) return;
      setDone(asked);
      show(next);
      replaceAddress(linkOf(asked, registry()?.version));
    } catch (error) {
      setProblem(explainError(error) ?? "");
    } finally {
      if (abort.signal === signal) setBusy(false);
    }
  }

  async function open(files: readonly File[]): Promise<void> {
    setProblem("");
    const traces: Trace[] = [];
    for (const file of files.slice(0, MOST)) {
      if (file.size > MAX_TRACE) {
        setProblem(t("search.open.large", { file: file.name }));
        return;
      }
      try {
        traces.push(...readTraces(await file.text(), MOST - traces.length));
      } catch (error) {
        if (!(error instanceof TraceError)) throw error;
        setProblem(t("search.open.bad", { file: file.name, line: error.line, message: error.message }));
        return;
      }
      if (traces.length >= MOST) break;
    }
    if (traces.length === 0) return;
    setDone(undefined);
    show(labelled(traces.map((trace) => ({
      trace, status: STATUS[trace.stop ?? ""] ?? "limit", stop: trace.stop ?? "", seconds: undefined, cut: trace.stop === undefined,
    }))));
  }

  if (first.asked) void run();
  return {
    plan, done, runs, registry, busy, problem, notice, run, open,
    update: (change) => setPlan((plan) => ({ ...plan, ...change })),
    algorithms: () => registry()?.algorithms ?? [],
  };
}

/** Returns the time of a run in words. */
export const secondsText = (seconds: number | undefined): string => (seconds === undefined ? "" : seconds < 1 ? `${numberText(seconds * 1000)} ms` : `${numberText(seconds)} s`);
