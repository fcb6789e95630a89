/** What a screen reader says about a cell and a house. */

import { message, type Language } from "./i18n/message";
import { symbol } from "./digits";
import { cellName, columnOf, rowOf, type House, type Shape } from "./shape";
import type { CellView } from "./view";

/** What is said of a cell: what the board shows of it, and its edges. */
export interface Spoken extends Omit<CellView, "shown" | "classes"> {
  /** The cells that an edge joins to this one. */
  readonly edges: readonly number[];
}

/** Returns "row 4, column 5, empty, candidates 2 7, in conflict with r4c1". */
export function describeCell(language: Language, shape: Shape, cell: number, spoken: Spoken): string {
  const write = (list: readonly number[]) => list.map((digit) => symbol(digit, shape.side)).join(" ");
  const names = (list: readonly number[]) => list.map((other) => cellName(shape, other, language)).join(" ");
  const words = [message(language, "cell.place", { row: rowOf(shape, cell) + 1, column: columnOf(shape, cell) + 1 })];
  const digit = symbol(spoken.digit, shape.side);
  if (spoken.digit === 0) words.push(message(language, "cell.empty"));
  else words.push(message(language, spoken.given ? "cell.given" : "cell.digit", { digit }));
  if (spoken.digit === 0 && spoken.corner.length > 0) words.push(message(language, "cell.corner", { digits: write(spoken.corner) }));
  if (spoken.digit === 0 && spoken.centre.length > 0) words.push(message(language, "cell.centre", { digits: write(spoken.centre) }));
  if (spoken.colors.length > 0) words.push(message(language, "cell.colors", { colors: spoken.colors.join(" ") }));
  if (spoken.edges.length > 0) words.push(message(language, "cell.edge", { cells: names(spoken.edges) }));
  if (spoken.conflict.length > 0) words.push(message(language, "cell.conflict", { cells: names(spoken.conflict) }));
  return [...words, ...(spoken.notes ?? [])].join(", ");
}

export function describeHouse(language: Language, house: House): string {
  return message(language, `house.${house.kind}`, { n: house.index + 1 });
}
