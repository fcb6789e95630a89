/** The moves of a game, and the buttons that step through it. */

import { createEffect, For, Show, type JSX } from "solid-js";
import type { Game, Position } from "../../core/game";
import { t } from "../../shell/settings";
import { nameOfMove, signedText } from "./names";

interface Props {
  readonly game: Game;
  /** The ply that is shown, 0 for the start. */
  readonly shown: number;
  readonly onShow: (ply: number) => void;
}

export function MoveList(props: Props): JSX.Element {
  let list!: HTMLOListElement;
  const last = (): number => props.game.positions.length - 1;
  createEffect(() => {
    const entry = list.children[props.shown - 1];
    // Only the list scrolls: `scrollIntoView` would move the page as well.
    if (!(entry instanceof HTMLElement)) list.scrollTop = 0;
    else if (entry.offsetTop < list.scrollTop) list.scrollTop = entry.offsetTop;
    else if (entry.offsetTop + entry.offsetHeight > list.scrollTop + list.clientHeight) {
      list.scrollTop = entry.offsetTop + entry.offsetHeight - list.clientHeight;
    }
  });
  const text = (position: Position): string => {
    const { played } = position;
    if (played === null) return "";
    const name = nameOfMove(props.game.shape, played.move);
    const isIllegal = played.effect === "penalized" || played.effect === "forfeited";
    return isIllegal ? t("play.move.illegal", { move: name }) : name;
  };
  return (
    <section class="card moves" aria-labelledby="moves-title">
      <h2 id="moves-title">{t("play.moves")}</h2>
      <ol class="move-list" ref={list} tabindex="0" aria-labelledby="moves-title">
        <For each={props.game.positions.slice(1)} fallback={<li class="soft">{t("play.moves.none")}</li>}>
          {(position, index) => (
            <li class={`seat-${position.played?.seat ?? 1}`}>
              <button type="button" class="move" aria-current={props.shown === index() + 1 ? "step" : undefined} onClick={() => props.onShow(index() + 1)}>
                <span class="move-ply">{index() + 1}.</span>
                <span class="move-name">{text(position)}</span>
                <span class="move-points">{signedText(position.played?.points ?? 0)}</span>
              </button>
            </li>
          )}
        </For>
      </ol>
      <div class="row stepping" role="group" aria-label={t("play.step.at", { ply: props.shown, last: last() })}>
        <Step label={t("play.step.first")} icon="M6 4v16M19 5l-9 7 9 7z" to={0} {...props} />
        <Step label={t("play.step.back")} icon="M17 5l-10 7 10 7z" to={props.shown - 1} {...props} />
        <Step label={t("play.step.forward")} icon="M7 5l10 7-10 7z" to={props.shown + 1} {...props} />
        <Step label={t("play.step.last")} icon="M18 4v16M5 5l9 7-9 7z" to={last()} {...props} />
        <Show when={last() > 0}>
          <span class="soft small tabular" aria-hidden="true">{props.shown}/{last()}</span>
        </Show>
      </div>
    </section>
  );
}

function Step(props: Props & { label: string; icon: string; to: number }): JSX.Element {
  const isPossible = (): boolean => props.to >= 0 && props.to < props.game.positions.length && props.to !== props.shown;
  return (
    <button
      type="button"
      class="icon"
      aria-label={props.label}
      title={props.label}
      aria-disabled={isPossible() ? undefined : "true"}
      onClick={() => isPossible() && props.onShow(props.to)}
    >
      <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true"><path d={props.icon} /></svg>
    </button>
  );
}
