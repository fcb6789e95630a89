/** Where marks stand in a cell, in units of the cell: 0,0 is its upper left corner, 1,1 the lower right one. */

import type { Shape } from "./shape";

export interface Placed {
  readonly digit: number;
  readonly x: number;
  readonly y: number;
  /** The height of the text. */
  readonly size: number;
}

/** Returns the fixed place of a digit: digits stand in rows like the cells of a box. */
export function fixedPlace(shape: Shape, digit: number): Placed {
  const { boxRows, boxColumns } = shape;
  const row = Math.floor((digit - 1) / boxColumns);
  const column = (digit - 1) % boxColumns;
  const pad = 0.07;
  const inner = 1 - 2 * pad;
  return {
    digit,
    x: pad + ((column + 0.5) / boxColumns) * inner,
    y: pad + ((row + 0.5) / boxRows) * inner,
    size: Math.min(0.27, (0.9 * inner) / Math.max(boxRows, boxColumns)),
  };
}

export const fixedPlaces = (shape: Shape, digits: readonly number[]): Placed[] =>
  digits.map((digit) => fixedPlace(shape, digit));

const RING: readonly (readonly [number, number])[] = [
  [0.17, 0.19], [0.83, 0.19], [0.17, 0.83], [0.83, 0.83], [0.5, 0.19], [0.5, 0.83], [0.17, 0.51], [0.83, 0.51],
];

/** Returns the places of corner marks: the corners first, then the sides; fixed places if there are more. */
export function cornerPlaces(shape: Shape, digits: readonly number[]): Placed[] {
  if (digits.length > RING.length || shape.side > 9) return fixedPlaces(shape, digits);
  return digits.map((digit, i) => {
    const [x, y] = RING[i] ?? [0.5, 0.5];
    return { digit, x, y, size: 0.25 };
  });
}

/** Returns the places of marks in the middle: a line, or two if there are more than five. */
export function centrePlaces(digits: readonly number[]): Placed[] {
  const lines = digits.length > 5 ? 2 : 1;
  const across = Math.ceil(digits.length / lines);
  const size = Math.min(0.28, 0.92 / (Math.max(across, 1) * 0.64));
  return digits.map((digit, i) => {
    const line = Math.floor(i / across);
    const inLine = line === 0 ? Math.min(across, digits.length) : digits.length - across;
    const place = i - line * across;
    return {
      digit,
      x: 0.5 + (place - (inLine - 1) / 2) * size * 0.64,
      y: 0.5 + (lines === 1 ? 0 : (line - 0.5) * size * 1.05),
      size,
    };
  });
}
