/** The hint: four levels, what it draws, and Apply. */

import { For, Show, type JSX } from "solid-js";
import { hasLogic } from "../../core/board";
import { commandLine, positionText } from "../../core/command";
import { CommandLine } from "../../shell/Command";
import { language, t } from "../../shell/settings";
import type { Hints } from "./hints";
import type { Learn } from "./store";

const PROFILES = ["quadrille", "se121", "se", "hodoku"];

export function HintCard(props: { learn: Learn; hints: Hints }): JSX.Element {
  const { learn, hints } = props;
  const level = () => hints.answer()?.level ?? 0;
  const command = () => {
    const options = ["--level", String(Math.max(level(), 1))];
    if (learn.options().profile !== "quadrille") options.push("--profile", learn.options().profile);
    if (language() !== "en") options.push("--lang", language());
    return commandLine("hint", options, positionText(learn.position()), learn.puzzle());
  };
  return (
    <section class="card hint-card" aria-labelledby="hint-title">
      <div class="panel-head">
        <h2 id="hint-title">{t("hint.title")}</h2>
        <label class="small soft">
          {t("hint.profile")}{" "}
          <select value={learn.options().profile} onChange={(event) => learn.setOption("profile", event.currentTarget.value)}>
            <For each={PROFILES}>{(profile) => <option value={profile}>{profile}</option>}</For>
          </select>
        </label>
      </div>
      <Show when={hasLogic(learn.puzzle())} fallback={<p class="soft small">{t("hint.sizes")}</p>}>
        <Show when={hints.answer()} fallback={<p class="soft small">{hints.busy() ? t("hint.thinking") : t("hint.intro")}</p>}>
          {(answer) => (
            <>
              <p class="small soft">
                {t("hint.level", { n: answer().level })}
                <Show when={answer().title}>{(title) => <> · {title()}</>}</Show>
                <Show when={answer().rating}>{(rating) => <> · {t("hint.rating", { rating: rating() })}</>}</Show>
              </p>
              <p class="hint-text">{answer().text}</p>
              <Show when={answer().evidence?.eureka}>{(chain) => <p class="small mono chain">{t("hint.eureka", { chain: chain() })}</p>}</Show>
              <Show when={answer().wrong.length > 0}>
                <button type="button" onClick={hints.removeWrong}>{t("hint.fix")}</button>
              </Show>
              <Show when={answer().missing.length > 0}>
                <p class="small">{t("hint.missing", { n: answer().missing.length })}</p>
                <button type="button" onClick={hints.addMissing}>{t("hint.restore")}</button>
              </Show>
              <Show when={answer().level === 4 && answer().evidence}><p class="small soft">{t("hint.key")}</p></Show>
            </>
          )}
        </Show>
        <div class="row">
          <button type="button" classList={{ primary: level() < 4 }} disabled={level() === 4} onClick={() => void hints.more()}>
            {level() === 0 ? t("hint.get") : t("hint.more")}
          </button>
          <button type="button" disabled={level() === 4} onClick={() => void hints.ask(4)}>{t("hint.show")}</button>
          <button type="button" classList={{ primary: hints.canApply() }} disabled={!hints.canApply()} onClick={() => hints.applyStep()}>{t("hint.apply")}</button>
          <Show when={hints.answer()}><button type="button" class="plain" onClick={hints.clear}>{t("hint.hide")}</button></Show>
        </div>
        <CommandLine text={command()} />
      </Show>
      <Show when={hints.error()}>{(text) => <p class="bad small" role="alert">{text()}</p>}</Show>
    </section>
  );
}
