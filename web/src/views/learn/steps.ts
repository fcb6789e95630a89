/** The walkthrough: a list of steps, one of which the board shows. */

import { createEffect, createMemo, createSignal, on } from "solid-js";
import { change, EMPTY, start, type CellState, type Position } from "../../core/board";
import { draw, workingCandidates } from "../../core/drawing";
import { readCandidates, readLine } from "../../core/digits";
import { boardOf } from "../../core/exchange";
import type { AnswerOf } from "../../core/protocol";
import { engine, explainError } from "../../shell/page-engine";
import { announce } from "../../shell/live";
import { language } from "../../shell/settings";
import type { Learn } from "./store";

export type Steps = ReturnType<typeof createSteps>;

export function createSteps(learn: Learn) {
  const [answer, setAnswer] = createSignal<AnswerOf<"explain">>();
  const [all, setAll] = createSignal(false);
  const [current, setCurrent] = createSignal(0);
  const [busy, setBusy] = createSignal(false);
  const [error, setError] = createSignal<string>();
  let running: AbortController | undefined;
  let asked: Position | undefined;

  function close(): void {
    running?.abort();
    setAnswer(undefined);
    setError(undefined);
    setBusy(false);
  }
  createEffect(on([learn.position, language, () => learn.options().profile], close, { defer: true }));

  async function ask(every: boolean): Promise<void> {
    close();
    const mine = (running = new AbortController());
    setBusy(true);
    asked = learn.position();
    try {
      const { profile } = learn.options();
      const puzzle = boardOf(asked);
      const found = await engine.call({ call: "explain", puzzle, all: every, with_entries: true, profile, lang: language() }, mine.signal);
      if (mine.signal.aborted) return;
      setAll(every);
      setCurrent(0);
      setAnswer(found);
      announce(found.steps[0]?.text ?? found.conclusion ?? "");
    } catch (problem) {
      if (!mine.signal.aborted) setError(explainError(problem));
    } finally {
      if (running === mine) setBusy(false);
    }
  }

  const step = createMemo(() => answer()?.steps[current()]);

  /** The position before the current step, with its candidates as marks. */
  const before = createMemo((): Position | undefined => {
    const found = answer();
    if (!found || found.steps.length === 0 || !asked) return undefined;
    const previous = all() ? undefined : found.steps[current() - 1];
    if (!previous) return asked;
    const { givens, shape } = asked.puzzle;
    const [digits, notes] = [readLine(previous.grid, shape.side), readCandidates(previous.candidates, shape.side)];
    return change(start(asked.puzzle), givens.keys(), (_, cell): CellState => {
      if (givens[cell] !== 0) return EMPTY;
      const digit = digits?.[cell] ?? 0;
      return digit === 0 ? { ...EMPTY, centre: notes[cell] ?? [] } : { ...EMPTY, digit };
    });
  });

  const evidence = createMemo(() => {
    const [shown, position] = [step(), before()];
    return shown && position ? draw(position.puzzle.shape, shown, shown.evidence, workingCandidates(position)) : undefined;
  });

  function show(index: number): void {
    const steps = answer()?.steps ?? [];
    const next = Math.max(0, Math.min(steps.length - 1, index));
    setCurrent(next);
    announce(steps[next]?.text ?? "");
  }

  /** Takes over the position of the walkthrough. */
  function use(): void {
    const position = before();
    if (position) learn.update(position);
    close();
  }

  return { answer, all, current, busy, error, ask, close, step, before, evidence, show, use };
}
