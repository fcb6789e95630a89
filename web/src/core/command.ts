/** The command line that does what a button does. */

import { digits, type Position, type Puzzle } from "./board";
import { boxName } from "./exchange";
import { symbol, writeLine } from "./digits";
import { cellName, shapeOfSide } from "./shape";

/** Quotes an argument for a POSIX shell where it needs quotes. */
export function quote(argument: string): string {
  return /^[\w./:=,+-]+$/.test(argument) ? argument : `'${argument.replace(/'/g, `'\\''`)}'`;
}

/** Returns the text of a puzzle on one line, as the engine's format `line` has it. */
export function puzzleText(puzzle: Puzzle): string {
  const line = writeLine(puzzle.givens, puzzle.shape.side);
  const edges = puzzle.edges.map(([a, b]) => `${cellName(puzzle.shape, a)}-${cellName(puzzle.shape, b)}`);
  return edges.length > 0 ? `${line} edges=${edges.join(",")}` : line;
}

/** Returns the text of a position: with entries and marks a line of a HoDoKu library, if it is 9x9 without edges. */
export function positionText(position: Position): string {
  const { puzzle, cells } = position;
  const plain = cells.every(({ digit, centre }) => digit === 0 && centre.length === 0);
  const classic = puzzle.shape.side === 9 && puzzle.shape.boxRows === 3 && puzzle.edges.length === 0 && !puzzle.pencilmarks;
  if (plain || !classic) return puzzleText(puzzle);
  const grid = digits(position).map((digit, cell) => {
    if (digit === 0) return ".";
    return `${puzzle.givens[cell] === 0 ? "+" : ""}${symbol(digit, 9)}`;
  });
  return `:0000:x:${grid.join("")}::::`;
}

/** Returns `quadrille COMMAND OPTIONS INPUT`. Long inputs are left to standard input. */
export function commandLine(command: string, options: readonly string[], input: string | undefined, puzzle?: Puzzle): string {
  const words = ["quadrille", command, ...options];
  if (puzzle) {
    const usual = shapeOfSide(puzzle.shape.side);
    if (usual?.boxRows !== puzzle.shape.boxRows) words.push("--box", boxName(puzzle));
  }
  if (input !== undefined) words.push(input.length > 900 ? "FILE" : input);
  return words.map(quote).join(" ");
}
