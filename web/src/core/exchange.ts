/** Boards as the engine writes them, and positions as the page has them. */

import { EMPTY, puzzleOf, start, type CellState, type Position, type Puzzle } from "./board";
import type { Board } from "./protocol";
import { shapeOfBox } from "./shape";

/** Returns the board of a position: givens, entries, and the marks in the middle of cells as notes. */
export function boardOf(position: Position): Board {
  const { puzzle, cells } = position;
  const board: Board = { box: boxName(puzzle), cells: [...puzzle.givens], details: [] };
  if (puzzle.edges.length > 0) board.edges = puzzle.edges.map(([a, b]) => [a, b]);
  if (puzzle.pencilmarks) board.marks = puzzle.pencilmarks.map((digits) => [...digits]);
  if (cells.some(({ digit }) => digit !== 0)) board.entries = cells.map(({ digit }) => digit);
  if (cells.some(({ digit, centre }) => digit === 0 && centre.length > 0)) {
    board.notes = cells.map(({ digit, centre }) => (digit === 0 ? [...centre] : []));
  }
  return board;
}

export const boxName = ({ shape }: Puzzle): string => `${shape.boxRows}x${shape.boxColumns}`;

/** Returns the position of a board of the engine, undefined if the page cannot show it. */
export function positionOf(board: Board): Position | undefined {
  const [rows, columns] = board.box.split("x").map(Number);
  const shape = shapeOfBox(rows ?? 0, columns ?? 0);
  if (!shape || board.cells.length !== shape.side * shape.side) return undefined;
  const plain = puzzleOf(shape, board.cells, (board.edges ?? []).map(([a, b]) => [a ?? 0, b ?? 0] as const));
  const puzzle: Puzzle = board.marks ? { ...plain, pencilmarks: board.marks } : plain;
  const cells = start(puzzle).cells.map((state, cell): CellState => {
    if (puzzle.givens[cell] !== 0) return state;
    const digit = board.entries?.[cell] ?? 0;
    const centre = [...(board.notes?.[cell] ?? [])].sort((a, b) => a - b);
    return digit === 0 && centre.length === 0 ? EMPTY : { ...EMPTY, digit, centre };
  });
  return { puzzle, cells };
}
