/** The walkthrough as a list; the board shows the chosen step. */

import { createEffect, For, on, Show, type JSX } from "solid-js";
import { hasLogic } from "../../core/board";
import { commandLine, positionText } from "../../core/command";
import { CommandLine } from "../../shell/Command";
import { language, t } from "../../shell/settings";
import type { Steps } from "./steps";
import type { Learn } from "./store";

export function StepsCard(props: { learn: Learn; steps: Steps }): JSX.Element {
  const { learn, steps } = props;
  let list: HTMLOListElement | undefined;
  createEffect(on(steps.current, (index) => list?.children[index]?.scrollIntoView({ block: "nearest" }), { defer: true }));
  const count = () => steps.answer()?.steps.length ?? 0;
  const options = () => [
    "--profile", learn.options().profile, ...(steps.all() ? ["--all"] : []), ...(language() === "en" ? [] : ["--lang", language()]),
  ];
  return (
    <Show when={hasLogic(learn.puzzle())}>
      <section class="card" aria-labelledby="steps-title">
        <h2 id="steps-title">{t("steps.title")}</h2>
        <div class="row">
          <button type="button" disabled={steps.busy()} onClick={() => void steps.ask(false)}>{t("steps.get")}</button>
          <button type="button" disabled={steps.busy()} onClick={() => void steps.ask(true)}>{t("steps.all")}</button>
        </div>
        <Show when={steps.answer()}>
          {(answer) => (
            <>
              <p class="small soft">{t("steps.count", { n: count() })}<Show when={answer().conclusion}>{(text) => <> · {text()}</>}</Show></p>
              <Show when={steps.step()}>
                {(step) => (
                  <>
                    <p><strong>{t("steps.place", { step: steps.current() + 1, n: count() })}: {step().title}</strong> <span class="soft small">{step().rating}</span></p>
                    <p class="hint-text">{step().text}</p>
                    <div class="row">
                      <button type="button" disabled={steps.current() === 0} onClick={() => steps.show(0)}><span aria-hidden="true">|◀</span><span class="sr">{t("steps.first")}</span></button>
                      <button type="button" disabled={steps.current() === 0} onClick={() => steps.show(steps.current() - 1)}><span aria-hidden="true">◀ </span>{t("steps.previous")}</button>
                      <button type="button" disabled={steps.current() === count() - 1} onClick={() => steps.show(steps.current() + 1)}>{t("steps.next")}<span aria-hidden="true"> ▶</span></button>
                      <button type="button" disabled={steps.current() === count() - 1} onClick={() => steps.show(count() - 1)}><span aria-hidden="true">▶|</span><span class="sr">{t("steps.last")}</span></button>
                    </div>
                    <div class="row">
                      <button type="button" class="primary" onClick={steps.close}>{t("steps.leave")}</button>
                      <Show when={!steps.all()}><button type="button" onClick={steps.use}>{t("steps.use")}</button></Show>
                    </div>
                  </>
                )}
              </Show>
              <ol class="steps" ref={list} aria-label={t("steps.list")}>
                <For each={answer().steps}>
                  {(step, i) => (
                    <li>
                      <button type="button" aria-current={steps.current() === i() ? "step" : undefined} onClick={() => steps.show(i())}>
                        <span class="soft">{i() + 1}</span> {step.title} <span class="soft">{step.rating}</span>
                      </button>
                    </li>
                  )}
                </For>
              </ol>
            </>
          )}
        </Show>
        <Show when={steps.error()}>{(text) => <p class="bad small" role="alert">{text()}</p>}</Show>
        <CommandLine text={commandLine("explain", options(), positionText(learn.position()), learn.puzzle())} />
      </section>
    </Show>
  );
}
