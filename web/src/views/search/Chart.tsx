/** The cost of all runs by nodes. */

import { createEffect, createMemo, on, onCleanup, onMount, type JSX } from "solid-js";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { costCurve } from "../../core/playback";
import { t, theme } from "../../shell/settings";
import type { RunView } from "./store";
import { numberText, shortText } from "./words";

const HEIGHT = 220;
/** How the runs' lines differ besides their colors. */
const DASHES: readonly number[][] = [[], [8, 4], [2, 3], [10, 3, 2, 3]];

export function Chart(props: { runs: readonly RunView[]; length: number; nodes: number; onSeek: (nodes: number) => void }): JSX.Element {
  const curves = createMemo(() => props.runs.flatMap(({ trace }) => [costCurve(trace, "best"), costCurve(trace, "cost")]));
  let holder!: HTMLDivElement;
  let plot: uPlot | undefined;

  function make(): void {
    plot?.destroy();
    const style = getComputedStyle(holder);
    const read = (name: string): string => style.getPropertyValue(name).trim() || style.color;
    const [ink, rule] = [read("--soft"), read("--rule")];
    const axis = { stroke: ink, grid: { stroke: rule, width: 1 }, ticks: { stroke: rule, width: 1 } };
    const tens = [0, ...Array.from({ length: 13 }, (_, i) => 10 ** i)];
    const data = uPlot.join(curves().map(({ x, y }) => lastOfEach(x, y)));
    plot = new uPlot({
      width: Math.max(holder.clientWidth, 200),
      height: HEIGHT,
      legend: { show: false },
      cursor: { show: false },
      scales: {
        // Zero has a place, and every decade as much as the next.
        x: { time: false, distr: 100, fwd: Math.log1p, bwd: Math.expm1, range: () => [0, props.length] },
        y: { range: (_, __, high) => [0, Math.max(1, high)] },
      },
      axes: [
        { ...axis, splits: () => tens.filter((value) => value <= props.length), values: (_, values) => values.map(shortText) },
        { ...axis, size: 44, values: (_, values) => values.map((value) => numberText(value)) },
      ],
      series: [
        {},
        ...props.runs.flatMap((_, index): uPlot.Series[] => {
          const stroke = read(`--c${index + 1}`);
          const paths = uPlot.paths.stepped?.({ align: 1 });
          const common = { stroke, spanGaps: true, points: { show: false }, ...(paths ? { paths } : {}) };
          return [{ ...common, width: 2.5, dash: DASHES[index] ?? [] }, { ...common, width: 0.75 }];
        }),
      ],
      hooks: {
        draw: [(drawn) => {
          const x = Math.round(drawn.valToPos(Math.min(props.nodes, props.length), "x", true));
          drawn.ctx.fillStyle = read("--accent");
          drawn.ctx.fillRect(x - 1, drawn.bbox.top, 2, drawn.bbox.height);
        }],
      },
    }, data, holder);
  }

  const pick = (event: PointerEvent): void => {
    if (!plot || (event.type === "pointermove" && event.buttons === 0)) return;
    const box = plot.over.getBoundingClientRect();
    props.onSeek(Math.max(0, plot.posToVal(event.clientX - box.left, "x")));
  };

  onMount(() => {
    createEffect(on([curves, theme], make));
    createEffect(on(() => props.nodes, () => plot?.redraw(false, false), { defer: true }));
    const resized = new ResizeObserver(() => plot?.setSize({ width: Math.max(holder.clientWidth, 200), height: HEIGHT }));
    resized.observe(holder);
    const dark = matchMedia("(prefers-color-scheme: dark)");
    dark.addEventListener("change", make);
    onCleanup(() => { resized.disconnect(); dark.removeEventListener("change", make); plot?.destroy(); });
  });

  return (
    <figure class="card cost">
      <figcaption>
        <h2>{t("search.cost")}</h2>
        <p class="small soft">{t("search.cost.about")} {curves().some(({ thinned }) => thinned) ? t("search.cost.thinned") : ""}</p>
      </figcaption>
      {/* The table below says the same in words, and the slider moves through it. */}
      <div ref={holder} class="cost-plot" aria-hidden="true" onPointerDown={pick} onPointerMove={pick} />
    </figure>
  );
}

/** Keeps the last of the points with equal nodes: the plot takes one value for each. */
function lastOfEach(x: readonly number[], y: readonly number[]): [number[], number[]] {
  const kept = x.flatMap((nodes, i) => (x[i + 1] === nodes ? [] : [i]));
  return [kept.map((i) => x[i] ?? 0), kept.map((i) => y[i] ?? 0)];
}
