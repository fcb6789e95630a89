/** The puzzle that the page opens with, so that the first visit needs no server. */

import { readLine } from "./digits";
import { puzzleOf, type Puzzle } from "./board";
import { shapeOfSide } from "./shape";

/** Made by `quadrille generate puzzle --rating se121:4.2..4.5 --seed 5`. */
export const FIRST = "..8......2....6.83.6.19....1..6...5..4..81..7..7.4.3..6..7.9...9..3....6..5....3.";

export function firstPuzzle(): Puzzle {
  const shape = shapeOfSide(9);
  const givens = readLine(FIRST, 9);
  if (!shape || !givens) throw new Error("the first puzzle is one");
  return puzzleOf(shape, givens);
}
