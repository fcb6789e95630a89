/** Which cells are selected, and which one of them has the cursor. */

import { boxOf, cellAt, cellCount, columnOf, houseCells, rowOf, type Shape } from "./shape";

export interface Selection {
  readonly cursor: number;
  readonly cells: ReadonlySet<number>;
}

export type Direction = "up" | "down" | "left" | "right";
/** `move` selects the new cell alone, `extend` adds it, `step` moves the cursor and keeps the selection. */
export type Reach = "move" | "extend" | "step";

export const only = (cell: number): Selection => ({ cursor: cell, cells: new Set([cell]) });
export const none = (selection: Selection): Selection => ({ cursor: selection.cursor, cells: new Set() });
export const all = (shape: Shape, selection: Selection): Selection => ({
  cursor: selection.cursor,
  cells: new Set(Array.from({ length: cellCount(shape) }, (_, cell) => cell)),
});

export function toggle(selection: Selection, cell: number): Selection {
  const cells = new Set(selection.cells);
  if (!cells.delete(cell)) cells.add(cell);
  return { cursor: cell, cells };
}

export function include(selection: Selection, cell: number): Selection {
  return { cursor: cell, cells: new Set([...selection.cells, cell]) };
}

/** Returns the selection after an arrow key. The cursor stops at the border unless it wraps. */
export function move(shape: Shape, selection: Selection, direction: Direction, reach: Reach = "move", wrap = false): Selection {
  const { side } = shape;
  const clamp = (place: number) => (wrap ? (place + side) % side : Math.min(side - 1, Math.max(0, place)));
  let row = rowOf(shape, selection.cursor);
  let column = columnOf(shape, selection.cursor);
  if (direction === "up") row = clamp(row - 1);
  if (direction === "down") row = clamp(row + 1);
  if (direction === "left") column = clamp(column - 1);
  if (direction === "right") column = clamp(column + 1);
  return reached(selection, cellAt(shape, row, column), reach);
}

/** Moves to the start or end of the row, or to the first cell of the next or previous box. */
export function jump(shape: Shape, selection: Selection, to: "row-start" | "row-end" | "next-box" | "previous-box", reach: Reach = "move"): Selection {
  const row = rowOf(shape, selection.cursor);
  if (to === "row-start") return reached(selection, cellAt(shape, row, 0), reach);
  if (to === "row-end") return reached(selection, cellAt(shape, row, shape.side - 1), reach);
  const box = boxOf(shape, selection.cursor);
  const index = (box + (to === "next-box" ? 1 : shape.side - 1)) % shape.side;
  return reached(selection, houseCells(shape, { kind: "box", index })[0] ?? 0, reach);
}

function reached(selection: Selection, cell: number, reach: Reach): Selection {
  if (reach === "extend") return include(selection, cell);
  if (reach === "step") return { cursor: cell, cells: selection.cells };
  return only(cell);
}

/** Returns the cells in a straight line between two cells of a drag, so that fast pointers skip none. */
export function between(shape: Shape, from: number, to: number): number[] {
  const [r0, c0, r1, c1] = [rowOf(shape, from), columnOf(shape, from), rowOf(shape, to), columnOf(shape, to)];
  const steps = Math.max(Math.abs(r1 - r0), Math.abs(c1 - c0));
  if (steps === 0) return [to];
  return Array.from({ length: steps }, (_, i) => {
    const part = (i + 1) / steps;
    return cellAt(shape, Math.round(r0 + (r1 - r0) * part), Math.round(c0 + (c1 - c0) * part));
  });
}
