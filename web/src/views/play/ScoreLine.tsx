/** The players, their scores and clocks, and whose turn it is. */

import { createSignal, For, onCleanup, Show, type JSX } from "solid-js";
import { clockText, secondsLeft, type ClockReading } from "../../core/game-clock";
import type { Position, Seat } from "../../core/game";
import { language, t } from "../../shell/settings";

interface Props {
  readonly position: Position;
  readonly names: readonly [string, string];
  readonly clock?: ClockReading | undefined;
  readonly thinking?: Seat | null;
}

export function ScoreLine(props: Props): JSX.Element {
  const isTurn = (seat: Seat): boolean => props.position.outcome === null && props.position.seat === seat;
  return (
    <div class="score-line" role="group" aria-label={t("play.score")}>
      <For each={[0, 1] as const}>
        {(seat) => (
          <div class="player" classList={{ turn: isTurn(seat), [`seat-${seat + 1}`]: true, winner: props.position.outcome?.winner === seat }}>
            <span class="player-seat" aria-hidden="true">{seat + 1}</span>
            <span class="player-name">
              <span class="sr">{t(`play.seat.${seat}`)}: </span>
              {props.names[seat]}
              <Show when={isTurn(seat)}>
                <span class="player-turn">{props.thinking === seat ? "…" : t("play.to-move")}</span>
              </Show>
            </span>
            <Show when={props.clock?.left[seat] != null ? props.clock : undefined}>
              {(clock) => <Clock reading={clock()} seat={seat} />}
            </Show>
            <strong class="player-score">{props.position.scores[seat]}</strong>
          </div>
        )}
      </For>
    </div>
  );
}

function Clock(props: { reading: ClockReading; seat: Seat }): JSX.Element {
  const [now, setNow] = createSignal(performance.now());
  const timer = setInterval(() => setNow(performance.now()), 100);
  onCleanup(() => clearInterval(timer));
  const left = (): number => secondsLeft(props.reading, props.seat, Math.max(now(), props.reading.at)) ?? 0;
  return (
    <span class="play-clock" classList={{ running: props.reading.running === props.seat, low: left() < 10 }} role="timer" aria-live="off">
      <span class="sr">{t("play.time-left")} </span>
      {clockText(left(), language() === "fr" ? "," : ".")}
    </span>
  );
}
