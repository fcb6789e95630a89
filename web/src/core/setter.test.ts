import { describe, expect, test } from "vitest";
import { emptyPuzzle, enter, puzzleOf, start } from "./board";
import { fixGivens, freeGivens } from "./edits";
import { decode, encode } from "./link";
import { conflicts } from "./rules";
import { isBeingSet, pairsAmong, toggleEdges } from "./setter";
import { adjacent, cellCount, shapeOfSide } from "./shape";

const shape = shapeOfSide(4)!;
const empty = start(emptyPuzzle(shape));
const set = (...cells: number[]) => new Set(cells);

test.each([4, 6, 9])("the pairs among all cells of side %d are those that share a side", (side) => {
  const board = shapeOfSide(side)!;
  const all = Array.from({ length: cellCount(board) }, (_, cell) => cell);
  const slow = all.flatMap((a) => all.filter((b) => a < b && adjacent(board, a, b)).map((b) => [a, b]));
  expect(pairsAmong(board, new Set(all))).toEqual(slow);
  expect(slow).toHaveLength(2 * side * (side - 1));
});

describe("edges drawn by hand", () => {
  test("join adjacent cells, and part them the second time", () => {
    const joined = toggleEdges(empty, set(5, 4));
    expect(joined.puzzle.edges).toEqual([[4, 5]]);
    expect(toggleEdges(joined, set(4, 5)).puzzle.edges).toEqual([]);
  });

  test("complete a block of which some are joined", () => {
    const some = toggleEdges(empty, set(0, 1));
    const block = toggleEdges(some, set(0, 1, 4, 5));
    expect(block.puzzle.edges).toEqual([[0, 1], [0, 4], [1, 5], [4, 5]]);
    expect(toggleEdges(block, set(1, 0)).puzzle.edges).toEqual([[0, 4], [1, 5], [4, 5]]);
  });

  test.each([[[]], [[3]], [[0, 2]], [[0, 5]], [[3, 4]], [[15, 16, 99, -1]]])("do nothing for the cells %j", (cells) => {
    expect(toggleEdges(empty, new Set(cells))).toBe(empty);
  });

  test("keep entries, count as conflicts, and become part of the puzzle and of its link", () => {
    const filled = enter(enter(empty, [0], "digit", 1), [1], "digit", 4);
    const joined = toggleEdges(filled, set(0, 1));
    expect(joined.cells).toBe(filled.cells);
    expect(conflicts(joined).map(({ cells }) => cells)).toEqual([[0, 1]]);
    expect(decode(encode(joined))).toEqual(joined);
    expect(fixGivens(joined).puzzle.edges).toEqual([[0, 1]]);
  });

  test("are refused once digits are given, until they are freed", () => {
    const fixed = start(puzzleOf(shape, [1, ...Array<number>(15).fill(0)]));
    expect(isBeingSet(fixed.puzzle)).toBe(false);
    expect(toggleEdges(fixed, set(0, 1))).toBe(fixed);
    expect(toggleEdges(freeGivens(fixed), set(0, 1)).puzzle.edges).toEqual([[0, 1]]);
  });
});
