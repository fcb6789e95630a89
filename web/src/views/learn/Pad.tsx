/** The pad: modes, digits or colors, and erase. */

import { createMemo, For, Show, type JSX } from "solid-js";
import { COLORS, MODES } from "../../core/board";
import { symbol } from "../../core/digits";
import { chordName, type Command } from "../../core/keys";
import { remaining } from "../../core/speech";
import { t } from "../../shell/settings";
import type { Learn } from "./store";

interface Props {
  readonly learn: Learn;
  readonly enter: (value: number) => void;
  readonly run: (command: Command) => void;
}

export function Pad(props: Props): JSX.Element {
  const side = createMemo(() => props.learn.puzzle().shape.side);
  const values = createMemo(() => Array.from({ length: side() }, (_, i) => i + 1));
  const left = createMemo(() => remaining(props.learn.position()));
  const bound = (command: Command) => chordName(props.learn.options().bindings[command][0] ?? "");
  return (
    <div class="pad">
      <div class="modes" role="group" aria-label={t("mode.label")}>
        <For each={MODES}>
          {(name) => (
            <button type="button" aria-pressed={props.learn.mode() === name} onClick={() => props.learn.setMode(name)}>
              <span class={`mode-picture ${name}`} aria-hidden="true" />
              {t(`mode.${name}`)}
              <kbd aria-hidden="true">{bound(`mode-${name}`)}</kbd>
            </button>
          )}
        </For>
      </div>
      <div class="digits" classList={{ many: side() > 9, colors: props.learn.mode() === "color" }} role="group" aria-label={t("pad.label")}>
        <Show
          when={props.learn.mode() === "color"}
          fallback={
            <For each={values()}>
              {(digit) => (
                <button
                  type="button"
                  class="digit-key"
                  classList={{ done: left()[digit - 1] === 0 }}
                  onClick={() => props.enter(digit)}
                >
                  <span class={`face ${props.learn.mode()}`}>{symbol(digit, side())}</span>
                  <span class="sr">, </span>
                  <span class="left">{left()[digit - 1]}</span>
                  <span class="sr"> {t("pad.left", { n: left()[digit - 1] ?? 0 })}</span>
                </button>
              )}
            </For>
          }
        >
          <For each={Array.from({ length: COLORS }, (_, i) => i + 1)}>
            {(color) => (
              <button type="button" class="digit-key" aria-label={t("pad.color", { n: color })} onClick={() => props.enter(color)}>
                <span class={`swatch color-${color}`}>{color}</span>
              </button>
            )}
          </For>
        </Show>
        <button type="button" class="digit-key erase" aria-label={t("pad.erase")} onClick={() => props.run("erase")}>
          <span class="face">⌫</span>
        </button>
      </div>
    </div>
  );
}
