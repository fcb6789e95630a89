/** The eight colors of cells, each with a pattern of its own for those who cannot tell them apart. */

import { For, type JSX } from "solid-js";

const STROKES: readonly string[] = [
  "M0 12L12 0M-3 3L3 -3M9 15L15 9",
  "M0 0L12 12M-3 9L3 15M9 -3L15 3",
  "M0 6H12",
  "M6 0V12",
  "M0 6H12M6 0V12",
  "M6 4.5a1.5 1.5 0 1 0 .01 0",
  "M0 9L6 3L12 9",
  "M0 0L12 12M0 12L12 0",
];

export function Patterns(props: { id: string }): JSX.Element {
  return (
    <defs aria-hidden="true">
      <For each={STROKES}>
        {(stroke, i) => (
          <pattern id={`${props.id}-${i() + 1}`} class={`pattern color-${i() + 1}`} width="12" height="12" patternUnits="userSpaceOnUse">
            <rect width="12" height="12" />
            <path d={stroke} />
          </pattern>
        )}
      </For>
      <marker id={`${props.id}-arrow`} class="arrow-head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="6" markerHeight="6" orient="auto-start-reverse">
        <path d="M0 0.5L8 4L0 7.5z" />
      </marker>
    </defs>
  );
}
