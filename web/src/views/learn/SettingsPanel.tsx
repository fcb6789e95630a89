/** What can be switched in Learn. */

import { For, type JSX } from "solid-js";
import { t } from "../../shell/settings";
import type { Learn } from "./store";

const SWITCHES = [
  ["conflicts", "settings.conflicts"], ["clean", "settings.clean"], ["same", "settings.same"], ["timer", "settings.timer"],
  ["labels", "settings.labels"], ["wrap", "settings.wrap"], ["padLeft", "settings.pad-left"],
] as const;

export function SettingsPanel(props: { learn: Learn }): JSX.Element {
  return (
    <div class="form">
      <For each={SWITCHES}>
        {([name, key]) => (
          <label class="check">
            <input type="checkbox" checked={props.learn.options()[name]} onChange={(event) => props.learn.setOption(name, event.currentTarget.checked)} />
            {t(key)}
          </label>
        )}
      </For>
    </div>
  );
}
