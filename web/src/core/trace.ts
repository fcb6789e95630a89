/**
 * Traces of searches, as `quadrille solve --trace` writes them (docs/reference/formats.md), for random access.
 *
 * A frame is an event with a board. Boards are kept as what changed, and whole every 128 frames, so
 * that any frame is found quickly and a long trace takes little more memory than its text.
 */

import { readLine } from "./digits";
import { boxOf, cellCount, columnOf, rowOf, shapeOfBox, type Shape } from "./shape";

/** Values that an algorithm showed, each with the nodes at that time. */
export interface Gauge {
  readonly nodes: number[];
  readonly values: Float64Array[];
}

export interface Trace {
  readonly shape: Shape;
  /** The puzzle as it is written. */
  readonly puzzle: string;
  /** Row-major, 0 for empty; all 0 if the puzzle has candidates instead of givens. */
  readonly givens: readonly number[];
  readonly algorithm: string;
  /** A 64-bit number, as text. */
  readonly seed: string;
  /** The counter by which frames are ordered. */
  readonly node: string;
  /** What was counted in all. */
  readonly totals: ReadonlyMap<string, number>;
  readonly frames: number;
  /** By frame: how many nodes were counted, never falling. */
  readonly nodes: Float64Array;
  /** By frame: digits missing from the rows, columns and boxes of its board. */
  readonly cost: Int32Array;
  /** By frame: the least cost so far. */
  readonly best: Int32Array;
  /** By frame: the depth in the tree that was said last; -1 before one was. */
  readonly depth: Int32Array;
  readonly gauges: ReadonlyMap<string, Gauge>;
  /** Why the run ended; undefined if the trace was cut off. */
  readonly stop: string | undefined;
  /** Writes the board of a frame into `board`. */
  fill(frame: number, board: Uint8Array): void;
  /** Returns the cells that a frame changed. */
  changed(frame: number): Uint16Array;
}

/** Text that is no trace. */
export class TraceError extends Error {
  constructor(
    readonly line: number,
    message: string,
  ) {
    super(message);
    this.name = "TraceError";
  }
}

const KEYFRAME = 128;
/** Longer files are refused: they would take more memory than a tab should. */
export const MAX_TRACE = 64 * 1024 * 1024;

/** A typed array that grows. */
class Numbers<T extends Float64Array | Int32Array | Uint16Array | Uint8Array> {
  length = 0;
  constructor(
    private data: T,
    private readonly make: (length: number) => T,
  ) {}
  push(value: number): void {
    if (this.length === this.data.length) {
      const longer = this.make(this.length * 2);
      longer.set(this.data);
      this.data = longer;
    }
    this.data[this.length] = value;
    this.length += 1;
  }
  done(): T {
    return this.data.slice(0, this.length) as T;
  }
}

const floats = (): Numbers<Float64Array> => new Numbers(new Float64Array(256), (n) => new Float64Array(n));
const integers = (): Numbers<Int32Array> => new Numbers(new Int32Array(256), (n) => new Int32Array(n));
const shorts = (): Numbers<Uint16Array> => new Numbers(new Uint16Array(256), (n) => new Uint16Array(n));
const bytes = (): Numbers<Uint8Array> => new Numbers(new Uint8Array(256), (n) => new Uint8Array(n));

/** Counts missing digits while cells change. */
class Cost {
  private readonly counts: Uint16Array;
  private readonly houses: Int32Array;
  value: number;
  constructor(private readonly shape: Shape) {
    const { side } = shape;
    this.counts = new Uint16Array(3 * side * (side + 1));
    this.houses = new Int32Array(3 * cellCount(shape));
    for (let cell = 0; cell < cellCount(shape); cell += 1) {
      this.houses[3 * cell] = rowOf(shape, cell);
      this.houses[3 * cell + 1] = side + columnOf(shape, cell);
      this.houses[3 * cell + 2] = 2 * side + boxOf(shape, cell);
    }
    this.value = 3 * side * side;
  }
  set(cell: number, before: number, after: number): void {
    const width = this.shape.side + 1;
    for (let i = 3 * cell; i < 3 * cell + 3; i += 1) {
      const base = (this.houses[i] ?? 0) * width;
      if (before > 0 && (this.counts[base + before] = (this.counts[base + before] ?? 1) - 1) === 0) this.value += 1;
      if (after > 0 && (this.counts[base + after] = (this.counts[base + after] ?? 0) + 1) === 1) this.value -= 1;
    }
  }
}

/** The lines of a text, one after the other. */
class Lines {
  number = 0;
  private at = 0;
  constructor(private readonly text: string) {}
  next(): string | undefined {
    if (this.at >= this.text.length) return undefined;
    let end = this.text.indexOf("\n", this.at);
    if (end < 0) end = this.text.length;
    const line = this.text.slice(this.at, end);
    this.at = end + 1;
    this.number += 1;
    return line.endsWith("\r") ? line.slice(0, -1) : line;
  }
  head(key: string): string {
    const line = this.next() ?? "";
    if (!line.startsWith(`${key} `)) throw new TraceError(this.number, `expected \`${key} …\``);
    return line.slice(key.length + 1);
  }
}

/**
 * Reads the traces of a text, at most `most` of them. `node` is the counter by which frames are
 * ordered; without it, or if the trace does not have it, it is the one that counted most.
 *
 * Throws a `TraceError` if a line is not what the format requires. A trace that was cut off is read
 * up to where it was cut off.
 */
export function readTraces(text: string, most = 4, node?: string): Trace[] {
  const lines = new Lines(text.startsWith("\ufeff") ? text.slice(1) : text);
  const traces: Trace[] = [];
  let first = lines.next();
  while (first === "") first = lines.next();
  while (first !== undefined && traces.length < most) {
    if (!/^quadrille-trace [12]$/.test(first)) throw new TraceError(lines.number, "expected `quadrille-trace 1` or `2`");
    traces.push(readTrace(lines, node));
    first = lines.next();
  }
  if (traces.length === 0) throw new TraceError(1, "expected `quadrille-trace 2`");
  return traces;
}

function readShape(lines: Lines, text: string): Shape {
  const [, rows, columns] = /^(\d+)x(\d+)$/.exec(text) ?? [];
  const shape = shapeOfBox(Number(rows), Number(columns));
  if (!shape) throw new TraceError(lines.number, `\`${text}\` is no box shape that can be shown`);
  return shape;
}

function readTrace(lines: Lines, wanted: string | undefined): Trace {
  const [box = "", ...rest] = lines.head("puzzle").split(" ");
  const shape = readShape(lines, box);
  const puzzle = rest.join(" ");
  const cells = cellCount(shape);
  const givens = readLine(puzzle.replace(/ edges=.*$/, ""), shape.side) ?? new Array<number>(cells).fill(0);
  const algorithm = lines.head("method");
  const seed = lines.head("seed");
  if (!/^\d{1,20}$/.test(seed)) throw new TraceError(lines.number, "the seed is no number");
  const counters = lines.head("counters").split(" ");

  // By frame, what each counter had: which one matters is known at the end.
  const totals = new Float64Array(counters.length);
  const counted = floats();
  const [cost, best, depth] = [integers(), integers(), integers()];
  const [starts, changes, values, keys] = [integers(), shorts(), bytes(), bytes()];
  const gauges = new Map<string, { at: Float64Array[]; values: Float64Array[] }>();
  let [frames, least, level] = [0, 3 * cells, -1];
  let stop: string | undefined;
  let board: Uint8Array | undefined;
  const missing = new Cost(shape);

  const number = (text: string | undefined, most: number): number => {
    const value = Number(text);
    if (text === undefined || text === "" || !Number.isInteger(value) || value < 0 || value > most) {
      throw new TraceError(lines.number, `\`${(text ?? "").slice(0, 20)}\` is not a number from 0 to ${most}`);
    }
    return value;
  };
  const put = (cell: number, digit: number): void => {
    if (board === undefined) return;
    const before = board[cell] ?? 0;
    if (before === digit) return;
    missing.set(cell, before, digit);
    board[cell] = digit;
    changes.push(cell);
    values.push(digit);
  };
  const readBoard = (fields: readonly string[], from: number): void => {
    if (fields[from] === "=") {
      if (fields.length - from - 1 !== cells) throw new TraceError(lines.number, `expected ${cells} digits`);
      board ??= new Uint8Array(cells);
      for (let cell = 0; cell < cells; cell += 1) put(cell, number(fields[from + 1 + cell], shape.side));
      return;
    }
    if (board === undefined) throw new TraceError(lines.number, "the first board is written whole, behind `=`");
    for (let i = from; i < fields.length; i += 1) {
      const field = fields[i] ?? "";
      const equals = field.indexOf("=");
      put(number(field.slice(0, Math.max(equals, 0)), cells - 1), number(field.slice(equals + 1), shape.side));
    }
  };
  const frame = (start: number): void => {
    starts.push(start);
    if (frames % KEYFRAME === 0) for (const digit of board ?? []) keys.push(digit);
    for (const total of totals) counted.push(total);
    cost.push(missing.value);
    best.push(least);
    depth.push(level);
    frames += 1;
  };

  let line = lines.next();
  for (; line !== undefined; line = lines.next()) {
    const colon = line.indexOf(" :");
    if (colon < 0) throw new TraceError(lines.number, "expected `EVENT COUNTS : VALUES`");
    const head = line.slice(0, colon).split(" ");
    for (let i = 1; i < head.length; i += 1) {
      const rise = head[i] ?? "";
      const plus = rise.indexOf("+");
      const counter = number(rise.slice(0, Math.max(plus, 0)), counters.length - 1);
      totals[counter] = (totals[counter] ?? 0) + number(rise.slice(plus + 1), Number.MAX_SAFE_INTEGER);
    }
    const tail = colon + 3 <= line.length ? line.slice(colon + 3).split(" ") : [];
    const start = changes.length;
    switch (head[0]) {
      case "started":
      case "restarted":
        break;
      case "improved":
        least = number(tail[0], 3 * cells);
        readBoard(tail, 1);
        frame(start);
        break;
      case "at":
        level = number(tail[0], 0xffff_ffff);
        readBoard(tail, 1);
        frame(start);
        break;
      case "claimed":
        readBoard(tail, 0);
        frame(start);
        break;
      case "gauge": {
        const name = tail[0] ?? "";
        const gauge = gauges.get(name) ?? { at: [], values: [] };
        gauge.at.push(totals.slice());
        gauge.values.push(Float64Array.from(tail.slice(1), Number));
        gauges.set(name, gauge);
        break;
      }
      case "stopped":
        stop = tail[0] ?? "";
        break;
      default:
        throw new TraceError(lines.number, `unknown event \`${(head[0] ?? "").slice(0, 20)}\``);
    }
    if (stop !== undefined) break;
  }

  let chosen = counters.indexOf(wanted ?? "");
  if (chosen < 0) chosen = totals.indexOf(Math.max(...totals));
  const width = counters.length;
  const all = counted.done();
  const nodes = Float64Array.from({ length: frames }, (_, i) => all[i * width + chosen] ?? 0);
  const [offsets, cellsOf, digitsOf, whole] = [starts.done(), changes.done(), values.done(), keys.done()];
  const end = (frame: number): number => (frame + 1 < frames ? (offsets[frame + 1] ?? 0) : cellsOf.length);
  return {
    shape,
    puzzle,
    givens,
    algorithm,
    seed,
    node: counters[chosen] ?? "",
    totals: new Map(counters.map((name, i) => [name, totals[i] ?? 0])),
    frames,
    nodes,
    cost: cost.done(),
    best: best.done(),
    depth: depth.done(),
    gauges: new Map([...gauges].map(([name, gauge]) => [name, { nodes: gauge.at.map((at) => at[chosen] ?? 0), values: gauge.values }])),
    stop,
    fill(frame, target) {
      const key = Math.floor(frame / KEYFRAME);
      target.set(whole.subarray(key * cells, (key + 1) * cells));
      for (let i = offsets[key * KEYFRAME + 1] ?? cellsOf.length, stop = end(frame); i < stop; i += 1) target[cellsOf[i] ?? 0] = digitsOf[i] ?? 0;
    },
    changed: (frame) => cellsOf.subarray(offsets[frame] ?? 0, end(frame)),
  };
}

/** Returns the last index whose value is at most `value`; -1 if there is none. `values` never fall. */
export function lastAtMost(values: ArrayLike<number>, value: number): number {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[middle] ?? 0) <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Returns the last values of a gauge at that many nodes. */
export function gaugeAt(gauge: Gauge, nodes: number): Float64Array | undefined {
  return gauge.values[lastAtMost(gauge.nodes, nodes)];
}
