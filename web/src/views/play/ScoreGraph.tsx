/** The difference of the scores, ply by ply: above the line the first player leads, below it the second. */

import { createMemo, type JSX } from "solid-js";
import type { Position } from "../../core/game";
import { t } from "../../shell/settings";
import { signedText } from "./names";

const [WIDTH, HEIGHT] = [300, 64];

export function ScoreGraph(props: { positions: readonly Position[]; shown: number; name: string; onShow: (ply: number) => void }): JSX.Element {
  const margins = createMemo(() => props.positions.map(({ scores }) => scores[0] - scores[1]));
  const most = createMemo(() => Math.max(1, ...margins().map(Math.abs)));
  const x = (ply: number): number => (ply / Math.max(1, margins().length - 1)) * WIDTH;
  const y = (margin: number): number => HEIGHT / 2 - (margin / most()) * (HEIGHT / 2 - 4);
  // Points are gained at once, so the line has steps.
  const path = createMemo(() => margins().map((margin, ply) => (ply === 0 ? `M0 ${y(margin)}` : `H${x(ply)}V${y(margin)}`)).join(""));
  const shown = (): number => margins()[props.shown] ?? 0;
  let svg!: SVGSVGElement;
  const pick = (event: PointerEvent): void => {
    const box = svg.getBoundingClientRect();
    const share = Math.min(1, Math.max(0, (event.clientX - box.left) / box.width));
    props.onShow(Math.round(share * (margins().length - 1)));
  };
  return (
    <figure class="graph">
      <figcaption class="small soft">
        {t("play.graph")}: {t("play.graph.now", { ply: props.shown, margin: signedText(shown()), name: props.name })}
      </figcaption>
      <svg ref={svg} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true" onPointerDown={pick}>
        <path class="graph-zero" d={`M0 ${HEIGHT / 2}H${WIDTH}`} />
        <path class="graph-line" d={path()} />
        <path class="graph-now" d={`M${x(props.shown)} 0V${HEIGHT}`} />
      </svg>
    </figure>
  );
}
