/** The view in which one solves a puzzle and is taught. */

import { createEffect, createMemo, on, onCleanup, onMount, Show, type JSX } from "solid-js";
import { Board, type CellView } from "../../board/Board";
import { digitAt, EMPTY, erase, isGiven } from "../../core/board";
import { enterClean } from "../../core/edits";
import { actionOf, modeOf, navigate, type Command } from "../../core/keys";
import { sayEntry, sayHouse, sayRemaining } from "../../core/speech";
import { isBeingSet, toggleEdges } from "../../core/setter";
import { announce, announceNow } from "../../shell/live";
import { language, t } from "../../shell/settings";
import { createFacts } from "./facts";
import { createHints } from "./hints";
import { Pad } from "./Pad";
import { Side } from "./Side";
import { createSteps } from "./steps";
import { createLearn } from "./store";
import { Tools } from "./Tools";
import { readFile } from "./OpenPanel";
import "./learn.css";

export default function Learn(): JSX.Element {
  const learn = createLearn();
  const hints = createHints(learn);
  const steps = createSteps(learn);
  const facts = createFacts(learn);
  /** What the board shows: the walkthrough while one is open. */
  const shown = createMemo(() => steps.before() ?? learn.position());

  /** The digit under the cursor, whose equals are highlighted. */
  const chosen = createMemo(() => (learn.options().same ? digitAt(shown(), learn.selection().cursor) : 0));

  const view = (cell: number): CellView => {
    const position = shown();
    const state = position.cells[cell] ?? EMPTY;
    const digit = digitAt(position, cell);
    const wrong = learn.wrong().has(cell);
    return {
      ...state,
      digit,
      given: isGiven(position, cell),
      conflict: learn.options().conflicts && !steps.before() ? (learn.clashes().get(cell) ?? []) : [],
      shown: steps.before() ? [] : (facts.open()[cell] ?? []),
      classes: `${chosen() !== 0 && digit === chosen() ? "same" : ""} ${wrong ? "wrong" : ""}`,
      notes: wrong ? [t("check.cell")] : [],
    };
  };

  function enterValue(value: number, mode = learn.mode()): void {
    if (steps.before()) return;
    const { cells, cursor } = learn.selection();
    const targets = cells.size > 0 ? cells : [cursor];
    learn.update(enterClean(learn.position(), targets, mode, value, learn.options().clean));
    announce(sayEntry(language(), learn.position(), cursor));
  }

  function drawEdges(): void {
    if (steps.before()) return;
    const next = toggleEdges(learn.position(), learn.selection().cells);
    if (next !== learn.position()) {
      learn.update(next);
      announce(t("say.edges", { n: next.puzzle.edges.length }));
    } else {
      learn.setNotice(t(isBeingSet(learn.puzzle()) ? "say.edge-cells" : "say.edge-givens"));
      announce(learn.notice());
    }
  }

  function run(command: Command): void {
    const { cells, cursor } = learn.selection();
    const mode = modeOf(command, learn.mode());
    if (mode) {
      learn.setMode(mode);
      announce(t("say.mode", { mode: t(`mode.${mode}`) }));
      return;
    }
    switch (command) {
      case "erase":
        if (!steps.before()) learn.update(erase(learn.position(), cells.size > 0 ? cells : [cursor]));
        announce(sayEntry(language(), learn.position(), cursor));
        break;
      case "undo":
        learn.setHistory(learn.history().undo());
        announce(t("say.undone"));
        break;
      case "redo":
        learn.setHistory(learn.history().redo());
        announce(t("say.redone"));
        break;
      case "checkpoint":
        learn.setHistory(learn.history().mark());
        announce(t("say.checkpoint", { n: learn.history().checkpoints.length }));
        break;
      case "hint":
        void hints.more();
        break;
      case "apply":
        if (hints.applyStep()) announce(t("say.applied"));
        break;
      case "edge":
        drawEdges();
        break;
      case "read-row":
      case "read-column":
      case "read-box":
        announce(sayHouse(language(), shown(), cursor, command.slice(5) as "row" | "column" | "box"));
        break;
      case "read-remaining":
        announce(sayRemaining(language(), shown()));
        break;
      case "help":
        learn.setPanel(learn.panel() === "keys" ? undefined : "keys");
        break;
      default:
    }
  }

  function key(event: KeyboardEvent): void {
    const { shape } = learn.puzzle();
    const action = actionOf(event, shape.side, learn.options().bindings);
    if (!action) return;
    event.preventDefault();
    if (action.kind === "digit") {
      enterValue(action.digit, action.mode ?? learn.mode());
      return;
    }
    const moved = navigate(shape, learn.selection(), action.command, action.reach, learn.options().wrap);
    if (moved) learn.setSelection(moved);
    else run(action.command);
  }

  /** Enters the only mark of a cell, or selects all cells with the same digit. */
  function double(cell: number): void {
    const position = shown();
    const digit = digitAt(position, cell);
    const centre = position.cells[cell]?.centre ?? [];
    if (digit === 0 && centre.length === 1 && centre[0] !== undefined) enterValue(centre[0], "digit");
    else if (digit !== 0) {
      const cells = position.cells.flatMap((_, other) => (digitAt(position, other) === digit ? [other] : []));
      learn.setSelection({ cursor: cell, cells: new Set(cells) });
    }
  }

  createEffect(on(learn.solved, (solved) => {
    if (solved) announceNow(t("say.solved"));
  }, { defer: true }));

  // Keys work wherever the focus is, except in fields and on buttons that use them.
  function elsewhere(event: KeyboardEvent): void {
    const target = event.target as Element | null;
    if (event.defaultPrevented || target?.closest("#board, input, textarea, select")) return;
    // What is typed in a panel is not meant for the board.
    if (target?.closest(".panel") && event.key !== "?") return;
    const usesKey = /^(Enter|NumpadEnter|Space)$/.test(event.code) && target?.closest("button, a, summary");
    if (!usesKey) key(event);
  }
  function drop(event: DragEvent): void {
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    learn.setPanel("open");
    readFile(file);
  }
  const allow = (event: DragEvent) => {
    if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
  };
  onMount(() => {
    addEventListener("keydown", elsewhere);
    addEventListener("dragover", allow);
    addEventListener("drop", drop);
  });
  onCleanup(() => {
    removeEventListener("keydown", elsewhere);
    removeEventListener("dragover", allow);
    removeEventListener("drop", drop);
  });

  return (
    <div class="learn" classList={{ large: learn.puzzle().shape.side > 9 }}>
      <h1 class="sr">{t("learn.title")}</h1>
      <div class="play-area" classList={{ "pad-left": learn.options().padLeft }}>
        <div class="board-column">
          <div class="board-frame">
            <Show keyed when={`${learn.puzzle().shape.boxRows}x${learn.puzzle().shape.boxColumns}`}>
              <Board
                shape={learn.puzzle().shape}
                edges={learn.puzzle().edges}
                cell={view}
                selection={learn.selection()}
                onSelect={learn.setSelection}
                onKey={key}
                onDouble={double}
                evidence={steps.evidence() ?? hints.evidence()}
                labels={learn.options().labels}
              />
            </Show>
          </div>
          <Show when={steps.before()}>
            <p class="notice small">{t("steps.preview")}</p>
          </Show>
          <Show when={learn.solved() && !steps.before()}>
            <p class="notice solved"><strong>{t("solved.title")}.</strong> {t("solved.text")}</p>
          </Show>
          <Tools learn={learn} facts={facts} run={run} />
        </div>
        <Pad learn={learn} enter={enterValue} run={run} />
      </div>
      <Side learn={learn} hints={hints} steps={steps} facts={facts} />
    </div>
  );
}
