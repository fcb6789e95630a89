/** The form of a new game. */

import { createMemo, createResource, createSignal, For, Show, type JSX } from "solid-js";
import type { AgentFields } from "../../core/api";
import type { Seat } from "../../core/game";
import { keepGame } from "../../core/game-seats";
import { DEFAULT_SETUP, ILLEGALS, isSetup, LEVELS, PASSINGS, PERSON, SHAPES, YOU, type Illegal, type Passing, type Player, type Setup } from "../../core/game-setup";
import { load, save } from "../../core/store";
import { writeRoute } from "../../core/route";
import { go } from "../../shell/router";
import { t } from "../../shell/settings";
import { Words } from "../../shell/Words";
import { describe } from "./Analysis";
import { BoardText } from "./BoardText";
import { agents, createGame } from "./client";

/** Minutes for each player and seconds added per move. */
const CLOCKS = [[1, 0], [3, 2], [5, 0], [10, 5], [30, 0]] as const;
type ClockChoice = "none" | "own" | `${number}+${number}`;

export function NewGame(): JSX.Element {
  const [registry] = createResource(() => agents().catch((): AgentFields[] => []));
  const [setup, setSetup] = createSignal<Setup>(load("play.setup", isSetup) ?? DEFAULT_SETUP);
  const [ownBoard, setOwnBoard] = createSignal(setup().givens !== undefined);
  const [ownClock, setOwnClock] = createSignal(false);
  const [starting, setStarting] = createSignal(false);
  const [problem, setProblem] = createSignal("");
  const change = (fields: Partial<Setup>): void => void setSetup((old) => ({ ...old, ...fields }));
  const setPlayer = (seat: Seat, player: Player): void => {
    const [first, second] = setup().players;
    change({ players: seat === 0 ? [player, second] : [first, player] });
  };
  const clock = createMemo((): ClockChoice => {
    const { minutes, increment } = setup();
    if (minutes === undefined) return "none";
    const isListed = CLOCKS.some(([m, s]) => m === minutes && s === increment);
    return ownClock() || !isListed ? "own" : `${minutes}+${increment}`;
  });

  function chooseClock(choice: string): void {
    setOwnClock(choice === "own");
    const { minutes: _, ...rest } = setup();
    if (choice === "none") return void setSetup({ ...rest, increment: 0 });
    if (choice === "own") return change({ minutes: setup().minutes ?? 10 });
    const [minutes = 5, increment = 0] = choice.split("+").map(Number);
    change({ minutes, increment });
  }

  function chooseBoard(choice: string): void {
    setOwnBoard(choice === "own");
    const { givens: _, edges: __, ...rest } = setup();
    const shape = SHAPES.find(({ side }) => String(side) === choice);
    if (shape !== undefined) setSetup({ ...rest, shape });
  }

  async function start(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    setStarting(true);
    setProblem("");
    try {
      save("play.setup", setup());
      const { snapshot, secrets } = await createGame(setup());
      const of = (kind: Player) => Object.fromEntries(Object.entries(secrets).filter(([seat]) => setup().players[Number(seat) as Seat] === kind));
      const { side } = setup().shape;
      keepGame({ id: snapshot.id, secrets: of(YOU), invites: of(PERSON), title: `${snapshot.game.replay.players.join(" \u2013 ")}, ${side}\u00d7${side}` });
      go(writeRoute("play", [snapshot.id]));
    } catch (error) {
      setProblem(describe(error));
    } finally {
      setStarting(false);
    }
  }

  const number = (text: string, least: number, most: number): number | undefined => {
    const value = Number(text);
    return text.trim() === "" || !Number.isFinite(value) ? undefined : Math.min(most, Math.max(least, value));
  };

  return (
    <form class="card new-game" onSubmit={(event) => void start(event)} aria-labelledby="new-title">
      <h2 id="new-title">{t("play.new")}</h2>
      <div class="players">
        <PlayerField label={t("play.first")} player={setup().players[0]} agents={registry() ?? []} onChange={(player) => setPlayer(0, player)} />
        <button type="button" class="icon swap" aria-label={t("play.swap")} title={t("play.swap")} onClick={() => change({ players: [setup().players[1], setup().players[0]] })}>
          <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true"><path d="M7 4L3 8l4 4M3 8h14M17 12l4 4-4 4M21 16H7" /></svg>
        </button>
        <PlayerField label={t("play.second")} player={setup().players[1]} agents={registry() ?? []} onChange={(player) => setPlayer(1, player)} />
      </div>
      <div class="fields">
        <label class="field">
          <span>{t("play.board")}</span>
          <select value={ownBoard() ? "own" : String(setup().shape.side)} onChange={(event) => chooseBoard(event.currentTarget.value)}>
            <For each={SHAPES}>{({ side }) => <option value={String(side)}>{t("play.board.side", { side })}</option>}</For>
            <option value="own">{t("play.board.own")}</option>
          </select>
        </label>
        <label class="field">
          <span>{t("play.clock")}</span>
          <select value={clock()} onChange={(event) => chooseClock(event.currentTarget.value)}>
            <option value="none">{t("play.clock.none")}</option>
            <For each={CLOCKS}>{([minutes, seconds]) => <option value={`${minutes}+${seconds}`}>{t("play.clock.choice", { minutes, seconds })}</option>}</For>
            <option value="own">{t("play.clock.own")}</option>
          </select>
        </label>
        <label class="field long">
          <span>{t("play.passing")}</span>
          <select value={setup().passing} onChange={(event) => change({ passing: event.currentTarget.value as Passing })}>
            <For each={PASSINGS}>{(passing) => <option value={passing}>{t(`play.passing.${passing}`)}</option>}</For>
          </select>
        </label>
      </div>
      <Show when={ownBoard()}>
        <BoardText setup={setup()} onBoard={(board) => change({ ...board })} />
      </Show>
      <Show when={clock() === "own"}>
        <div class="fields">
          <label class="field">
            <span>{t("play.clock.minutes")}</span>
            <input type="number" min="0.1" max="600" step="any" value={setup().minutes} onChange={(event) => change({ minutes: number(event.currentTarget.value, 0.1, 600) ?? 10 })} />
          </label>
          <label class="field">
            <span>{t("play.clock.increment")}</span>
            <input type="number" min="0" max="600" step="any" value={setup().increment} onChange={(event) => change({ increment: number(event.currentTarget.value, 0, 600) ?? 0 })} />
          </label>
        </div>
      </Show>
      <details>
        <summary>{t("play.more")}</summary>
        <div class="fields">
          <label class="field">
            <span>{t("play.pass-cost")}</span>
            <input type="number" min="0" max="1000" step="1" placeholder={String(setup().shape.side)} value={setup().passCost ?? ""} onChange={(event) => setSetup(withNumber(setup(), "passCost", number(event.currentTarget.value, 0, 1000)))} />
          </label>
          <label class="field">
            <span>{t("play.illegal")}</span>
            <select value={setup().illegal} onChange={(event) => change({ illegal: event.currentTarget.value as Illegal })}>
              <For each={ILLEGALS}>{(illegal) => <option value={illegal}>{t(`play.illegal.${illegal}`)}</option>}</For>
            </select>
          </label>
          <label class="field">
            <span>{t("play.seed")} <span class="soft small">{t("play.seed.help")}</span></span>
            <input type="number" min="0" max={Number.MAX_SAFE_INTEGER} step="1" value={setup().seed ?? ""} onChange={(event) => setSetup(withNumber(setup(), "seed", number(event.currentTarget.value, 0, Number.MAX_SAFE_INTEGER)))} />
          </label>
        </div>
      </details>
      <div class="row">
        <button type="submit" class="primary" disabled={starting()}>{starting() ? t("play.starting") : t("play.start")}</button>
        <Show when={problem() !== ""}><span class="bad" role="alert"><Words text={problem()} /></span></Show>
      </div>
    </form>
  );
}

function withNumber(setup: Setup, field: "passCost" | "seed", value: number | undefined): Setup {
  const { [field]: _, ...rest } = setup;
  return value === undefined ? rest : { ...rest, [field]: Math.round(value) };
}

function PlayerField(props: { label: string; player: Player; agents: readonly AgentFields[]; onChange: (player: Player) => void }): JSX.Element {
  const base = (): string => props.player.split(":")[0] ?? "";
  const isLevel = (): boolean => LEVELS.some(({ agent }) => agent === props.player);
  const [asAgent, setAsAgent] = createSignal(false);
  const entry = createMemo(() => props.agents.find(({ id }) => id === base()));
  const value = (): string => (isLevel() && !asAgent() ? `level:${LEVELS.find(({ agent }) => agent === props.player)?.id ?? ""}` : base());
  const parameters = (): string => props.player.slice(base().length + 1);
  const choose = (choice: string): void => {
    const level = LEVELS.find(({ id }) => choice === `level:${id}`);
    setAsAgent(level === undefined);
    props.onChange(level?.agent ?? choice);
  };
  return (
    <div class="player-field">
      <label class="field">
        <span>{props.label}</span>
        <select value={value()} onChange={(event) => choose(event.currentTarget.value)}>
          <option value={YOU} selected={value() === YOU}>{t("play.you")}</option>
          <option value={PERSON} selected={value() === PERSON}>{t("play.person")}</option>
          <optgroup label={t("play.levels")}>
            <For each={LEVELS}>{({ id }) => <option value={`level:${id}`} selected={value() === `level:${id}`}>{t(`play.level.${id}`)}</option>}</For>
          </optgroup>
          <optgroup label={t("play.agents")}>
            <For each={props.agents}>{({ id, title }) => <option value={id} selected={value() === id}>{id}: {title}</option>}</For>
          </optgroup>
        </select>
      </label>
      <Show when={value() === base() ? entry() : undefined}>
        {(agent) => (
          <>
            <p class="small soft">{agent().about}</p>
            <Show when={agent().parameters.length > 0}>
              <label class="field">
                <span>
                  {t("play.parameters")} <span class="soft small">{t("play.parameters.help", { example: agent().parameters.map(({ name, default: usual }) => `${name}=${usual}`).join(",") })}</span>
                </span>
                <input
                  value={parameters()}
                  spellcheck={false}
                  autocapitalize="off"
                  onChange={(event) => props.onChange(event.currentTarget.value.trim() === "" ? base() : `${base()}:${event.currentTarget.value.trim()}`)}
                />
              </label>
            </Show>
          </>
        )}
      </Show>
    </div>
  );
}
