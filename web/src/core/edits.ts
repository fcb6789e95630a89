/** Changes of a position beyond single keys: marks that follow digits, hints applied, givens set. */

import { change, digits, EMPTY, enter, isGiven, puzzleOf, start, type CellState, type Mode, type Position } from "./board";
import { candidates } from "./rules";
import { peers } from "./shape";

const drop = (list: readonly number[], digit: number) => (list.includes(digit) ? list.filter((other) => other !== digit) : list);

/** Removes a digit from the marks of all cells that see `cell`. */
export function cleanMarks(position: Position, cell: number, digit: number): Position {
  return change(position, peers(position.puzzle.shape, cell), (state) => {
    const [corner, centre] = [drop(state.corner, digit), drop(state.centre, digit)];
    return corner === state.corner && centre === state.centre ? state : { ...state, corner, centre };
  });
}

/** Enters a digit, mark or color as `enter` does; if `clean`, digits also remove the marks that they rule out. */
export function enterClean(position: Position, selection: Iterable<number>, mode: Mode, value: number, clean: boolean): Position {
  const cells = [...selection];
  let next = enter(position, cells, mode, value);
  if (mode !== "digit" || !clean || next === position) return next;
  for (const cell of cells) if (next.cells[cell]?.digit === value) next = cleanMarks(next, cell, value);
  return next;
}

/** Notes in the middle of every empty cell the digits that the rules leave; other marks stay. */
export function fillMarks(position: Position, cells: Iterable<number> = position.cells.keys()): Position {
  const open = candidates(position);
  const board = digits(position);
  return change(position, cells, (state, cell) => (board[cell] === 0 ? { ...state, centre: open[cell] ?? [] } : state));
}

export interface Change {
  readonly placements: readonly { readonly cell: number; readonly digit: number }[];
  readonly eliminations: readonly { readonly cell: number; readonly digit: number }[];
}

/** Applies a deduction. Eliminations need marks, so cells without them get all that the rules leave. */
export function apply(position: Position, deduction: Change, clean: boolean): Position {
  let next = position;
  if (deduction.eliminations.length > 0) {
    const board = digits(position);
    const unmarked = position.cells.flatMap((state, cell) => (board[cell] === 0 && state.centre.length === 0 ? [cell] : []));
    next = fillMarks(next, unmarked);
    for (const { cell, digit } of deduction.eliminations) {
      next = change(next, [cell], (state) => ({ ...state, centre: drop(state.centre, digit) }));
    }
  }
  for (const { cell, digit } of deduction.placements) {
    if (isGiven(next, cell) || next.cells[cell]?.digit === digit) continue;
    next = enterClean(next, [cell], "digit", digit, clean);
  }
  return next;
}

/** Removes all entries, marks and colors. */
export const restart = (position: Position): Position =>
  position.cells.every((state) => state === EMPTY) ? position : start(position.puzzle);

/** Returns a new puzzle whose givens are all digits on the board. */
export function fixGivens(position: Position): Position {
  const { shape, edges, pencilmarks } = position.puzzle;
  const plain = puzzleOf(shape, digits(position), edges);
  return start(pencilmarks ? { ...plain, pencilmarks } : plain);
}

/** Returns the puzzle with its givens as entries, to be edited. */
export function freeGivens(position: Position): Position {
  const { shape, edges } = position.puzzle;
  const board = digits(position);
  const empty = start(puzzleOf(shape, Array<number>(board.length).fill(0), edges));
  return { ...empty, cells: board.map((digit): CellState => (digit === 0 ? EMPTY : { ...EMPTY, digit })) };
}
