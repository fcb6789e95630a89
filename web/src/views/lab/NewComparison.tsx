/** The form of a comparison. */

import { createEffect, createResource, createSignal, For, Match, on, Show, Switch, type JSX } from "solid-js";
import type { PlanAnswer, RegistryAnswer } from "../../core/api";
import { requestOf, SOURCES, type Form, type SourceId } from "../../core/comparison";
import { writeRoute } from "../../core/route";
import { CommandLine } from "../../shell/Command";
import { engine, explainError } from "../../shell/page-engine";
import { announce } from "../../shell/live";
import { go } from "../../shell/router";
import { t } from "../../shell/settings";
import { start } from "./client";
import { timeText, wholeText } from "./words";

const FAMILIES = ["exact", "tree", "local", "sampling"] as const;
/** The most bytes of puzzles in a request: the server keeps requests of jobs in memory. */
const MOST_TEXT = 120_000;

interface Props {
  readonly form: Form;
  update(change: Partial<Form>): void;
}

export function NewComparison(props: Props): JSX.Element {
  const [problem, setProblem] = createSignal("");
  const [busy, setBusy] = createSignal<"plan" | "start">();
  const [plan, setPlan] = createSignal<PlanAnswer>();
  const [registry] = createResource<RegistryAnswer | undefined>(async () => {
    try {
      return await engine.call({ call: "registry" });
    } catch (error) {
      setProblem(explainError(error) ?? "");
      return undefined;
    }
  });
  const usual = (): void => props.update({ algorithms: registry()?.compared ?? [] });
  createEffect(on(registry, (answer) => { if (answer && props.form.algorithms.length === 0) usual(); }));
  // What was estimated is of another comparison.
  createEffect(on(() => props.form, () => setPlan(undefined), { defer: true }));
  const isServed = (): boolean => registry()?.capabilities.includes("jobs") ?? true;

  async function estimate(): Promise<void> {
    setProblem("");
    setBusy("plan");
    try {
      const answer = await engine.call({ call: "plan", comparison: requestOf(props.form) });
      setPlan(answer);
      announce(planText(answer));
    } catch (error) {
      setProblem(explainError(error) ?? "");
    } finally {
      setBusy(undefined);
    }
  }

  async function submit(): Promise<void> {
    if (!isServed()) return estimate();
    setProblem("");
    setBusy("start");
    try {
      // The server answers at once; what is wrong with the request is said here, not by a failed job.
      await engine.call({ call: "plan", comparison: requestOf(props.form), ms: 0 });
      go(writeRoute("lab", [(await start(requestOf(props.form))).id]));
    } catch (error) {
      setProblem(explainError(error) ?? "");
    } finally {
      setBusy(undefined);
    }
  }

  async function open(file: File | undefined): Promise<void> {
    if (!file) return;
    setProblem("");
    if (file.size > MOST_TEXT) return void setProblem(t("lab.file.large", { file: file.name, most: MOST_TEXT / 1000 }));
    try {
      props.update({ source: "text", text: await file.text(), name: file.name });
    } catch (error) {
      // It was removed, or may not be read.
      setProblem(explainError(error) ?? "");
    }
  }

  return (
    <form class="card lab-form" onSubmit={(event) => { event.preventDefault(); void submit(); }}>
      <fieldset>
        <legend><h2>{t("lab.puzzles")}</h2></legend>
        <div class="row fields">
          <label class="field">
            <span>{t("lab.source")}</span>
            <select value={props.form.source} onChange={(event) => props.update({ source: event.currentTarget.value as SourceId })}>
              <For each={SOURCES}>{(source) => <option value={source} selected={source === props.form.source}>{t(`lab.source.${source}`)}</option>}</For>
            </select>
          </label>
          <Show when={props.form.source === "lewis"}>
            <NumberField label={t("lab.side")} value={props.form.side} least={4} most={25} onInput={(side) => props.update({ side })} />
            <NumberField label={t("lab.fill")} value={props.form.fill} least={0} most={100} onInput={(fill) => props.update({ fill })} />
          </Show>
          <Show when={props.form.source !== "collection" && props.form.source !== "text"}>
            <NumberField label={t("lab.count")} value={props.form.count} least={1} most={100_000} onInput={(count) => props.update({ count })} />
          </Show>
        </div>
        <Show when={props.form.source === "text"}>
          <label class="field">
            <span>{t("lab.text")}</span>
            <textarea rows="5" required spellcheck={false} autocomplete="off" maxlength={MOST_TEXT} value={props.form.text} onInput={(event) => props.update({ text: event.currentTarget.value })} />
          </label>
          <label class="field"><span>{t("lab.file")}</span><input type="file" onChange={(event) => void open(event.currentTarget.files?.[0])} /></label>
        </Show>
      </fieldset>
      <Algorithms form={props.form} update={(change) => props.update(change)} registry={registry()} onUsual={usual} />
      <fieldset>
        <legend><h2>{t("lab.limits")}</h2></legend>
        <div class="row fields">
          <NumberField label={t("lab.runs")} help={t("lab.runs.help")} value={props.form.runs} least={1} most={10_000} onInput={(runs) => props.update({ runs })} />
          <NumberField label={t("lab.seed")} value={props.form.seed} least={0} most={Number.MAX_SAFE_INTEGER} onInput={(seed) => props.update({ seed })} />
          <NumberField label={t("lab.nodes")} value={props.form.nodes} least={1} most={1e12} optional onInput={(nodes) => props.update({ nodes })} />
          <NumberField label={t("lab.seconds")} value={props.form.seconds} least={0.001} most={3600} step="any" optional onInput={(seconds) => props.update({ seconds })} />
        </div>
      </fieldset>
      <div class="row">
        <Switch>
          <Match when={isServed()}><button type="submit" class="primary" disabled={busy() !== undefined}>{t("lab.start")}</button></Match>
          <Match when={true}><p class="soft">{t("lab.server")}</p></Match>
        </Switch>
        <button type="button" disabled={busy() !== undefined} onClick={() => void estimate()}>{busy() === "plan" ? t("lab.estimating") : t("lab.estimate")}</button>
      </div>
      <Show when={problem() !== ""}><p class="bad" role="alert">{problem()}</p></Show>
      <Show when={plan()}>
        {(plan) => (
          <div class="lab-plan">
            <p>{planText(plan())}</p>
            <BadLines lines={plan().bad_lines} />
            <p class="small soft">{t("lab.command")}</p>
            <CommandLine text={plan().command} />
            <Show when={props.form.source === "text"}><p class="small soft">{t("lab.command.file", { name: props.form.name === "" ? "puzzles.txt" : props.form.name })}</p></Show>
          </div>
        )}
      </Show>
    </form>
  );
}

/** Says what a comparison would run. */
function planText(plan: PlanAnswer): string {
  const words = [t("lab.plan", { runs: wholeText(plan.runs), puzzles: wholeText(plan.puzzles), controls: wholeText(plan.controls) })];
  if (plan.cpu_seconds !== undefined) words.push(t(plan.at_least ? "lab.plan.least" : "lab.plan.time", { time: timeText(plan.cpu_seconds) }));
  return words.join(" ");
}

function BadLines(props: { lines: readonly string[] }): JSX.Element {
  return (
    <Show when={props.lines.length > 0}>
      <p class="bad">{t("lab.plan.bad", { n: props.lines.length })}</p>
      <ul class="mono small"><For each={props.lines.slice(0, 5)}>{(line) => <li>{line}</li>}</For></ul>
    </Show>
  );
}

function NumberField(props: {
  label: string; value: string; least: number; most: number; help?: string; step?: string; optional?: boolean; onInput: (value: string) => void;
}): JSX.Element {
  return (
    <label class="field">
      <span>{props.label}</span>
      <input
        type="number" min={props.least} max={props.most} step={props.step ?? "1"} required={!props.optional} title={props.help ?? ""}
        value={props.value} onInput={(event) => props.onInput(event.currentTarget.value)}
      />
    </label>
  );
}

/** The chosen algorithms, and one to add. */
function Algorithms(props: Props & { registry: RegistryAnswer | undefined; onUsual: () => void }): JSX.Element {
  const [id, setId] = createSignal("norvig");
  const [parameters, setParameters] = createSignal("");
  const entry = () => props.registry?.algorithms.find((entry) => entry.id === id());
  const chosen = (): string => (parameters().trim() === "" ? id() : `${id()}:${parameters().trim()}`);
  const add = (): void => {
    if (!props.form.algorithms.includes(chosen())) props.update({ algorithms: [...props.form.algorithms, chosen()] });
    setParameters("");
  };
  const example = (): string => (entry()?.parameters ?? []).map(({ name, default: value }) => `${name}=${value}`).join(",");
  return (
    <fieldset>
      <legend><h2>{t("lab.algorithms", { n: props.form.algorithms.length })}</h2></legend>
      <ul class="chips">
        <For each={props.form.algorithms}>
          {(name) => (
            <li>
              <span>{name}</span>
              <button type="button" class="plain" aria-label={t("lab.remove", { name })} onClick={() => props.update({ algorithms: props.form.algorithms.filter((other) => other !== name) })}>×</button>
            </li>
          )}
        </For>
      </ul>
      <div class="row fields">
        <label class="field">
          <span>{t("lab.algorithm")}</span>
          <select value={id()} onChange={(event) => { setId(event.currentTarget.value); setParameters(""); }}>
            <For each={FAMILIES}>
              {(family) => (
                <optgroup label={family}>
                  <For each={props.registry?.algorithms.filter((entry) => entry.family === family) ?? []}>
                    {(entry) => <option value={entry.id} selected={entry.id === id()}>{entry.id}</option>}
                  </For>
                </optgroup>
              )}
            </For>
          </select>
        </label>
        <label class="field wide">
          <span>{t("lab.parameters")}</span>
          <input class="mono" spellcheck={false} autocomplete="off" placeholder={example()} value={parameters()} onInput={(event) => setParameters(event.currentTarget.value)}
            onKeyDown={(event) => { if (event.key === "Enter") { event.preventDefault(); add(); } }} />
        </label>
        <button type="button" onClick={add}>{t("lab.add")}</button>
        <button type="button" class="plain" onClick={() => props.onUsual()}>{t("lab.usual")}</button>
        <button type="button" class="plain" disabled={props.form.algorithms.length === 0} onClick={() => props.update({ algorithms: [] })}>{t("lab.none")}</button>
      </div>
      <Show when={entry()}>{(entry) => <p class="small soft">{entry().title}</p>}</Show>
    </fieldset>
  );
}
