/** All keys, each of which can be changed. */

import { createSignal, For, type JSX } from "solid-js";
import { chordName, chordOf, COMMANDS, DEFAULT_BINDINGS, rebind, type Command } from "../../core/keys";
import { t } from "../../shell/settings";
import type { Learn } from "./store";

const MODIFIERS = /^(Shift|Control|Alt|Meta)/;

export function KeysPanel(props: { learn: Learn }): JSX.Element {
  const { learn } = props;
  const [changing, setChanging] = createSignal<Command>();
  function press(event: KeyboardEvent, command: Command): void {
    if (changing() !== command || MODIFIERS.test(event.key)) return;
    if (event.key === "Tab") {
      setChanging(undefined);
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    if (event.key !== "Escape") learn.setOption("bindings", rebind(learn.options().bindings, command, chordOf(event)));
    setChanging(undefined);
  }
  return (
    <div class="form">
      <p class="small soft">{t("keys.intro")}</p>
      <p class="small">{t("keys.digits")}</p>
      <p class="small">{t("keys.more")}</p>
      <table class="keys">
        <tbody>
          <For each={COMMANDS}>
            {(command) => (
              <tr>
                <th scope="row">{t(`keys.${command}`)}</th>
                <td>
                  <button
                    type="button"
                    aria-pressed={changing() === command}
                    onClick={() => setChanging(command)}
                    onBlur={() => setChanging((now) => (now === command ? undefined : now))}
                    onKeyDown={(event) => press(event, command)}
                  >
                    {changing() === command ? t("keys.press") : <For each={learn.options().bindings[command]}>{(chord) => <kbd>{chordName(chord)}</kbd>}</For>}
                    <span class="sr"> {t(`keys.${command}`)}</span>
                  </button>
                </td>
              </tr>
            )}
          </For>
        </tbody>
      </table>
      <button type="button" onClick={() => learn.setOption("bindings", DEFAULT_BINDINGS)}>{t("keys.reset")}</button>
    </div>
  );
}
