/**
 * A position as text for links and storage: base64url of bytes.
 *
 * Version 1: side, rows of a box, columns of a box; the givens; the edges; then the cells that have
 * something. Numbers are LEB128, so boards of any size fit, and empty cells cost a byte a run.
 */

import { COLORS, EMPTY, puzzleOf, start, type CellState, type Position, type Puzzle } from "./board";
import { adjacent, cellCount, shapeOfBox, type Edge, type Shape } from "./shape";

const VERSION = 1;
/** No link that the page writes is longer; longer ones are refused before they are read. */
export const MAX_LINK = 200_000;

class Writer {
  readonly bytes: number[] = [];
  number(value: number): void {
    let rest = value;
    while (rest > 127) {
      this.bytes.push((rest & 127) | 128);
      rest >>>= 7;
    }
    this.bytes.push(rest);
  }
  list(values: readonly number[]): void {
    this.number(values.length);
    for (const value of values) this.number(value);
  }
}

class Reader {
  private at = 0;
  constructor(private readonly bytes: Uint8Array) {}
  number(most: number): number {
    let value = 0;
    for (let shift = 0; shift < 28; shift += 7) {
      const byte = this.bytes[this.at];
      if (byte === undefined) throw new RangeError("the link ends early");
      this.at += 1;
      value |= (byte & 127) << shift;
      if (byte < 128) {
        if (value > most) throw new RangeError(`${value} is more than ${most}`);
        return value;
      }
    }
    throw new RangeError("a number is too long");
  }
  /** Reads ascending numbers from 1 to `most`. */
  list(most: number): number[] {
    const values = Array.from({ length: this.number(most) }, () => this.number(most));
    if (values.some((value, i) => value <= (values[i - 1] ?? 0))) throw new RangeError("a list is not ascending");
    return values;
  }
  get atEnd(): boolean {
    return this.at === this.bytes.length;
  }
  end(): void {
    if (!this.atEnd) throw new RangeError("the link goes on");
  }
}

/** Writes runs of equal numbers as zeros and the length of the run where they are empty. */
function writeDigits(writer: Writer, digits: readonly number[]): void {
  for (let i = 0; i < digits.length; ) {
    const digit = digits[i] ?? 0;
    writer.number(digit);
    let run = 1;
    while (digit === 0 && digits[i + run] === 0) run += 1;
    if (digit === 0) writer.number(run);
    i += run;
  }
}

function readDigits(reader: Reader, shape: Shape): number[] {
  const digits: number[] = [];
  const cells = cellCount(shape);
  while (digits.length < cells) {
    const digit = reader.number(shape.side);
    const run = digit === 0 ? reader.number(cells - digits.length) : 1;
    if (run === 0) throw new RangeError("an empty run");
    for (let i = 0; i < run; i += 1) digits.push(digit);
  }
  return digits;
}

/** Writes a position, or with `progress: false` the puzzle alone. */
export function encode(position: Position, progress = true): string {
  const { puzzle, cells } = position;
  const { shape } = puzzle;
  const writer = new Writer();
  for (const value of [VERSION, shape.boxRows, shape.boxColumns]) writer.number(value);
  writeDigits(writer, puzzle.givens);
  writer.number(puzzle.edges.length);
  for (const [a, b] of puzzle.edges) {
    writer.number(a);
    writer.number(b === a + 1 ? 0 : 1);
  }
  writer.number(puzzle.pencilmarks ? 1 : 0);
  for (const digits of puzzle.pencilmarks ?? []) writer.list(digits);
  if (progress) {
    writeDigits(writer, cells.map(({ digit }) => digit));
    const marked = cells.flatMap((state, cell) => (state.corner.length + state.centre.length + state.colors.length > 0 ? [cell] : []));
    writer.number(marked.length);
    for (const cell of marked) {
      const state = cells[cell] ?? EMPTY;
      writer.number(cell);
      for (const list of [state.corner, state.centre, state.colors]) writer.list(list);
    }
  }
  const binary = writer.bytes.map((byte) => String.fromCharCode(byte)).join("");
  return btoa(binary).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** Reads what `encode` wrote; undefined if it is anything else. */
export function decode(text: string): Position | undefined {
  if (text.length > MAX_LINK || !/^[\w-]+$/.test(text)) return undefined;
  try {
    const binary = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    return read(new Reader(bytes));
  } catch {
    return undefined;
  }
}

function read(reader: Reader): Position {
  if (reader.number(VERSION) !== VERSION) throw new RangeError("another version");
  const shape = shapeOfBox(reader.number(49), reader.number(49));
  if (!shape) throw new RangeError("no such board");
  const givens = readDigits(reader, shape);
  const edges: Edge[] = Array.from({ length: reader.number(2 * cellCount(shape)) }, () => {
    const a = reader.number(cellCount(shape) - 1);
    const b = a + (reader.number(1) === 0 ? 1 : shape.side);
    if (b >= cellCount(shape) || !adjacent(shape, a, b)) throw new RangeError("an edge leaves the board");
    return [a, b];
  });
  let puzzle: Puzzle = puzzleOf(shape, givens, edges);
  if (reader.number(1) === 1) puzzle = { ...puzzle, pencilmarks: givens.map(() => reader.list(shape.side)) };
  const empty = start(puzzle);
  if (reader.atEnd) return empty;
  const cells: CellState[] = readDigits(reader, shape).map((digit, cell) =>
    digit === 0 || givens[cell] !== 0 ? EMPTY : { ...EMPTY, digit },
  );
  const marked = reader.number(cellCount(shape));
  for (let i = 0; i < marked; i += 1) {
    const cell = reader.number(cellCount(shape) - 1);
    const state = { corner: reader.list(shape.side), centre: reader.list(shape.side), colors: reader.list(COLORS) };
    cells[cell] = { ...(cells[cell] ?? EMPTY), ...state };
  }
  reader.end();
  return { puzzle, cells };
}
