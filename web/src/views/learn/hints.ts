/** The hint of Learn: asked level by level, drawn, applied. It vanishes when the position changes. */

import { createEffect, createMemo, createSignal, on } from "solid-js";
import { draw, drawHouse, workingCandidates } from "../../core/drawing";
import { apply } from "../../core/edits";
import { change, type Position } from "../../core/board";
import { boardOf } from "../../core/exchange";
import { cellAt } from "../../core/shape";
import type { CandidatePlace, HintAnswer } from "../../core/protocol";
import { engine, explainError } from "../../shell/page-engine";
import { announce } from "../../shell/live";
import { language } from "../../shell/settings";
import type { Learn } from "./store";

export type Hints = ReturnType<typeof createHints>;

export function createHints(learn: Learn) {
  const [answer, setAnswer] = createSignal<HintAnswer>();
  const [busy, setBusy] = createSignal(false);
  const [error, setError] = createSignal<string>();
  let running: AbortController | undefined;

  function clear(): void {
    running?.abort();
    setAnswer(undefined);
    setError(undefined);
    setBusy(false);
  }
  createEffect(on([learn.position, language, () => learn.options().profile], clear, { defer: true }));

  async function ask(level: number): Promise<void> {
    running?.abort();
    const mine = (running = new AbortController());
    setBusy(true);
    setError(undefined);
    try {
      const { profile } = learn.options();
      const found = await engine.call({ call: "hint", puzzle: boardOf(learn.position()), level, profile, lang: language() }, mine.signal);
      if (mine.signal.aborted) return;
      setAnswer(found);
      announce(found.text);
    } catch (problem) {
      if (!mine.signal.aborted) setError(explainError(problem));
    } finally {
      if (running === mine) setBusy(false);
    }
  }

  const cellsOf = (places: readonly CandidatePlace[]) =>
    places.map(({ row, column, digit }) => ({ cell: cellAt(learn.puzzle().shape, row - 1, column - 1), digit }));

  const evidence = createMemo(() => {
    const found = answer();
    const { shape } = learn.puzzle();
    if (!found) return undefined;
    if (found.evidence && found.level >= 3) return draw(shape, found, found.evidence, workingCandidates(learn.position()));
    return drawHouse(found.look_at);
  });

  const canApply = createMemo(() => {
    const shown = answer();
    return shown !== undefined && shown.placements.length + shown.eliminations.length > 0;
  });

  function applyStep(): boolean {
    const shown = answer();
    if (!canApply() || !shown) return false;
    const step = { placements: cellsOf(shown.placements), eliminations: cellsOf(shown.eliminations) };
    learn.update(apply(learn.position(), step, learn.options().clean));
    return true;
  }

  /** Removes the entries that the hint says are wrong. */
  function removeWrong(): void {
    const wrong = cellsOf(answer()?.wrong ?? []).map(({ cell }) => cell);
    learn.update(change(learn.position(), wrong, (state) => ({ ...state, digit: 0 })));
  }

  /** Adds the right digits that the user's marks lack. */
  function addMissing(): void {
    let next: Position = learn.position();
    for (const { cell, digit } of cellsOf(answer()?.missing ?? [])) {
      next = change(next, [cell], (state) => ({ ...state, centre: [...new Set([...state.centre, digit])].sort((a, b) => a - b) }));
    }
    learn.update(next);
  }

  const more = () => ask(Math.min(4, (answer()?.level ?? 0) + 1));

  return { answer, busy, error, ask, more, clear, evidence, canApply, applyStep, removeWrong, addMissing };
}
