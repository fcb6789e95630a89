/** What is known of the puzzle. */

import { Show, type JSX } from "solid-js";
import { hasLogic } from "../../core/board";
import { commandLine, puzzleText } from "../../core/command";
import { writeRoute } from "../../core/route";
import { CommandLine } from "../../shell/Command";
import { language, t } from "../../shell/settings";
import { COUNT_LIMIT, type Facts, type Shown } from "./facts";
import type { Learn } from "./store";

export function FactsCard(props: { learn: Learn; facts: Facts }): JSX.Element {
  const { learn, facts } = props;
  const number = (value: number) => new Intl.NumberFormat(language(), { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(value);
  const verdict = () => {
    const found = facts.check();
    if (!found) return t("facts.waiting");
    if (found.verdict === "proper") return t("facts.proper");
    if (found.verdict === "none") return t("facts.none");
    if (found.verdict === "conflict") return t("facts.conflict");
    if (found.verdict === "undecided") return t("facts.undecided");
    const count = facts.count();
    if (!count) return t("facts.waiting");
    return count.exact ? t("facts.multiple", { n: count.count }) : t("facts.more", { n: Math.min(count.count, COUNT_LIMIT) });
  };
  const clues = () => learn.puzzle().givens.filter((digit) => digit !== 0).length;
  return (
    <section class="card" aria-labelledby="facts-title">
      <h2 id="facts-title">{t("facts.title")}</h2>
      <dl class="facts">
        <dt>{t("facts.verdict")}</dt>
        <dd classList={{ good: facts.check()?.verdict === "proper" }}>{verdict()}</dd>
        <dt>{t("facts.clues")}</dt>
        <dd>
          {clues()}
          <Show when={facts.check()?.minimal === true}>, {t("facts.minimal")}</Show>
          <Show when={facts.check()?.minimal === false}>, {t("facts.redundant")}</Show>
        </dd>
        <Show when={facts.se()}>
          {(rate) => (
            <>
              <dt>{t("facts.se")} <span class="soft">({t("facts.se-help")})</span></dt>
              <dd>{rate().rating == null ? t("facts.unrated") : [rate().rating, rate().pearl, rate().diamond].map((value) => (value == null ? "–" : number(value))).join(" · ")}</dd>
            </>
          )}
        </Show>
        <Show when={facts.hodoku()}>
          {(rate) => (
            <>
              <dt>{t("facts.hodoku")}</dt>
              <dd>{rate().rating == null ? t("facts.unrated") : `${rate().class ?? ""} ${rate().score ?? ""}`}</dd>
              <Show when={rate().hardest_title}>
                {(title) => (
                  <>
                    <dt>{t("facts.hardest")}</dt>
                    <dd>{title()}</dd>
                  </>
                )}
              </Show>
            </>
          )}
        </Show>
      </dl>
      <label class="check">
        {t("facts.show")}
        <select value={facts.shown()} onChange={(event) => facts.setShown(event.currentTarget.value as Shown)}>
          <option value="none">{t("facts.show-none")}</option>
          <option value="direct">{t("facts.show-direct")}</option>
          <option value="true">{t("facts.show-true")}</option>
        </select>
      </label>
      <Show when={facts.shown() === "true" && facts.truth() && !facts.truth()?.candidates}><p class="small soft">{t("facts.limit")}</p></Show>
      <Show when={facts.error()}>{(text) => <p class="bad small" role="alert">{text()}</p>}</Show>
      <p class="small"><a href={writeRoute("search", [], [["p", puzzleText(learn.puzzle())]])}>{t("facts.search")}</a></p>
      <CommandLine text={commandLine(hasLogic(learn.puzzle()) ? "rate" : "check", [], puzzleText(learn.puzzle()), learn.puzzle())} />
    </section>
  );
}
