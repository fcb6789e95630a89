/** The view in which one watches search algorithms. */

import { For, Show, type JSX } from "solid-js";
import { writeRoute } from "../../core/route";
import { TOUR_IDS, type TourId } from "../../core/tour";
import { CommandLine, CopyButton } from "../../shell/Command";
import { route } from "../../shell/router";
import { t } from "../../shell/settings";
import { Words } from "../../shell/Words";
import { Form } from "./Form";
import { commandOf, createSearch, linkOf, type Store } from "./store";
import { Tour } from "./Tour";
import { Results, Watched } from "./Watched";
import "../../core/i18n/search";
import "./search.css";

export default function Search(): JSX.Element {
  const lesson = (): TourId | undefined => (route().parts[0] === "tour" ? (TOUR_IDS.find((id) => id === route().parts[1]) ?? TOUR_IDS[0]) : undefined);
  return <Show when={lesson()} keyed fallback={<Free />}>{(id) => <Tour id={id} />}</Show>;
}

function Free(): JSX.Element {
  const store = createSearch();
  return (
    <div
      class="search"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => { event.preventDefault(); void store.open([...(event.dataTransfer?.files ?? [])]); }}
    >
      <header>
        <h1>{t("search.title")}</h1>
        <p class="soft">{t("search.intro")}</p>
        <p><a href={writeRoute("search", ["tour", TOUR_IDS[0]])}>{t("tour.title")}</a>: {t("tour.intro")}</p>
      </header>
      <Form store={store} />
      <Show when={store.problem() !== ""}><p class="bad" role="alert"><Words text={store.problem()} /></p></Show>
      <Show when={store.notice() !== ""}><p class="notice">{store.notice()}</p></Show>
      <Show when={store.runs().length > 0}>
        <Watched runs={store.runs()} />
        <section class="card results" aria-labelledby="results-title">
          <h2 id="results-title">{t("search.table.title")}</h2>
          <Results runs={store.runs()} />
          <Again store={store} />
        </section>
      </Show>
      <section class="card" aria-labelledby="open-title">
        <h2 id="open-title">{t("search.open")}</h2>
        <p class="small soft"><Words text={t("search.open.help")} /></p>
        <input type="file" multiple aria-labelledby="open-title" accept=".trace,.txt" onChange={(event) => void store.open([...(event.currentTarget.files ?? [])])} />
      </section>
    </div>
  );
}

/** How to repeat the runs: command lines and a link. */
function Again(props: { store: Store }): JSX.Element {
  return (
    <Show when={props.store.done()}>
      {(done) => (
        <>
          <h3>{t("search.commands")}</h3>
          <For each={done().choices}>{(choice) => <CommandLine text={commandOf(done(), choice)} />}</For>
          <p class="row"><span>{t("search.link")}</span> <CopyButton text={new URL(linkOf(done(), props.store.registry()?.version), location.href).href} /></p>
        </>
      )}
    </Show>
  );
}
