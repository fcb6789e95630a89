/** The digits for the selected cell, each with the points that it would give. */

import { createMemo, For, Show, type JSX } from "solid-js";
import { symbol } from "../../core/digits";
import type { Position } from "../../core/game";
import { t } from "../../shell/settings";

interface Props {
  readonly position: Position;
  readonly side: number;
  readonly cell: number;
  readonly enabled: boolean;
  readonly onDigit: (digit: number) => void;
}

export function DigitPad(props: Props): JSX.Element {
  const digits = createMemo(() => Array.from({ length: props.side }, (_, index) => index + 1));
  const gains = createMemo(() => {
    const { position, cell } = props;
    const bonus = position.bonuses.get(cell) ?? 0;
    return new Map((position.legal[cell] ?? []).map((digit) => [digit, digit + bonus]));
  });
  return (
    <div class="digit-pad" classList={{ wide: props.side > 9 }} role="group" aria-label={t("play.pad")}>
      <For each={digits()}>
        {(digit) => {
          const gain = (): number | undefined => (props.enabled ? gains().get(digit) : undefined);
          return (
            <button
              type="button"
              class="play-key"
              aria-disabled={gain() === undefined ? "true" : undefined}
              aria-label={gain() === undefined ? t("play.place", { digit: symbol(digit, props.side) }) : t("play.place.gain", { digit: symbol(digit, props.side), n: gain() ?? 0 })}
              onClick={() => gain() !== undefined && props.onDigit(digit)}
            >
              <span class="digit-name">{symbol(digit, props.side)}</span>
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
