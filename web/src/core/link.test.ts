import { describe, expect, test } from "vitest";
import { emptyPuzzle, enter, puzzleOf, start, type Position } from "./board";
import { fillMarks } from "./edits";
import { decode, encode, MAX_LINK } from "./link";
import { find, isShelf, keep, MAX_KEPT } from "./progress";
import { parseRoute, writeRoute } from "./route";
import { shapeOfBox, shapeOfSide } from "./shape";

function sample(side: number): Position {
  const shape = shapeOfSide(side)!;
  const givens = Array.from({ length: side * side }, (_, i) => (i % 7 === 0 ? (i % side) + 1 : 0));
  let position = start(puzzleOf(shape, givens, [[0, 1], [1, side + 1], [side, side + 1]]));
  position = enter(position, [1, 2], "digit", side);
  position = enter(position, [3, 4], "corner", 1);
  position = enter(position, [3, 0], "color", 8);
  return fillMarks(position);
}

describe("links", () => {
  test.each([2, 4, 6, 9, 16, 25, 36, 49])("a position of side %i is read back", (side) => {
    const position = sample(side);
    expect(decode(encode(position))).toEqual(position);
    expect(decode(encode(position, false))).toEqual(start(position.puzzle));
    expect(encode(position).length).toBeLessThan(MAX_LINK);
  });

  test("pencilmarks of the puzzle and unusual boxes are kept", () => {
    const shape = shapeOfBox(1, 6)!;
    const puzzle = { ...emptyPuzzle(shape), pencilmarks: Array.from({ length: 36 }, (_, i) => [(i % 6) + 1]) };
    expect(decode(encode(start(puzzle)))?.puzzle).toEqual(puzzle);
  });

  test("a link of a usual puzzle is short", () => {
    const shape = shapeOfSide(9)!;
    const givens = Array.from({ length: 81 }, (_, i) => (i % 3 === 0 ? 1 + (i % 9) : 0));
    expect(encode(start(puzzleOf(shape, givens)), false).length).toBeLessThan(130);
  });

  test("anything else is refused, and nothing throws", () => {
    for (const bad of ["", "?", "AAAA", "AQ", "AQMD", "AgMD", "A".repeat(MAX_LINK + 1)]) expect(decode(bad)).toBeUndefined();
    const good = encode(sample(9));
    const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let seed = 1;
    const random = (below: number) => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      return seed % below;
    };
    for (let i = 0; i < 3000; i += 1) {
      const at = random(good.length);
      const mutated = good.slice(0, at) + alphabet[random(64)] + good.slice(at + 1 + random(3));
      const read = decode(mutated);
      // What is accepted is a board: written again, it is the same.
      if (read) expect(decode(encode(read))).toEqual(read);
    }
  });
});

describe("routes", () => {
  test("a route is read back", () => {
    const hash = writeRoute("play", ["game", "a b"], [["seat", "x&y=z"], ["n", "1"]]);
    const route = parseRoute(hash);
    expect(route.view).toBe("play");
    expect(route.parts).toEqual(["game", "a b"]);
    expect([...route.query]).toEqual([["seat", "x&y=z"], ["n", "1"]]);
  });

  test("broken routes are read as far as they go", () => {
    expect(parseRoute("")).toEqual({ view: "", parts: [], query: new Map() });
    expect(parseRoute("#/learn?s=%E0%A4%A").query.get("s")).toBe("%E0%A4%A");
  });
});

describe("the shelf", () => {
  const kept = (position: Position) => ({ state: encode(position), checkpoints: [], seconds: 3, solved: false });

  test("a puzzle is kept once, the latest in front", () => {
    const [nine, four] = [sample(9), sample(4)];
    const shelf = keep(keep(keep([], kept(nine)), kept(four)), kept(enter(nine, [80], "digit", 1)));
    expect(shelf).toHaveLength(2);
    expect(find(shelf, start(nine.puzzle))?.state).toBe(shelf[0]?.state);
  });

  test("it has an end, and rubbish is not a shelf", () => {
    let shelf = keep([], kept(sample(4)));
    const shape = shapeOfSide(9)!;
    for (let i = 0; i < 60; i += 1) {
      const givens = Array.from({ length: 81 }, (_, cell) => (cell === i ? 1 : 0));
      shelf = keep(shelf, kept(start(puzzleOf(shape, givens))));
    }
    expect(shelf).toHaveLength(MAX_KEPT);
    for (const bad of [null, 3, {}, [null], [{ state: 1 }]]) expect(isShelf(bad)).toBe(false);
    expect(isShelf(JSON.parse(JSON.stringify(shelf)))).toBe(true);
  });
});
