/** Draws boards and heat maps on a canvas: every cell may change in every frame, too much for SVG. */

import { symbol } from "../../core/digits";
import { boxOf, cellCount, columnOf, rowOf, type Shape } from "../../core/shape";
import type { Trace } from "../../core/trace";

export interface Colors {
  readonly card: string;
  readonly ink: string;
  readonly rule: string;
  readonly line: string;
  readonly entry: string;
  readonly tint: string;
  readonly bad: string;
  readonly own: string;
}

/** Reads the colors of the theme where the canvas is. */
export function colorsOf(element: Element, index: number): Colors {
  const style = getComputedStyle(element);
  const read = (name: string): string => style.getPropertyValue(name).trim() || style.color;
  return {
    card: read("--card"), ink: read("--ink"), rule: read("--rule"), line: read("--line"), entry: read("--accent"),
    tint: read("--tint"), bad: read("--bad"), own: read(`--c${index + 1}`),
  };
}

/** Fits the pixels of a canvas to its size on the page. Returns the length of its side, 0 if it is hidden. */
export function fit(canvas: HTMLCanvasElement): number {
  const ratio = Math.min(window.devicePixelRatio || 1, 2);
  const size = Math.round(canvas.clientWidth * ratio);
  if (size > 0 && canvas.width !== size) [canvas.width, canvas.height] = [size, size];
  return size;
}

function lines(context: CanvasRenderingContext2D, shape: Shape, size: number, colors: Colors): void {
  const { side, boxRows, boxColumns } = shape;
  const step = size / side;
  for (const thick of [false, true]) {
    context.beginPath();
    for (let i = 0; i <= side; i += 1) {
      const at = Math.min(size - 1, Math.max(1, Math.round(i * step)));
      if ((i % boxColumns === 0) === thick) context.rect(at - (thick ? 1 : 0.5), 0, thick ? 2 : 1, size);
      if ((i % boxRows === 0) === thick) context.rect(0, at - (thick ? 1 : 0.5), size, thick ? 2 : 1);
    }
    context.fillStyle = thick ? colors.ink : colors.rule;
    context.fill();
  }
}

/** Draws a board. The cells that the last event changed are tinted, and repeated digits marked. */
export function paintBoard(canvas: HTMLCanvasElement, trace: Trace, board: Uint8Array, changed: Uint16Array, colors: Colors): void {
  const size = fit(canvas);
  const context = canvas.getContext("2d");
  if (size === 0 || !context) return;
  const { shape } = trace;
  const { side } = shape;
  const step = size / side;
  context.fillStyle = colors.card;
  context.fillRect(0, 0, size, size);
  context.fillStyle = colors.tint;
  for (const cell of changed) context.fillRect(columnOf(shape, cell) * step, rowOf(shape, cell) * step, step, step);
  lines(context, shape, size, colors);

  const cells = cellCount(shape);
  const width = side + 1;
  const counts = new Uint8Array(3 * side * width);
  const each = (cell: number, digit: number, use: (index: number) => void): void => {
    use(rowOf(shape, cell) * width + digit);
    use((side + columnOf(shape, cell)) * width + digit);
    use((2 * side + boxOf(shape, cell)) * width + digit);
  };
  for (let cell = 0; cell < cells; cell += 1) {
    const digit = board[cell] ?? 0;
    if (digit > 0) each(cell, digit, (index) => { counts[index] = (counts[index] ?? 0) + 1; });
  }
  context.textAlign = "center";
  context.textBaseline = "middle";
  const font = `${Math.round(step * (side > 35 ? 0.5 : 0.62))}px system-ui, sans-serif`;
  for (const given of [true, false]) {
    context.font = given ? `600 ${font}` : font;
    for (let cell = 0; cell < cells; cell += 1) {
      const digit = board[cell] ?? 0;
      if (digit === 0 || (trace.givens[cell] === digit) !== given) continue;
      let repeated = false;
      each(cell, digit, (index) => { repeated ||= (counts[index] ?? 0) > 1; });
      const [x, y] = [(columnOf(shape, cell) + 0.5) * step, (rowOf(shape, cell) + 0.53) * step];
      context.fillStyle = repeated && !given ? colors.bad : given ? colors.ink : colors.entry;
      context.fillText(symbol(digit, side), x, y);
      // Not by color alone.
      if (repeated && !given) context.fillRect(x - step * 0.22, y + step * 0.33, step * 0.44, Math.max(1, step * 0.05));
    }
  }
}

/** How the values of a gauge lie on the board; undefined if they do not. */
export function layoutOf(shape: Shape, values: number): "cells" | "candidates" | undefined {
  if (values === cellCount(shape)) return "cells";
  return values === cellCount(shape) * shape.side ? "candidates" : undefined;
}

/** Returns how dark each value is drawn, from 0 to 1: its share of the cell, or its place in the range of all cells. */
export function shades(shape: Shape, values: Float64Array): Float64Array {
  const result = new Float64Array(values.length);
  if (layoutOf(shape, values.length) === "cells") {
    let [low, high] = [Infinity, -Infinity];
    for (const value of values) [low, high] = [Math.min(low, value), Math.max(high, value)];
    for (const [i, value] of values.entries()) result[i] = high > low ? (value - low) / (high - low) : 0;
    return result;
  }
  for (let from = 0; from < values.length; from += shape.side) {
    let sum = 0;
    for (let i = from; i < from + shape.side; i += 1) sum += Math.max(0, values[i] ?? 0);
    for (let i = from; i < from + shape.side; i += 1) result[i] = sum > 0 ? Math.max(0, values[i] ?? 0) / sum : 0;
  }
  return result;
}

/** Draws the values of a gauge: a square for each cell, or in each cell a square for each digit. */
export function paintHeat(canvas: HTMLCanvasElement, shape: Shape, values: Float64Array, colors: Colors): void {
  const size = fit(canvas);
  const context = canvas.getContext("2d");
  if (size === 0 || !context) return;
  const step = size / shape.side;
  const inner = layoutOf(shape, values.length) === "candidates" ? shape.side : 1;
  const [down, across] = inner === 1 ? [1, 1] : [shape.boxRows, shape.boxColumns];
  context.fillStyle = colors.card;
  context.fillRect(0, 0, size, size);
  context.fillStyle = colors.entry;
  for (const [i, shade] of shades(shape, values).entries()) {
    if (shade <= 0) continue;
    const [cell, digit] = [Math.floor(i / inner), i % inner];
    // Small shares stay visible.
    context.globalAlpha = 0.08 + 0.92 * Math.pow(shade, 0.7);
    const [x, y] = [columnOf(shape, cell) + (digit % across) / across, rowOf(shape, cell) + Math.floor(digit / across) / down];
    context.fillRect(x * step, y * step, step / across, step / down);
  }
  context.globalAlpha = 1;
  lines(context, shape, size, colors);
}
