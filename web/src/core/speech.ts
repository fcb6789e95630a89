/** Sentences about what happened and about whole houses, for the live region. */

import { digitAt, type Position } from "./board";
import { describeHouse } from "./describe";
import { symbol } from "./digits";
import { message, type Language } from "./i18n/message";
import { conflicts } from "./rules";
import { cellName, houseCells, housesOf, type HouseKind } from "./shape";

/** Returns "r4c5 7. Conflict in row 4." */
export function sayEntry(language: Language, position: Position, cell: number): string {
  const { shape } = position.puzzle;
  const digit = digitAt(position, cell);
  const name = cellName(shape, cell, language);
  const what = digit === 0 ? message(language, "cell.empty") : symbol(digit, shape.side);
  const places = conflicts(position)
    .filter(({ cells }) => cells.includes(cell))
    .map(({ house }) => (house ? message(language, "say.conflict", { place: describeHouse(language, house) }) : message(language, "say.edge")));
  return [`${name} ${what}.`, ...places].join(" ");
}

/** Returns "row 4: 1, empty, 3, …" */
export function sayHouse(language: Language, position: Position, cell: number, kind: HouseKind): string {
  const { shape } = position.puzzle;
  const house = housesOf(shape, cell).find((other) => other.kind === kind);
  if (!house) return "";
  const words = houseCells(shape, house).map((other) => {
    const digit = digitAt(position, other);
    return digit === 0 ? message(language, "cell.empty") : symbol(digit, shape.side);
  });
  return `${describeHouse(language, house)}: ${words.join(", ")}`;
}

/** Returns how many of each digit are missing: "Left: 1 × 4, 2 × 7". */
export function sayRemaining(language: Language, position: Position): string {
  const left = remaining(position);
  const words = left.flatMap((count, i) => (count > 0 ? [`${symbol(i + 1, left.length)} × ${count}`] : []));
  return words.length === 0 ? message(language, "say.nothing-left") : message(language, "say.left", { digits: words.join(", ") });
}

/** Returns how many places of each digit, from 1, are not filled; at least 0. */
export function remaining(position: Position): number[] {
  const { side } = position.puzzle.shape;
  const left = Array<number>(side).fill(side);
  position.cells.forEach((_, cell) => {
    const digit = digitAt(position, cell);
    if (digit !== 0) left[digit - 1] = Math.max(0, (left[digit - 1] ?? 0) - 1);
  });
  return left;
}
