/** What is known of the puzzle: its verdict, ratings and true candidates; and the check of entries. */

import { createEffect, createMemo, createSignal, on, onCleanup } from "solid-js";
import { readCandidates } from "../../core/digits";
import { boardOf } from "../../core/exchange";
import { hasLogic, start } from "../../core/board";
import { candidates } from "../../core/rules";
import { parseCell } from "../../core/shape";
import type { AnswerOf, CheckAnswer, RateAnswer } from "../../core/protocol";
import { engine, explainError } from "../../shell/page-engine";
import { announce } from "../../shell/live";
import { language, t } from "../../shell/settings";
import type { Learn } from "./store";

export type Facts = ReturnType<typeof createFacts>;
export type Shown = "none" | "direct" | "true";

/** Beyond this number of solutions only "more than" is said. */
export const COUNT_LIMIT = 1000;

export function createFacts(learn: Learn) {
  const [check, setCheck] = createSignal<CheckAnswer>();
  const [count, setCount] = createSignal<AnswerOf<"count">>();
  const [se, setSe] = createSignal<RateAnswer>();
  const [hodoku, setHodoku] = createSignal<RateAnswer>();
  const [error, setError] = createSignal<string>();
  const [shown, setShown] = createSignal<Shown>("none");
  const [truth, setTruth] = createSignal<AnswerOf<"candidates">>();
  const [said, setSaid] = createSignal<string>();
  const [wrongCells, setWrongCells] = createSignal<readonly number[]>([]);
  let running: AbortController | undefined;
  onCleanup(() => running?.abort());

  createEffect(on([learn.puzzle, language], ([puzzle]) => {
    running?.abort();
    const mine = (running = new AbortController());
    setCheck(undefined);
    setCount(undefined);
    setSe(undefined);
    setHodoku(undefined);
    setError(undefined);
    const board = boardOf(start(puzzle));
    void (async () => {
      try {
        const verdict = await engine.call({ call: "check", puzzle: board }, mine.signal);
        setCheck(verdict);
        if (verdict.verdict === "multiple") {
          setCount(await engine.call({ call: "count", puzzle: board, limit: COUNT_LIMIT }, mine.signal));
        } else if (verdict.verdict === "proper" && hasLogic(puzzle)) {
          setSe(await engine.call({ call: "rate", puzzle: board, profile: "se121" }, mine.signal));
          setHodoku(await engine.call({ call: "rate", puzzle: board, profile: "hodoku", lang: language() }, mine.signal));
        }
      } catch (problem) {
        if (!mine.signal.aborted) setError(explainError(problem));
      }
    })();
  }));

  let asking: AbortController | undefined;
  createEffect(on([learn.position, shown], ([position, kind]) => {
    asking?.abort();
    setTruth(undefined);
    if (kind !== "true") return;
    const mine = (asking = new AbortController());
    engine
      .call({ call: "candidates", puzzle: boardOf(position), with_entries: true }, mine.signal)
      .then(setTruth)
      .catch((problem) => {
        if (!mine.signal.aborted) setError(explainError(problem));
      });
  }));
  onCleanup(() => asking?.abort());

  /** Candidates to show in cells without marks. */
  const open = createMemo((): readonly (readonly number[])[] => {
    if (shown() === "direct") return candidates(learn.position());
    const found = truth()?.candidates;
    return shown() === "true" && found ? readCandidates(found, learn.puzzle().shape.side) : [];
  });

  createEffect(on(learn.position, () => {
    setSaid(undefined);
    setWrongCells([]);
  }));

  /** Checks whether the entries can stay, without saying which cannot. */
  async function checkEntries(): Promise<void> {
    const position = learn.position();
    try {
      const found = await engine.call({ call: "check", puzzle: boardOf(position) });
      if (learn.position() !== position) return;
      const cells = (found.wrong ?? []).map((name) => parseCell(position.puzzle.shape, name)).filter((cell) => cell !== undefined);
      setWrongCells(cells);
      setSaid(sentence(found, cells.length));
      announce(said() ?? "");
    } catch (problem) {
      setError(explainError(problem));
    }
  }

  return { check, count, se, hodoku, error, shown, setShown, truth, open, said, wrongCells, checkEntries };
}

function sentence(found: CheckAnswer, wrong: number): string {
  if (found.verdict === "none") return t("check.no-solution");
  if (found.verdict === "conflict" || found.entries === "conflict") return t("check.conflict");
  if (found.entries === "wrong") return wrong > 0 ? t("check.wrong", { n: wrong }) : t("check.some-wrong");
  if (found.verdict === "undecided" || found.entries === "undecided") return t("check.undecided");
  return t("check.right");
}
