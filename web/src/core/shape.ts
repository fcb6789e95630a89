/** The geometry of a board: its cells, houses, names and edges. A cell is `row * side + column`. */

/** The largest side that the page shows. The engine solves up to 25 and reads up to 49. */
export const MAX_SIDE = 49;

export interface Shape {
  readonly side: number;
  /** Rows of a box. */
  readonly boxRows: number;
  /** Columns of a box; `boxRows * boxColumns` is `side`. */
  readonly boxColumns: number;
}

/** Two adjacent cells, the smaller one first, whose digits must be consecutive. */
export type Edge = readonly [number, number];

export type HouseKind = "row" | "column" | "box";
/** A house; `index` counts from 0, boxes row by row. */
export interface House {
  readonly kind: HouseKind;
  readonly index: number;
}

/** Returns the shape with these boxes, or undefined if the page cannot show it. */
export function shapeOfBox(boxRows: number, boxColumns: number): Shape | undefined {
  const side = boxRows * boxColumns;
  const whole = Number.isInteger(boxRows) && Number.isInteger(boxColumns);
  if (!whole || boxRows < 1 || boxColumns < 1 || side < 2 || side > MAX_SIDE) return undefined;
  return { side, boxRows, boxColumns };
}

/** Returns the shape that the engine takes for a side: boxes as square as possible, rows <= columns. */
export function shapeOfSide(side: number): Shape | undefined {
  if (!Number.isInteger(side) || side < 1) return undefined;
  let rows = Math.floor(Math.sqrt(side));
  while (side % rows !== 0) rows -= 1;
  return shapeOfBox(rows, side / rows);
}

export const cellCount = (shape: Shape): number => shape.side * shape.side;
export const rowOf = (shape: Shape, cell: number): number => Math.floor(cell / shape.side);
export const columnOf = (shape: Shape, cell: number): number => cell % shape.side;
export const cellAt = (shape: Shape, row: number, column: number): number => row * shape.side + column;

/** Returns the index of the box of a cell, row by row. */
export function boxOf(shape: Shape, cell: number): number {
  const across = shape.side / shape.boxColumns;
  const down = Math.floor(rowOf(shape, cell) / shape.boxRows);
  return down * across + Math.floor(columnOf(shape, cell) / shape.boxColumns);
}

/** Returns the cells of a house in ascending order. */
export function houseCells(shape: Shape, house: House): number[] {
  const { side, boxRows, boxColumns } = shape;
  const places = Array.from({ length: side }, (_, i) => i);
  if (house.kind === "row") return places.map((i) => house.index * side + i);
  if (house.kind === "column") return places.map((i) => i * side + house.index);
  const across = side / boxColumns;
  const top = Math.floor(house.index / across) * boxRows;
  const left = (house.index % across) * boxColumns;
  return places.map((i) => (top + Math.floor(i / boxColumns)) * side + left + (i % boxColumns));
}

/** Returns all rows, then all columns, then all boxes. */
export function houses(shape: Shape): House[] {
  const kinds: HouseKind[] = ["row", "column", "box"];
  return kinds.flatMap((kind) => Array.from({ length: shape.side }, (_, index) => ({ kind, index })));
}

/** Returns the three houses of a cell: row, column, box. */
export function housesOf(shape: Shape, cell: number): House[] {
  return [
    { kind: "row", index: rowOf(shape, cell) },
    { kind: "column", index: columnOf(shape, cell) },
    { kind: "box", index: boxOf(shape, cell) },
  ];
}

/** Returns the cells that share a house with `cell`, without it, in ascending order. */
export function peers(shape: Shape, cell: number): number[] {
  const all = new Set(housesOf(shape, cell).flatMap((house) => houseCells(shape, house)));
  all.delete(cell);
  return [...all].sort((a, b) => a - b);
}

/** Whether two cells share a side. */
export function adjacent(shape: Shape, a: number, b: number): boolean {
  const rows = Math.abs(rowOf(shape, a) - rowOf(shape, b));
  const columns = Math.abs(columnOf(shape, a) - columnOf(shape, b));
  return rows + columns === 1;
}

/** Returns `r4c5`, or `l4c5` in French (ligne). */
export function cellName(shape: Shape, cell: number, language: "en" | "fr" = "en"): string {
  const letter = language === "fr" ? "l" : "r";
  return `${letter}${rowOf(shape, cell) + 1}c${columnOf(shape, cell) + 1}`;
}

/** Returns the cell that `r4c5` or `l4c5` names, if the board has it. */
export function parseCell(shape: Shape, name: string): number | undefined {
  const match = /^[rl](\d{1,2})c(\d{1,2})$/i.exec(name.trim());
  if (!match) return undefined;
  const row = Number(match[1]) - 1;
  const column = Number(match[2]) - 1;
  if (row < 0 || column < 0 || row >= shape.side || column >= shape.side) return undefined;
  return cellAt(shape, row, column);
}
