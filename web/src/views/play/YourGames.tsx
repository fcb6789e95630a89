/** The games whose seats this browser has. */

import { createSignal, For, Show, type JSX } from "solid-js";
import { forgetGame, keptGames } from "../../core/game-seats";
import { writeRoute } from "../../core/route";
import { t } from "../../shell/settings";

export function YourGames(): JSX.Element {
  const [games, setGames] = createSignal(keptGames());
  return (
    <Show when={games().length > 0}>
      <section class="card" aria-labelledby="yours-title">
        <h2 id="yours-title">{t("play.yours")}</h2>
        <ul class="game-list">
          <For each={games()}>
            {(game) => (
              <li class="row between">
                <a href={writeRoute("play", [game.id])}>{game.title === "" ? game.id : game.title}</a>
                <button type="button" class="plain" aria-label={`${t("play.forget")}: ${game.title}`} title={t("play.forget")} onClick={() => { forgetGame(game.id); setGames(keptGames()); }}>×</button>
              </li>
            )}
          </For>
        </ul>
      </section>
    </Show>
  );
}
