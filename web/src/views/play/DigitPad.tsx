/** The digits for the selected cell, each with the points that it would give. */

import { createMemo, For, Show, type JSX } from "solid-js";
import { symbol } from "../../core/digits";
import { legalDigits, play, type GameState } from "../../core/game";
import { t } from "../../shell/settings";

interface Props {
  readonly state: GameState;
  readonly cell: number;
  readonly enabled: boolean;
  readonly onDigit: (digit: number) => void;
}

export function DigitPad(props: Props): JSX.Element {
  const side = (): number => props.state.rules.board.side;
  const digits = createMemo(() => Array.from({ length: side() }, (_, index) => index + 1));
  const gains = createMemo(() => {
    const { state, cell } = props;
    const [row, column] = [Math.floor(cell / side()), cell % side()];
    const legal = state.outcome === null ? (legalDigits(state)[cell] ?? []) : [];
    return new Map(legal.map((digit) => [digit, play(state, { kind: "place", row, column, digit }).played.points]));
  });
  return (
    <div class="digit-pad" classList={{ wide: side() > 9 }} role="group" aria-label={t("play.pad")}>
      <For each={digits()}>
        {(digit) => {
          const gain = (): number | undefined => (props.enabled ? gains().get(digit) : undefined);
          return (
            <button
              type="button"
              class="play-key"
              aria-disabled={gain() === undefined ? "true" : undefined}
              aria-label={gain() === undefined ? t("play.place", { digit: symbol(digit, side()) }) : t("play.place.gain", { digit: symbol(digit, side()), n: gain() ?? 0 })}
              onClick={() => gain() !== undefined && props.onDigit(digit)}
            >
              <span class="digit-name">{symbol(digit, side())}</span>
              <Show when={(gain() ?? 0) > digit}>
                {/* Drawn by the style sheet: the name of the key says it in words. */}
                <span class="digit-gain" data-gain={`+${gain()}`} />
              </Show>
            </button>
          );
        }}
      </For>
    </div>
  );
}
