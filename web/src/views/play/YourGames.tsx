/** The games whose seats this browser has. */

import { createSignal, For, Show, type JSX } from "solid-js";
import { forgetGame, keptGames } from "../../core/game-seats";
import { writeRoute } from "../../core/route";
import { t } from "../../shell/settings";
import { deleteGame } from "./client";

export function YourGames(): JSX.Element {
  const [games, setGames] = createSignal(keptGames());
  /** The game whose deletion has to be confirmed. */
  const [asked, setAsked] = createSignal("");
  const remove = async (id: string): Promise<void> => {
    await deleteGame(id);
    forgetGame(id);
    setGames(keptGames());
  };
  return (
    <Show when={games().length > 0}>
      <section class="card" aria-labelledby="yours-title">
        <h2 id="yours-title">{t("play.yours")}</h2>
        <ul class="game-list">
          <For each={games()}>
            {(game) => {
              const label = (): string => t(asked() === game.id ? "play.delete.sure" : "play.delete");
              return (
                <li class="row between">
                  <a href={writeRoute("play", [game.id])}>{game.title === "" ? game.id : game.title}</a>
                  <button
                    type="button"
                    class="plain"
                    aria-label={`${label()}: ${game.title}`}
                    title={label()}
                    onBlur={() => setAsked("")}
                    // A server that cannot be reached keeps the game, so the list does too.
                    onClick={() => { if (asked() === game.id) void remove(game.id).catch(() => setAsked("")); else setAsked(game.id); }}
                  >
                    {asked() === game.id ? label() : "×"}
                  </button>
                </li>
              );
            }}
          </For>
        </ul>
      </section>
    </Show>
  );
}
