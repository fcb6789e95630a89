/** The view in which one plays DualSudoku. */

import { createSignal, Match, Show, Switch, type JSX } from "solid-js";
import "../../core/i18n/play";
import "./play.css";
import type { ReplayAnswer } from "../../core/api";
import { writeRoute } from "../../core/route";
import { CommandLine } from "../../shell/Command";
import { engine, explainError, isStatic } from "../../shell/page-engine";
import { go, route } from "../../shell/router";
import { t } from "../../shell/settings";
import { Words } from "../../shell/Words";
import { GamePage } from "./GamePage";
import { NewGame } from "./NewGame";
import { ReplayPage } from "./ReplayPage";
import { YourGames } from "./YourGames";

const [replayed, setReplayed] = createSignal<{ answer: ReplayAnswer; text: string; fileName: string }>();

export default function Play(): JSX.Element {
  const id = (): string => route().parts[0] ?? "";
  return (
    <Switch fallback={<Start />}>
      <Match when={id() === "replay" && replayed()} keyed>{(file) => <ReplayPage {...file} />}</Match>
      {/* Another game is another page: nothing of the one before may stay. */}
      <Match when={id() !== "" && id() !== "replay" && id()} keyed>{(game) => <GamePage id={game} />}</Match>
    </Switch>
  );
}

function Start(): JSX.Element {
  return (
    <div class="play-start">
      <header>
        <h1>{t("play.title")}</h1>
        <p class="soft">{t("play.intro")}</p>
      </header>
      <Show when={isStatic} fallback={<NewGame />}><NoServer /></Show>
      <div class="play-start-side">
        <YourGames />
        <Import />
      </div>
    </div>
  );
}

/** Games are kept by a server. A page without one says how to get one. */
function NoServer(): JSX.Element {
  return (
    <section class="card" aria-labelledby="no-server-title">
      <h2 id="no-server-title">{t("play.new")}</h2>
      <p>{t("play.server")}</p>
      <CommandLine text="quadrille serve" />
      <CommandLine text="quadrille play strong" />
    </section>
  );
}

function Import(): JSX.Element {
  const [problem, setProblem] = createSignal("");
  async function open(file: File | undefined): Promise<void> {
    if (file === undefined) return;
    setProblem("");
    try {
      const text = await file.text();
      setReplayed({ answer: await engine.call({ call: "replay", text }), text, fileName: file.name });
      go(writeRoute("play", ["replay"]));
    } catch (error) {
      setProblem(explainError(error) ?? "");
    }
  }
  return (
    <section
      class="card import"
      aria-labelledby="import-title"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => { event.preventDefault(); void open(event.dataTransfer?.files[0]); }}
    >
      <h2 id="import-title">{t("play.import")}</h2>
      <p class="small soft"><Words text={t("play.import.help")} /></p>
      <label class="field">
        <span>{t("play.import.file")} <span class="soft small">{t("play.import.drop")}</span></span>
        <input type="file" accept=".jsonl,.ndjson,.json,.txt" onChange={(event) => void open(event.currentTarget.files?.[0])} />
      </label>
      <Show when={problem() !== ""}><p class="bad" role="alert"><Words text={problem()} /></p></Show>
    </section>
  );
}
