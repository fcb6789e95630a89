/** The view in which one solves a puzzle and is taught. */

import { createMemo, createSignal, type JSX } from "solid-js";
import { Board, type CellView } from "../../board/Board";
import { EMPTY, emptyPuzzle, enter, erase, isGiven, start, type Mode } from "../../core/board";
import { History } from "../../core/history";
import { actionOf, modeOf, navigate } from "../../core/keys";
import { conflictsByCell } from "../../core/rules";
import { only } from "../../core/selection";
import { shapeOfSide } from "../../core/shape";
import { t } from "../../shell/settings";

export default function Learn(): JSX.Element {
  const [history, setHistory] = createSignal(History.of(start(emptyPuzzle(shapeOfSide(9)!))));
  const [selection, setSelection] = createSignal(only(0));
  const [mode, setMode] = createSignal<Mode>("digit");
  const position = () => history().present;
  const clashes = createMemo(() => conflictsByCell(position()));

  const view = (cell: number): CellView => ({
    ...(position().cells[cell] ?? EMPTY),
    digit: position().puzzle.givens[cell] || position().cells[cell]!.digit,
    given: isGiven(position(), cell),
    conflict: clashes().get(cell) ?? [],
  });

  function key(event: KeyboardEvent): void {
    const action = actionOf(event, position().puzzle.shape.side);
    if (!action) return;
    event.preventDefault();
    if (action.kind === "digit") {
      setHistory(history().push(enter(position(), selection().cells, action.mode ?? mode(), action.digit)));
      return;
    }
    const moved = navigate(position().puzzle.shape, selection(), action.command, action.reach);
    if (moved) setSelection(moved);
    const chosen = modeOf(action.command, mode());
    if (chosen) setMode(chosen);
    if (action.command === "erase") setHistory(history().push(erase(position(), selection().cells)));
    if (action.command === "undo") setHistory(history().undo());
    if (action.command === "redo") setHistory(history().redo());
  }

  return (
    <>
      <h1 class="sr">{t("learn.title")}</h1>
      <div style={{ "max-width": "600px", margin: "0 auto" }}>
        <Board
          shape={position().puzzle.shape}
          edges={position().puzzle.edges}
          cell={view}
          selection={selection()}
          onSelect={setSelection}
          onKey={key}
          labels
        />
      </div>
    </>
  );
}
