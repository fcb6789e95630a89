import { describe, expect, test } from "vitest";
import { change, digitAt, emptyPuzzle, enter, erase, puzzleOf, start, EMPTY } from "./board";
import { apply, cleanMarks, enterClean, fillMarks, fixGivens, freeGivens, restart } from "./edits";
import { History } from "./history";
import { candidates, conflicts, conflictsByCell } from "./rules";
import { remaining, sayEntry, sayHouse } from "./speech";
import { shapeOfSide } from "./shape";

const four = shapeOfSide(4)!;
const empty = start(emptyPuzzle(four));
const given = start(puzzleOf(four, [1, ...Array<number>(15).fill(0)]));

describe("entering", () => {
  test("a digit toggles, and givens stay", () => {
    const one = enter(given, [0, 1], "digit", 2);
    expect([digitAt(one, 0), digitAt(one, 1)]).toEqual([1, 2]);
    expect(digitAt(enter(one, [1], "digit", 2), 1)).toBe(0);
    expect(enter(given, [0], "digit", 3)).toBe(given);
  });

  test("marks go to all selected cells unless all have them", () => {
    const some = enter(empty, [0], "corner", 3);
    const both = enter(some, [0, 1], "corner", 3);
    expect([both.cells[0]?.corner, both.cells[1]?.corner]).toEqual([[3], [3]]);
    expect(enter(both, [0, 1], "corner", 3).cells[1]?.corner).toEqual([]);
    expect(enter(enter(empty, [0], "centre", 4), [0], "centre", 2).cells[0]?.centre).toEqual([2, 4]);
  });

  test("filled cells get no marks, but colors", () => {
    const filled = enter(empty, [0], "digit", 1);
    expect(enter(filled, [0], "centre", 2)).toBe(filled);
    expect(enter(given, [0], "color", 8).cells[0]?.colors).toEqual([8]);
  });

  test("erasing takes digits, then marks, then colors", () => {
    let position = enter(enter(enter(empty, [0], "color", 1), [0], "corner", 2), [0], "digit", 3);
    position = erase(position, [0]);
    expect(position.cells[0]).toEqual({ digit: 0, corner: [2], centre: [], colors: [1] });
    position = erase(position, [0]);
    expect(position.cells[0]?.colors).toEqual([1]);
    expect(erase(position, [0]).cells[0]).toEqual(EMPTY);
    expect(erase(empty, [0, 5])).toBe(empty);
  });

  test("positions are never changed in place", () => {
    const before = JSON.stringify(empty);
    enterClean(fillMarks(empty), [0, 5], "digit", 1, true);
    expect(JSON.stringify(empty)).toBe(before);
    expect(change(empty, [3, 99], (state) => state)).toBe(empty);
  });

  test("a digit removes itself from the marks that see it, if asked", () => {
    const marked = fillMarks(empty);
    const clean = enterClean(marked, [0], "digit", 1, true);
    expect(clean.cells[1]?.centre).toEqual([2, 3, 4]);
    expect(clean.cells[10]?.centre).toEqual([1, 2, 3, 4]);
    expect(enterClean(marked, [0], "digit", 1, false).cells[1]?.centre).toEqual([1, 2, 3, 4]);
    expect(cleanMarks(empty, 0, 1)).toBe(empty);
  });
});

describe("rules", () => {
  test("conflicts name their house and cells", () => {
    const position = enter(empty, [0, 3], "digit", 2);
    expect(conflicts(position)).toEqual([{ cells: [0, 3], digit: 2, house: { kind: "row", index: 0 } }]);
    expect(conflictsByCell(position).get(3)).toEqual([0]);
    expect(sayEntry("en", position, 3)).toBe("r1c4 2. Conflict in row 1.");
    expect(sayHouse("fr", position, 3, "row")).toBe("ligne 1: 2, vide, vide, 2");
  });

  test("consecutive edges conflict and rule out candidates", () => {
    const position = enter(start(puzzleOf(four, Array<number>(16).fill(0), [[1, 0], [0, 9]])), [0], "digit", 2);
    expect(position.puzzle.edges).toEqual([[0, 1]]);
    expect(candidates(position)[1]).toEqual([1, 3]);
    expect(conflicts(enter(position, [1], "digit", 4))).toEqual([{ cells: [0, 1], digit: 2 }]);
  });

  test("remaining digits never fall below zero", () => {
    expect(remaining(enter(empty, [0, 1, 2, 3, 4], "digit", 1))).toEqual([0, 4, 4, 4]);
  });
});

describe("deductions", () => {
  test("an elimination without marks fills them first", () => {
    const next = apply(given, { placements: [], eliminations: [{ cell: 1, digit: 2 }] }, true);
    expect(next.cells[1]?.centre).toEqual([3, 4]);
    expect(next.cells[10]?.centre).toEqual([1, 2, 3, 4]);
  });

  test("a placement is entered and never removed by applying it again", () => {
    const step = { placements: [{ cell: 5, digit: 3 }], eliminations: [] };
    const once = apply(given, step, true);
    expect(digitAt(once, 5)).toBe(3);
    expect(apply(once, step, true)).toBe(once);
  });

  test("givens can be fixed, freed and restarted", () => {
    const filled = enter(given, [5], "digit", 3);
    expect(fixGivens(filled).puzzle.givens[5]).toBe(3);
    expect(digitAt(freeGivens(filled), 0)).toBe(1);
    expect(freeGivens(filled).puzzle.givens.every((digit) => digit === 0)).toBe(true);
    expect(restart(filled)).toEqual(given);
    expect(restart(given)).toBe(given);
  });
});

describe("history", () => {
  test("undo and redo are inverse over thousands of steps", () => {
    let history = History.of(0);
    for (let i = 1; i <= 5000; i += 1) history = history.push(i);
    for (let i = 0; i < 5000; i += 1) history = history.undo();
    expect([history.present, history.canUndo]).toEqual([0, false]);
    for (let i = 0; i < 6000; i += 1) history = history.redo();
    expect(history.present).toBe(5000);
  });

  test("returning to a checkpoint can be undone", () => {
    const marked = History.of("a").push("b").mark().mark();
    expect(marked.checkpoints).toHaveLength(1);
    const back = marked.push("c").push("d").restore(1);
    expect(back.present).toBe("b");
    expect(back.undo().present).toBe("d");
    expect(back.forget(1).checkpoints).toEqual([]);
    expect(back.restore(7)).toBe(back);
  });

  test("the same value is no step", () => {
    const history = History.of(empty);
    expect(history.push(empty)).toBe(history);
  });
});
