import { describe, expect, test } from "vitest";
import { boxOf, cellName, houseCells, houses, parseCell, peers, shapeOfBox, shapeOfSide } from "./shape";

const sides = [4, 6, 8, 9, 10, 12, 15, 16, 20, 25];

describe("shapes", () => {
  test("boxes are as square as possible, rows first", () => {
    expect(shapeOfSide(6)).toEqual({ side: 6, boxRows: 2, boxColumns: 3 });
    expect(shapeOfSide(15)).toEqual({ side: 15, boxRows: 3, boxColumns: 5 });
    expect(shapeOfSide(0)).toBeUndefined();
    expect(shapeOfBox(8, 8)).toBeUndefined();
    expect(shapeOfBox(1.5, 4)).toBeUndefined();
  });

  test.each(sides)("every kind of house partitions a board of side %i", (side) => {
    const shape = shapeOfSide(side)!;
    for (const kind of ["row", "column", "box"]) {
      const cells = houses(shape).filter((house) => house.kind === kind).flatMap((house) => houseCells(shape, house));
      expect([...cells].sort((a, b) => a - b)).toEqual(Array.from({ length: side * side }, (_, i) => i));
    }
    for (const house of houses(shape).filter(({ kind }) => kind === "box")) {
      for (const cell of houseCells(shape, house)) expect(boxOf(shape, cell)).toBe(house.index);
    }
  });

  test.each(sides)("peers are mutual on side %i", (side) => {
    const shape = shapeOfSide(side)!;
    const cell = Math.floor((side * side) / 2);
    const { boxRows, boxColumns } = shape;
    expect(peers(shape, cell)).toHaveLength(2 * (side - 1) + (boxRows - 1) * (boxColumns - 1));
    for (const other of peers(shape, cell)) expect(peers(shape, other)).toContain(cell);
  });

  test("names are read back, in both languages", () => {
    const shape = shapeOfSide(25)!;
    for (const cell of [0, 24, 300, 624]) {
      expect(parseCell(shape, cellName(shape, cell))).toBe(cell);
      expect(parseCell(shape, cellName(shape, cell, "fr"))).toBe(cell);
    }
    expect(cellName(shape, 29, "fr")).toBe("l2c5");
    for (const bad of ["r0c1", "r26c1", "r1", "", "x1c1", "r1c1r2c2"]) expect(parseCell(shape, bad)).toBeUndefined();
  });
});
