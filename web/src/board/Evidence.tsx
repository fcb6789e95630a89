/** What a hint draws: shaded houses below the digits; frames, rings, strokes and arrows above them. */

import { For, type JSX } from "solid-js";
import type { Arrow, CandidateMark, Evidence } from "../core/evidence";
import { fixedPlace } from "../core/marks";
import { columnOf, houseCells, rowOf, type House, type Shape } from "../core/shape";
import { UNIT } from "./unit";

interface Props {
  readonly shape: Shape;
  readonly evidence: Evidence;
}

function houseBox(shape: Shape, house: House) {
  const cells = houseCells(shape, house);
  const [first, last] = [cells[0] ?? 0, cells.at(-1) ?? 0];
  return {
    x: columnOf(shape, first) * UNIT,
    y: rowOf(shape, first) * UNIT,
    width: (columnOf(shape, last) - columnOf(shape, first) + 1) * UNIT,
    height: (rowOf(shape, last) - rowOf(shape, first) + 1) * UNIT,
  };
}

export function EvidenceBelow(props: Props): JSX.Element {
  return (
    <g class="evidence below" aria-hidden="true">
      <For each={props.evidence.houses}>{(house) => <rect class="house" {...houseBox(props.shape, house)} />}</For>
    </g>
  );
}

export function EvidenceAbove(props: Props & { id: string }): JSX.Element {
  const frame = (cell: number) => ({
    x: columnOf(props.shape, cell) * UNIT + 3,
    y: rowOf(props.shape, cell) * UNIT + 3,
    width: UNIT - 6,
    height: UNIT - 6,
    rx: 4,
  });
  return (
    <g class="evidence above" aria-hidden="true">
      <For each={props.evidence.houses}>{(house) => <rect class="house-frame" {...houseBox(props.shape, house)} />}</For>
      <For each={props.evidence.cells}>{(cell) => <rect class="frame" {...frame(cell)} />}</For>
      <For each={props.evidence.others}>{(cell) => <rect class="frame dashed" {...frame(cell)} />}</For>
      <For each={props.evidence.arrows}>
        {(arrow) => <path class={arrow.strong ? "arrow strong" : "arrow weak"} d={curve(props.shape, arrow)} marker-end={`url(#${props.id}-arrow)`} />}
      </For>
      <For each={props.evidence.marks}>{(mark) => <Mark shape={props.shape} mark={mark} />}</For>
    </g>
  );
}

function place(shape: Shape, { cell, digit }: { cell: number; digit: number }) {
  const at = fixedPlace(shape, digit);
  return { x: (columnOf(shape, cell) + at.x) * UNIT, y: (rowOf(shape, cell) + at.y) * UNIT, size: at.size * UNIT };
}

function Mark(props: { shape: Shape; mark: CandidateMark }): JSX.Element {
  const at = () => place(props.shape, props.mark);
  const radius = () => at().size * 0.6;
  return (
    <g class={`candidate ${props.mark.role}`}>
      <circle cx={at().x} cy={at().y} r={radius()} />
      {props.mark.role === "out" ? (
        <path d={`M${at().x - radius() * 0.8} ${at().y + radius() * 0.8}L${at().x + radius() * 0.8} ${at().y - radius() * 0.8}`} />
      ) : null}
    </g>
  );
}

/** Returns a bent path that ends before the disc of its target. */
function curve(shape: Shape, arrow: Arrow): string {
  const [a, b] = [place(shape, arrow.from), place(shape, arrow.to)];
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const length = Math.hypot(dx, dy) || 1;
  const gap = a.size * 0.68;
  const bend = Math.min(length * 0.14, UNIT * 0.5);
  const middle = { x: (a.x + b.x) / 2 - (dy / length) * bend, y: (a.y + b.y) / 2 + (dx / length) * bend };
  const toward = (from: { x: number; y: number }, to: { x: number; y: number }) => {
    const far = Math.hypot(to.x - from.x, to.y - from.y) || 1;
    return { x: from.x + ((to.x - from.x) / far) * gap, y: from.y + ((to.y - from.y) / far) * gap };
  };
  const [start, end] = [toward(a, middle), toward(b, middle)];
  const write = (value: number) => String(Math.round(value * 10) / 10);
  return `M${write(start.x)} ${write(start.y)}Q${write(middle.x)} ${write(middle.y)} ${write(end.x)} ${write(end.y)}`;
}
