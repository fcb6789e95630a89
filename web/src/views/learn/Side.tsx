/** The column beside the board: an open panel, else the hint, the facts and the walkthrough. */

import { createEffect, Match, on, Show, Switch, type JSX } from "solid-js";
import { t } from "../../shell/settings";
import { ExportPanel } from "./ExportPanel";
import type { Facts } from "./facts";
import { FactsCard } from "./FactsCard";
import type { Hints } from "./hints";
import { HintCard } from "./HintCard";
import { KeysPanel } from "./KeysPanel";
import { NewPanel } from "./NewPanel";
import { OpenPanel } from "./OpenPanel";
import { SettingsPanel } from "./SettingsPanel";
import { SharePanel } from "./SharePanel";
import type { Steps } from "./steps";
import { StepsCard } from "./StepsCard";
import type { Learn, Panel } from "./store";

interface Props {
  readonly learn: Learn;
  readonly hints: Hints;
  readonly steps: Steps;
  readonly facts: Facts;
}

const LABELS = {
  new: "tool.new", open: "tool.open", export: "tool.save", share: "tool.share", settings: "tool.settings", keys: "tool.keys",
} as const;
const PANELS = Object.keys(LABELS) as Panel[];

export function Side(props: Props): JSX.Element {
  const { learn } = props;
  let panel: HTMLElement | undefined;
  // A panel that opens gets the focus, so that those who listen know of it; closing it returns to the board.
  createEffect(on(learn.panel, (open, before) => {
    if (open) queueMicrotask(() => panel?.focus());
    else if (before) document.getElementById("board")?.focus();
  }, { defer: true }));
  return (
    <div class="side">
      <div class="row panel-buttons" role="group" aria-label={t("tool.label")}>
        {PANELS.map((name) => (
          <button type="button" aria-pressed={learn.panel() === name} onClick={() => learn.setPanel(learn.panel() === name ? undefined : name)}>
            {t(LABELS[name])}
          </button>
        ))}
        <button type="button" onClick={() => print()}>{t("tool.print")}</button>
      </div>
      <Show when={learn.panel()} keyed>
        {(name) => (
          <section class="card panel" ref={panel} tabindex="-1" aria-labelledby="panel-title" onKeyDown={(event) => event.key === "Escape" && learn.setPanel(undefined)}>
            <div class="panel-head">
              <h2 id="panel-title">{t(LABELS[name])}</h2>
              <button type="button" class="plain" onClick={() => learn.setPanel(undefined)}>{t("tool.close")}</button>
            </div>
            <Switch>
              <Match when={name === "new"}><NewPanel learn={learn} /></Match>
              <Match when={name === "open"}><OpenPanel learn={learn} /></Match>
              <Match when={name === "export"}><ExportPanel learn={learn} /></Match>
              <Match when={name === "share"}><SharePanel learn={learn} /></Match>
              <Match when={name === "settings"}><SettingsPanel learn={learn} /></Match>
              <Match when={name === "keys"}><KeysPanel learn={learn} /></Match>
            </Switch>
          </section>
        )}
      </Show>
      <HintCard learn={learn} hints={props.hints} />
      <FactsCard learn={learn} facts={props.facts} />
      <StepsCard learn={learn} steps={props.steps} />
    </div>
  );
}
