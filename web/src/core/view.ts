/** What a board shows of a cell. */

export interface CellView {
  /** 0 for empty. */
  readonly digit: number;
  readonly given: boolean;
  readonly corner: readonly number[];
  readonly centre: readonly number[];
  /** Numbered from 1. */
  readonly colors: readonly number[];
  /** The cells in conflict with this one. */
  readonly conflict: readonly number[];
  /** Candidates that are shown where the user has made no marks. */
  readonly shown?: readonly number[];
  /** Further classes of the cell, such as `last-move`. */
  readonly classes?: string;
  /** Further words for screen readers. */
  readonly notes?: readonly string[];
}

const sameList = <T>(a: readonly T[] = [], b: readonly T[] = []): boolean =>
  a === b || (a.length === b.length && a.every((item, i) => item === b[i]));

/** Whether two views of a cell look and sound the same. */
export function sameView(a: CellView, b: CellView): boolean {
  return (
    a.digit === b.digit &&
    a.given === b.given &&
    (a.classes ?? "") === (b.classes ?? "") &&
    sameList(a.corner, b.corner) &&
    sameList(a.centre, b.centre) &&
    sameList(a.colors, b.colors) &&
    sameList(a.conflict, b.conflict) &&
    sameList(a.shown, b.shown) &&
    sameList(a.notes, b.notes)
  );
}
