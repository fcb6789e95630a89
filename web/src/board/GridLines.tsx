/** The lines between cells and boxes, and a bead on the border between consecutive cells. */

import { createMemo, For, type JSX } from "solid-js";
import { columnOf, rowOf, type Edge, type Shape } from "../core/shape";
import { UNIT } from "./unit";

export function GridLines(props: { shape: Shape; edges: readonly Edge[] }): JSX.Element {
  const lines = createMemo(() => {
    const { side, boxRows, boxColumns } = props.shape;
    const end = side * UNIT;
    let thin = "";
    let thick = "";
    for (let i = 0; i <= side; i += 1) {
      const place = i * UNIT;
      const down = `M${place} 0V${end}`;
      const across = `M0 ${place}H${end}`;
      if (i % boxColumns === 0) thick += down;
      else thin += down;
      if (i % boxRows === 0) thick += across;
      else thin += across;
    }
    return { thin, thick };
  });
  return (
    <g class="lines" aria-hidden="true">
      <path class="thin" d={lines().thin} />
      <path class="thick" d={lines().thick} />
      <For each={props.edges}>
        {([a, b]) => {
          const x = () => (columnOf(props.shape, a) + columnOf(props.shape, b) + 1) * (UNIT / 2);
          const y = () => (rowOf(props.shape, a) + rowOf(props.shape, b) + 1) * (UNIT / 2);
          return <circle class="bead" cx={x()} cy={y()} r={UNIT * 0.1} />;
        }}
      </For>
    </g>
  );
}
