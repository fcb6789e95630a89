/** Generates puzzles, starts empty boards, and lists what the user worked on. */

import { createSignal, For, Show, type JSX } from "solid-js";
import { digits, emptyPuzzle, start } from "../../core/board";
import { commandLine } from "../../core/command";
import { fixGivens, freeGivens } from "../../core/edits";
import { positionOf } from "../../core/exchange";
import { decode } from "../../core/link";
import type { GenerateRequest } from "../../core/protocol";
import { shapeOfBox } from "../../core/shape";
import { CommandLine } from "../../shell/Command";
import { engine, explainError } from "../../shell/page-engine";
import { t } from "../../shell/settings";
import type { Learn } from "./store";
import { clockText } from "./words";

const BOXES = ["2x2", "2x3", "2x4", "3x3", "2x5", "3x4", "3x5", "4x4", "4x5", "5x5"];
/** Ranges of the Sudoku Explainer rating. */
const RANGES = { easy: [1, 2.3], medium: [2.5, 4.4], hard: [4.5, 6.9], extreme: [7, 9] } as const;
type Difficulty = "any" | keyof typeof RANGES | "custom";
const DIFFICULTIES: readonly Difficulty[] = ["any", "easy", "medium", "hard", "extreme", "custom"];
const SYMMETRIES = ["none", "half-turn", "quarter-turn", "left-right", "top-bottom", "diagonal", "anti-diagonal", "both-axes", "both-diagonals", "full"] as const;

export function NewPanel(props: { learn: Learn }): JSX.Element {
  const { learn } = props;
  const [box, setBox] = createSignal("3x3");
  const [difficulty, setDifficulty] = createSignal<Difficulty>("medium");
  const [from, setFrom] = createSignal(3);
  const [to, setTo] = createSignal(5);
  const [symmetry, setSymmetry] = createSignal<(typeof SYMMETRIES)[number]>("half-turn");
  const [minimal, setMinimal] = createSignal(false);
  const [edges, setEdges] = createSignal<"none" | "some" | "all">("none");
  const [busy, setBusy] = createSignal(false);
  const [error, setError] = createSignal<string>();

  const shape = () => {
    const [rows, columns] = box().split("x").map(Number);
    return shapeOfBox(rows ?? 3, columns ?? 3);
  };
  const side = () => shape()?.side ?? 9;
  const rated = () => side() === 9 && edges() === "none" && difficulty() !== "any";
  /** Boards over 16 take the server too long to generate. */
  const makes = () => side() <= 16;

  function request(): GenerateRequest {
    const made: GenerateRequest = { call: "generate", box: box(), symmetry: symmetry(), minimal: minimal() };
    if (edges() !== "none") made.edges = edges() === "all" ? 2 * side() * side() : side();
    if (rated()) made.rating = { profile: "se121", from: range()[0], to: range()[1] };
    return made;
  }
  const range = (): readonly [number, number] => {
    const chosen = difficulty();
    return chosen === "custom" || chosen === "any" ? [Math.min(from(), to()), Math.max(from(), to())] : RANGES[chosen];
  };
  function command(): string {
    const options: string[] = [];
    if (box() !== "3x3") options.push("--box", box());
    if (symmetry() !== "none") options.push("--symmetry", symmetry());
    if (minimal()) options.push("--minimal");
    if (edges() !== "none") options.push("--edges", edges() === "all" ? "all" : String(side()));
    if (rated()) options.push("--rating", `se121:${range()[0]}..${range()[1]}`);
    return commandLine("generate", ["puzzle", ...options], undefined);
  }

  async function make(): Promise<void> {
    setBusy(true);
    setError(undefined);
    try {
      const found = await engine.call(request());
      const board = found.items[0]?.board;
      const position = board && positionOf(board);
      if (position) learn.open(position);
      else setError(t("new.limit"));
    } catch (problem) {
      setError(explainError(problem));
    } finally {
      setBusy(false);
    }
  }
  function blank(): void {
    const chosen = shape();
    if (chosen) learn.open(start(emptyPuzzle(chosen)), false);
  }

  return (
    <form class="form" onSubmit={(event) => { event.preventDefault(); void make(); }}>
      <label>{t("new.size")}
        <select value={box()} onChange={(event) => setBox(event.currentTarget.value)}>
          <For each={BOXES}>{(name) => {
            const [rows, columns] = name.split("x").map(Number);
            const count = (rows ?? 1) * (columns ?? 1);
            return <option value={name}>{`${count}×${count} (${name})`}</option>;
          }}</For>
        </select>
      </label>
      <label>{t("new.difficulty")}
        <select value={difficulty()} disabled={side() !== 9 || edges() !== "none"} onChange={(event) => setDifficulty(event.currentTarget.value as Difficulty)}>
          <For each={DIFFICULTIES}>{(name) => <option value={name}>{t(`new.${name}`)}</option>}</For>
        </select>
      </label>
      <Show when={rated() && difficulty() === "custom"}>
        <div class="row">
          <label>{t("new.from")} <input type="number" min="1" max="12" step="0.1" value={from()} onInput={(event) => setFrom(event.currentTarget.valueAsNumber || 1)} /></label>
          <label>{t("new.to")} <input type="number" min="1" max="12" step="0.1" value={to()} onInput={(event) => setTo(event.currentTarget.valueAsNumber || 12)} /></label>
        </div>
      </Show>
      <label>{t("new.symmetry")}
        <select value={symmetry()} onChange={(event) => setSymmetry(event.currentTarget.value as (typeof SYMMETRIES)[number])}>
          <For each={SYMMETRIES}>{(name) => <option value={name}>{t(`symmetry.${name}`)}</option>}</For>
        </select>
      </label>
      <label>{t("new.edges")}
        <select value={edges()} onChange={(event) => setEdges(event.currentTarget.value as "none")}>
          <For each={["none", "some", "all"] as const}>{(name) => <option value={name}>{t(`new.edges-${name}`)}</option>}</For>
        </select>
      </label>
      <label class="check"><input type="checkbox" checked={minimal()} onChange={(event) => setMinimal(event.currentTarget.checked)} />{t("new.minimal")}</label>
      <div class="row">
        <button type="submit" class="primary" disabled={busy() || !makes()}>{busy() ? t("hint.thinking") : t("new.make")}</button>
        <button type="button" onClick={blank}>{t("new.empty")}</button>
        <Show when={digits(learn.position()).some((digit, cell) => digit !== learn.puzzle().givens[cell])}>
          <button type="button" onClick={() => learn.open(fixGivens(learn.position()), false)}>{t("new.fix")}</button>
        </Show>
        <Show when={learn.puzzle().givens.some((digit) => digit !== 0)}>
          <button type="button" onClick={() => learn.open(freeGivens(learn.position()), false)}>{t("new.free")}</button>
        </Show>
      </div>
      <Show when={error()}>{(text) => <p class="bad small" role="alert">{text()}</p>}</Show>
      <CommandLine text={command()} />
      <Show when={learn.shelf().length > 0}>
        <h3>{t("new.recent")}</h3>
        <ul class="plain-list">
          <For each={learn.shelf()}>
            {(kept) => {
              const position = decode(kept.state);
              if (!position) return null;
              const { side: count } = position.puzzle.shape;
              const clues = position.puzzle.givens.filter((digit) => digit !== 0).length;
              return (
                <li>
                  <button type="button" onClick={() => learn.open(start(position.puzzle))}>
                    {`${count}×${count}`} · {t("new.clues", { n: clues })} · {clockText(kept.seconds)}{kept.solved ? " ✓" : ""}
                  </button>
                </li>
              );
            }}
          </For>
        </ul>
      </Show>
    </form>
  );
}
