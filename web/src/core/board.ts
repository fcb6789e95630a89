/** The board as a value: a puzzle, and a position on it. Nothing here is ever changed in place. */

import { adjacent, cellCount, type Edge, type Shape } from "./shape";

/** The colors of cells, numbered from 1; each has a pattern of its own. */
export const COLORS = 8;

/** What the user is given. */
export interface Puzzle {
  readonly shape: Shape;
  /** A digit per cell, 0 for empty. */
  readonly givens: readonly number[];
  readonly edges: readonly Edge[];
  /** Per cell, the digits to which a pencilmark puzzle restricts it; absent in other puzzles. */
  readonly pencilmarks?: readonly (readonly number[])[];
}

/** Whether there are hints, walkthroughs and ratings for a puzzle. */
export const hasLogic = ({ shape, edges }: Puzzle): boolean => shape.side <= 16 && edges.length === 0;

/** What the user has put into a cell. Marks and colors are ascending, without repetition. */
export interface CellState {
  /** 0 for none; a given stays in `Puzzle`. */
  readonly digit: number;
  readonly corner: readonly number[];
  readonly centre: readonly number[];
  readonly colors: readonly number[];
}

export const EMPTY: CellState = { digit: 0, corner: [], centre: [], colors: [] };

/** A state of play: a puzzle and a `CellState` per cell. */
export interface Position {
  readonly puzzle: Puzzle;
  readonly cells: readonly CellState[];
}

/** Which part of a cell a key changes. */
export type Mode = "digit" | "corner" | "centre" | "color";
export const MODES: readonly Mode[] = ["digit", "corner", "centre", "color"];

export function puzzleOf(shape: Shape, givens: readonly number[], edges: readonly Edge[] = []): Puzzle {
  if (givens.length !== cellCount(shape)) throw new RangeError(`${givens.length} cells`);
  const ordered = edges
    .map(([a, b]): Edge => (a < b ? [a, b] : [b, a]))
    .filter(([a, b]) => adjacent(shape, a, b));
  return { shape, givens, edges: ordered };
}

export const emptyPuzzle = (shape: Shape): Puzzle => puzzleOf(shape, Array<number>(cellCount(shape)).fill(0));

export function start(puzzle: Puzzle): Position {
  return { puzzle, cells: Array<CellState>(cellCount(puzzle.shape)).fill(EMPTY) };
}

export const isGiven = (position: Position, cell: number): boolean => position.puzzle.givens[cell] !== 0;

/** Returns the given or entered digit of a cell, 0 for none. */
export function digitAt(position: Position, cell: number): number {
  return position.puzzle.givens[cell] || (position.cells[cell]?.digit ?? 0);
}

export function digits(position: Position): number[] {
  return position.cells.map((state, cell) => position.puzzle.givens[cell] || state.digit);
}

export const isFull = (position: Position): boolean => digits(position).every((digit) => digit !== 0);

const without = (list: readonly number[], item: number) => list.filter((other) => other !== item);
const including = (list: readonly number[], item: number) =>
  list.includes(item) ? list : [...list, item].sort((a, b) => a - b);

/** Returns the position with other states in some cells; the same object if none differs. */
export function change(position: Position, cells: Iterable<number>, next: (state: CellState, cell: number) => CellState): Position {
  let changed: CellState[] | undefined;
  for (const cell of cells) {
    const state = position.cells[cell];
    if (state === undefined) continue;
    const other = next(state, cell);
    if (other === state) continue;
    changed ??= [...position.cells];
    changed[cell] = other;
  }
  return changed ? { ...position, cells: changed } : position;
}

/**
 * Applies a digit or color to the selected cells.
 *
 * A digit that all of them have is removed. A mark or color that all of them have is removed, and is
 * otherwise added to those without it. Givens keep their digit, and cells with a digit get no marks.
 */
export function enter(position: Position, selection: Iterable<number>, mode: Mode, value: number): Position {
  const cells = [...selection];
  if (mode === "color") {
    const all = cells.every((cell) => position.cells[cell]?.colors.includes(value));
    return change(position, cells, (state) => {
      const colors = all ? without(state.colors, value) : including(state.colors, value);
      return colors === state.colors ? state : { ...state, colors };
    });
  }
  const open = cells.filter((cell) => !isGiven(position, cell));
  if (mode === "digit") {
    const all = open.every((cell) => position.cells[cell]?.digit === value);
    return change(position, open, (state) => {
      const digit = all ? 0 : value;
      return state.digit === digit ? state : { ...state, digit };
    });
  }
  const marked = open.filter((cell) => position.cells[cell]?.digit === 0);
  const all = marked.every((cell) => position.cells[cell]?.[mode].includes(value));
  return change(position, marked, (state) => {
    const marks = all ? without(state[mode], value) : including(state[mode], value);
    return marks === state[mode] ? state : { ...state, [mode]: marks };
  });
}

/** Removes digits from the selected cells; if there are none, marks; if there are none, colors. */
export function erase(position: Position, selection: Iterable<number>): Position {
  const cells = [...selection];
  const some = (has: (state: CellState) => boolean) =>
    cells.some((cell) => !isGiven(position, cell) && has(position.cells[cell] ?? EMPTY));
  if (some((state) => state.digit !== 0)) {
    return change(position, cells, (state) => (state.digit === 0 ? state : { ...state, digit: 0 }));
  }
  if (some((state) => state.corner.length + state.centre.length > 0)) {
    return change(position, cells, (state) =>
      state.corner.length + state.centre.length === 0 ? state : { ...state, corner: [], centre: [] },
    );
  }
  return change(position, cells, (state) => (state.colors.length === 0 ? state : { ...state, colors: [] }));
}
