/** What follows from the rules alone: conflicts and candidates. */

import { digits, type Position } from "./board";
import { houseCells, houses, housesOf, type Edge, type House, type Shape } from "./shape";

/** Two equal digits in a house, or an edge whose digits are not consecutive. */
export interface Conflict {
  readonly cells: readonly number[];
  readonly digit: number;
  readonly house?: House;
}

/** Returns the conflicts of the digits on the board, houses first, then edges. */
export function conflicts(position: Position): Conflict[] {
  const { shape, edges } = position.puzzle;
  const board = digits(position);
  const found: Conflict[] = [];
  for (const house of houses(shape)) {
    const places = new Map<number, number[]>();
    for (const cell of houseCells(shape, house)) {
      const digit = board[cell] ?? 0;
      if (digit !== 0) places.set(digit, [...(places.get(digit) ?? []), cell]);
    }
    for (const [digit, cells] of places) if (cells.length > 1) found.push({ cells, digit, house });
  }
  for (const [a, b] of edges) {
    const [x, y] = [board[a] ?? 0, board[b] ?? 0];
    if (x !== 0 && y !== 0 && Math.abs(x - y) !== 1) found.push({ cells: [a, b], digit: x });
  }
  return found;
}

/** Returns the cells in conflict, each with the cells against it. */
export function conflictsByCell(position: Position): Map<number, number[]> {
  const against = new Map<number, Set<number>>();
  for (const { cells } of conflicts(position)) {
    for (const cell of cells) {
      const others = against.get(cell) ?? new Set<number>();
      for (const other of cells) if (other !== cell) others.add(other);
      against.set(cell, others);
    }
  }
  return new Map([...against].map(([cell, others]) => [cell, [...others].sort((a, b) => a - b)]));
}

/** Returns the digits that no digit on the board and no edge rules out in each empty cell. */
export function candidates(position: Position): number[][] {
  const { shape, edges, pencilmarks } = position.puzzle;
  const board = digits(position);
  const used = usedByHouse(shape, board);
  const beside = edgesByCell(edges);
  const all = Array.from({ length: shape.side }, (_, i) => i + 1);
  return board.map((digit, cell) => {
    if (digit !== 0) return [];
    const blocked = housesOf(shape, cell).map((house) => used.get(`${house.kind}${house.index}`));
    return (pencilmarks?.[cell] ?? all).filter(
      (value) =>
        !blocked.some((set) => set?.has(value)) &&
        (beside.get(cell) ?? []).every((other) => {
          const there = board[other] ?? 0;
          return there === 0 || Math.abs(there - value) === 1;
        }),
    );
  });
}

function usedByHouse(shape: Shape, board: readonly number[]): Map<string, Set<number>> {
  return new Map(
    houses(shape).map((house) => {
      const set = new Set(houseCells(shape, house).map((cell) => board[cell] ?? 0));
      set.delete(0);
      return [`${house.kind}${house.index}`, set];
    }),
  );
}

/** Returns, per cell, the cells to which an edge joins it. */
export function edgesByCell(edges: readonly Edge[]): Map<number, number[]> {
  const beside = new Map<number, number[]>();
  for (const [a, b] of edges) {
    beside.set(a, [...(beside.get(a) ?? []), b]);
    beside.set(b, [...(beside.get(b) ?? []), a]);
  }
  return beside;
}
