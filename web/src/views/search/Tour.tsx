/** A page of the guided tour: what to know, a live search, and whether the search shows it. */

import { createResource, createSignal, For, onCleanup, Show, type JSX } from "solid-js";
import { writeRoute } from "../../core/route";
import { TOUR, TOUR_IDS, type TourId, type TourPage } from "../../core/tour";
import { explainError } from "../../shell/page-engine";
import { t } from "../../shell/settings";
import { Words } from "../../shell/Words";
import { linkOf, searchAll, type RunView } from "./store";
import { Results, Watched } from "./Watched";

const linkTo = (id: TourId): string => writeRoute("search", ["tour", id]);

/** The search of a page, for the user to change. Runs that differ in their seeds alone become one. */
function planLink(page: TourPage): string {
  const names = [...new Set(page.runs.map(({ algorithm }) => algorithm))];
  const choices = names.map((name) => {
    const [id = "", ...parameters] = name.split(":");
    return { id, parameters: parameters.join(":") };
  });
  return linkOf({ puzzle: page.puzzle, choices, seed: String(page.runs[0]?.seed ?? 1), nodes: String(page.nodes) }, undefined);
}

export function Tour(props: { id: TourId }): JSX.Element {
  const at = TOUR_IDS.indexOf(props.id);
  const page = TOUR[at]!;
  const abort = new AbortController();
  onCleanup(() => abort.abort());
  const [problem, setProblem] = createSignal("");
  const [runs] = createResource<readonly RunView[]>(async () => {
    try {
      return await searchAll(page.runs, page.puzzle, page.nodes, abort.signal);
    } catch (error) {
      setProblem(explainError(error) ?? "");
      return [];
    }
  });
  const previous = TOUR_IDS[at - 1];
  const next = TOUR_IDS[at + 1];
  return (
    <div class="search tour">
      <header>
        <p class="soft small">{t("tour.title")} · {t("tour.page", { n: at + 1, all: TOUR_IDS.length })}</p>
        <h1>{t(`tour.${props.id}.title`)}</h1>
        <p class="tour-text"><Words text={t(`tour.${props.id}.text`)} /></p>
        <p class="tour-text"><strong>{t("tour.watch")}:</strong> <Words text={t(`tour.${props.id}.watch`)} /></p>
      </header>
      <Show when={problem() !== ""}><p class="bad" role="alert"><Words text={problem()} /></p></Show>
      <Show when={(runs() ?? []).length > 0} fallback={<p class="soft tour-wait">{problem() === "" ? t("search.running") : ""}</p>}>
        <Watched runs={runs() ?? []} />
        <section class="card results" aria-labelledby="claim-title">
          <h2 id="claim-title">{t("tour.claim")}</h2>
          <p class="tour-text"><Words text={t(`tour.${props.id}.claim`)} /></p>
          <p class={page.claim(runs() ?? []) ? "claim good" : "claim bad"} data-holds={page.claim(runs() ?? [])}>
            {page.claim(runs() ?? []) ? `✓ ${t("tour.holds")}` : t("tour.fails")}
          </p>
          <Results runs={runs() ?? []} />
        </section>
      </Show>
      <section class="card" aria-labelledby="try-title">
        <h2 id="try-title">{t("tour.try")}</h2>
        <p class="tour-text"><Words text={t(`tour.${props.id}.try`)} /></p>
        <p><a href={planLink(page)}>{t("tour.change")}</a></p>
      </section>
      <nav class="tour-nav" aria-label={t("tour.pages")}>
        <Show when={previous} fallback={<span />}>{(id) => <a class="button" rel="prev" href={linkTo(id())}>‹ {t("tour.previous")}</a>}</Show>
        <ol>
          <For each={TOUR_IDS}>
            {(id, index) => <li><a href={linkTo(id)} aria-label={`${index() + 1}: ${t(`tour.${id}.title`)}`} aria-current={id === props.id ? "page" : undefined}>{index() + 1}</a></li>}
          </For>
        </ol>
        <Show when={next} fallback={<a class="button" href={writeRoute("search")}>{t("tour.all")}</a>}>{(id) => <a class="button" rel="next" href={linkTo(id())}>{t("tour.next")} ›</a>}</Show>
      </nav>
    </div>
  );
}
