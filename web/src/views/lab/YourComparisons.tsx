/** The comparisons that this browser has started. */

import { createResource, For, Show, type JSX } from "solid-js";
import { writeRoute } from "../../core/route";
import { isStatic } from "../../shell/page-engine";
import { t } from "../../shell/settings";
import { comparisons, type ComparisonJob } from "./client";
import { dateText, wholeText } from "./words";

/** Names a comparison shortly. */
export function nameOf({ compare }: ComparisonJob): string {
  const text = compare.puzzles.trim();
  const puzzles = text.includes("\n") || text.length > 40 ? (compare.name ?? "puzzles.txt") : text;
  return t("lab.name", { algorithms: compare.algorithms?.length ?? "", puzzles });
}

export function YourComparisons(): JSX.Element {
  const [jobs] = createResource(async () => {
    if (isStatic) return [];
    try {
      return await comparisons();
    } catch {
      // The form says it if the server is away.
      return [];
    }
  });
  return (
    <section class="card" aria-labelledby="yours-title">
      <h2 id="yours-title">{t("lab.yours")}</h2>
      <Show when={(jobs() ?? []).length > 0} fallback={<p class="soft">{t("lab.yours.none")}</p>}>
        <ul class="lab-list">
          <For each={jobs()}>
            {(job) => (
              <li>
                <a href={writeRoute("lab", [job.id])}>{nameOf(job)}</a>
                <span class="soft small">
                  {dateText(job.created)} · {t(`lab.state.${job.state}`)}
                  <Show when={job.progress}>{(progress) => <> · {t("lab.progress", { done: wholeText(progress().done), total: wholeText(progress().total) })}</>}</Show>
                </span>
              </li>
            )}
          </For>
        </ul>
      </Show>
    </section>
  );
}
