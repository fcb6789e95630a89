/** Setting a puzzle by hand: edges between cells, while no digit is given. */

import { puzzleOf, type Position, type Puzzle } from "./board";
import { cellCount, columnOf, type Edge, type Shape } from "./shape";

/** Whether the puzzle itself can be changed: its digits are entries, and none is given yet. */
export const isBeingSet = (puzzle: Puzzle): boolean => puzzle.givens.every((digit) => digit === 0);

/** Returns the pairs of adjacent cells among these, in ascending order. */
export function pairsAmong(shape: Shape, cells: ReadonlySet<number>): Edge[] {
  return [...cells]
    .filter((cell) => cell >= 0 && cell < cellCount(shape))
    .sort((a, b) => a - b)
    .flatMap((cell): Edge[] => {
      const right: Edge[] = columnOf(shape, cell) + 1 < shape.side && cells.has(cell + 1) ? [[cell, cell + 1]] : [];
      const below: Edge[] = cell + shape.side < cellCount(shape) && cells.has(cell + shape.side) ? [[cell, cell + shape.side]] : [];
      return [...right, ...below];
    });
}

const same = ([a, b]: Edge) => ([c, d]: Edge): boolean => a === c && b === d;

/**
 * Joins the adjacent pairs among the cells by edges; if all of them are joined, removes those edges.
 * Returns the same object if there is no such pair or the puzzle has givens.
 */
export function toggleEdges(position: Position, cells: ReadonlySet<number>): Position {
  const { puzzle } = position;
  const pairs = pairsAmong(puzzle.shape, cells);
  if (pairs.length === 0 || !isBeingSet(puzzle)) return position;
  const missing = pairs.filter((pair) => !puzzle.edges.some(same(pair)));
  const edges =
    missing.length > 0
      ? [...puzzle.edges, ...missing].sort(([a, b], [c, d]) => a - c || b - d)
      : puzzle.edges.filter((edge) => !pairs.some(same(edge)));
  return { ...position, puzzle: { ...puzzle, edges: puzzleOf(puzzle.shape, puzzle.givens, edges).edges } };
}
