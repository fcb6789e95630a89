import { createEffect, createMemo, For, Show, Suspense, type JSX } from "solid-js";
import { Dynamic } from "solid-js/web";
import { lock } from "./access";
import { LiveRegion } from "./live";
import { Locked } from "./Locked";
import { route } from "./router";
import { language, setLanguage, setTheme, t, theme, type Theme } from "./settings";
import { VIEWS } from "./views";
import type { Language } from "../core/i18n/message";

const THEMES: readonly Theme[] = ["system", "light", "dark"];

export function App(): JSX.Element {
  const view = createMemo(() => VIEWS.find(({ id }) => id === route().view) ?? VIEWS[0]!);
  createEffect(() => {
    document.title = `${t(view().title)} · Quadrille`;
  });
  return (
    <>
      <a class="skip" href="#main" onClick={(event) => { event.preventDefault(); (document.getElementById("board") ?? document.getElementById("main"))?.focus(); }}>
        {t("app.skip")}
      </a>
      <header class="bar">
        <span class="brand">
          <svg viewBox="0 0 18 18" width="18" height="18" aria-hidden="true"><path d="M1 1h16v16H1zM6.3 1v16M11.7 1v16M1 6.3h16M1 11.7h16" /><path class="fill" d="M6.3 6.3h5.4v5.4H6.3z" /></svg>
          <span class="brand-name">Quadrille</span>
        </span>
        <nav aria-label={t("app.views")}>
          <For each={VIEWS}>
            {(entry) => <a href={`#/${entry.id}`} aria-current={view() === entry ? "page" : undefined}>{t(entry.title)}</a>}
          </For>
        </nav>
        <div class="bar-end">
          <label class="quiet">
            <span class="sr">{t("language.label")}</span>
            <select value={language()} onChange={(event) => setLanguage(event.currentTarget.value as Language)}>
              <option value="en" lang="en">English</option>
              <option value="fr" lang="fr">Français</option>
            </select>
          </label>
          <label class="quiet">
            <span class="sr">{t("theme.label")}</span>
            <select value={theme()} onChange={(event) => setTheme(event.currentTarget.value as Theme)}>
              <For each={THEMES}>{(name) => <option value={name}>{t(`theme.${name}`)}</option>}</For>
            </select>
          </label>
        </div>
      </header>
      <main id="main" tabindex="-1">
        <Suspense>
          <Show when={lock() === "open"} fallback={<Locked />}>
            <Dynamic component={view().page} />
          </Show>
        </Suspense>
      </main>
      <footer><a href="docs/">{t("docs.link")}</a></footer>
      <LiveRegion />
    </>
  );
}
