/**
 * The board to play on: SVG, one tab stop, a grid for screen readers.
 *
 * It draws what it is given and reports selections and keys. It keeps no state of the game.
 */

import { createMemo, createUniqueId, For, Index, Show, type JSX } from "solid-js";
import { COLORS } from "../core/board";
import { describeCell } from "../core/describe";
import { MOST_SYMBOLS, symbol } from "../core/digits";
import { NO_EVIDENCE, type Evidence } from "../core/evidence";
import { centrePlaces, cornerPlaces, fixedPlaces, type Placed } from "../core/marks";
import { edgesByCell } from "../core/rules";
import { sameView, type CellView } from "../core/view";
import { between, include, only, toggle, type Selection } from "../core/selection";
import { cellAt, columnOf, rowOf, type Edge, type Shape } from "../core/shape";
import { language, t } from "../shell/settings";
import { EvidenceAbove, EvidenceBelow } from "./Evidence";
import { GridLines } from "./GridLines";
import { Patterns } from "./Patterns";
import { UNIT } from "./unit";

export type { CellView };

export interface BoardProps {
  readonly shape: Shape;
  readonly edges: readonly Edge[];
  readonly cell: (cell: number) => CellView;
  readonly selection: Selection;
  readonly onSelect?: (selection: Selection) => void;
  readonly onKey?: (event: KeyboardEvent) => void;
  readonly onDouble?: (cell: number) => void;
  readonly evidence?: Evidence | undefined;
  /** Whether rows and columns are numbered at the border. */
  readonly labels?: boolean;
  /** Whether only one cell can be selected. */
  readonly single?: boolean;
  readonly readonly?: boolean;
  readonly label?: string;
  readonly id?: string;
}

export function Board(props: BoardProps): JSX.Element {
  const id = props.id ?? "board";
  const patterns = createUniqueId();
  const size = createMemo(() => props.shape.side * UNIT);
  // On the screen the numbers at the border are of the same height on boards of every size.
  const axis = () => UNIT * 0.36 * Math.min(2, Math.max(0.5, props.shape.side / 9));
  const margin = () => (props.labels ? axis() : 3);
  const rows = createMemo(() => Array.from({ length: props.shape.side }, (_, row) => row));
  const cells = createMemo(() => Array.from({ length: props.shape.side ** 2 }, (_, cell) => cell));
  // A view is asked for once a change, not once for each of its fields, and only the cells whose view
  // is another one are drawn again: on a large board that is most of the time of a key press.
  const views = createMemo(() => cells().map((cell) => createMemo(() => props.cell(cell), undefined, { equals: sameView })));
  const beside = createMemo(() => edgesByCell(props.edges));
  const evidence = () => props.evidence ?? NO_EVIDENCE;
  let svg!: SVGSVGElement;
  let drag: { pointer: number; last: number } | undefined;

  function cellUnder(event: PointerEvent): number | undefined {
    const box = svg.getBoundingClientRect();
    const whole = size() + margin() + 3;
    const scale = whole / box.width;
    const x = (event.clientX - box.left) * scale - margin();
    const y = (event.clientY - box.top) * scale - margin();
    const { side } = props.shape;
    const [row, column] = [Math.floor(y / UNIT), Math.floor(x / UNIT)];
    if (row < 0 || column < 0 || row >= side || column >= side) return undefined;
    return cellAt(props.shape, row, column);
  }

  function down(event: PointerEvent): void {
    // A second finger does not select: it is a mistake or a gesture of the browser.
    if (drag || event.button !== 0) return;
    const cell = cellUnder(event);
    if (cell === undefined) return;
    const adds = !props.single && (event.ctrlKey || event.metaKey);
    const extends_ = !props.single && event.shiftKey;
    props.onSelect?.(adds ? toggle(props.selection, cell) : extends_ ? include(props.selection, cell) : only(cell));
    if (!props.single) {
      drag = { pointer: event.pointerId, last: cell };
      svg.setPointerCapture(event.pointerId);
    }
  }

  function moved(event: PointerEvent): void {
    if (drag?.pointer !== event.pointerId) return;
    const cell = cellUnder(event);
    if (cell === undefined || cell === drag.last) return;
    let selection = props.selection;
    for (const passed of between(props.shape, drag.last, cell)) selection = include(selection, passed);
    drag.last = cell;
    props.onSelect?.(selection);
  }

  const up = (event: PointerEvent) => {
    if (drag?.pointer === event.pointerId) drag = undefined;
  };

  return (
    <svg
      ref={svg}
      id={id}
      class="board"
      classList={{ readonly: props.readonly ?? false }}
      viewBox={`${-margin()} ${-margin()} ${size() + margin() + 3} ${size() + margin() + 3}`}
      role="grid"
      tabindex="0"
      aria-label={props.label ?? t("board.label", { side: props.shape.side })}
      aria-rowcount={props.shape.side}
      aria-colcount={props.shape.side}
      aria-multiselectable={props.single ? "false" : "true"}
      aria-readonly={props.readonly ? "true" : undefined}
      aria-activedescendant={`${id}-${props.selection.cursor}`}
      onPointerDown={down}
      onPointerMove={moved}
      onPointerUp={up}
      onPointerCancel={up}
      onDblClick={() => props.onDouble?.(props.selection.cursor)}
      onKeyDown={(event) => props.onKey?.(event)}
    >
      <Patterns id={patterns} />
      <rect class="paper" width={size()} height={size()} aria-hidden="true" />
      <EvidenceBelow shape={props.shape} evidence={evidence()} />
      <For each={rows()}>
        {(row) => (
          <g role="row" aria-rowindex={row + 1}>
            <For each={rows()}>
              {(column) => {
                const cell = cellAt(props.shape, row, column);
                const selected = createMemo(() => props.selection.cells.has(cell));
                return (
                  <CellShape
                    id={`${id}-${cell}`}
                    patterns={patterns}
                    shape={props.shape}
                    cell={cell}
                    view={views()[cell]!()}
                    edges={beside().get(cell) ?? []}
                    selected={selected()}
                  />
                );
              }}
            </For>
          </g>
        )}
      </For>
      {/* Marks are outside the cells, whose names have them: assistive technology reads them once. */}
      <g aria-hidden="true">
        <For each={cells()}>
          {(cell) => <Marks shape={props.shape} cell={cell} view={views()[cell]!()} drawn={evidence().candidates.get(cell)} />}
        </For>
      </g>
      <GridLines shape={props.shape} edges={props.edges} />
      <EvidenceAbove id={patterns} shape={props.shape} evidence={evidence()} />
      <rect
        class="cursor"
        aria-hidden="true"
        x={columnOf(props.shape, props.selection.cursor) * UNIT + 2}
        y={rowOf(props.shape, props.selection.cursor) * UNIT + 2}
        width={UNIT - 4}
        height={UNIT - 4}
        rx="3"
      />
      <Show when={props.labels}>
        <g class="axis" aria-hidden="true" font-size={`${axis() * 0.7}`}>
          <For each={rows()}>
            {(place) => (
              <>
                <text x={(place + 0.5) * UNIT} y={-axis() * 0.45}>{place + 1}</text>
                <text x={-axis() * 0.5} y={(place + 0.5) * UNIT}>{place + 1}</text>
              </>
            )}
          </For>
        </g>
      </Show>
    </svg>
  );
}

interface CellProps {
  readonly id: string;
  readonly patterns: string;
  readonly shape: Shape;
  readonly cell: number;
  readonly view: CellView;
  readonly edges: readonly number[];
  readonly selected: boolean;
}

function CellShape(props: CellProps): JSX.Element {
  const x = createMemo(() => columnOf(props.shape, props.cell) * UNIT);
  const y = createMemo(() => rowOf(props.shape, props.cell) * UNIT);
  const label = createMemo(() =>
    describeCell(language(), props.shape, props.cell, {
      ...props.view,
      centre: props.view.centre.length > 0 ? props.view.centre : (props.view.shown ?? []),
      edges: props.edges,
    }),
  );
  return (
    <g
      role="gridcell"
      id={props.id}
      aria-colindex={columnOf(props.shape, props.cell) + 1}
      aria-label={label()}
      aria-selected={props.selected}
      aria-readonly={props.view.given ? "true" : undefined}
      aria-invalid={props.view.conflict.length > 0 ? "true" : undefined}
      class={`cell ${props.view.classes ?? ""}`}
      classList={{ given: props.view.given, selected: props.selected, conflict: props.view.conflict.length > 0 }}
      transform={`translate(${x()} ${y()})`}
    >
      <rect class="hit" width={UNIT} height={UNIT} />
      <Index each={props.view.colors}>
        {(color, i) => {
          const width = () => UNIT / props.view.colors.length;
          return (
            <rect class="tint" x={i * width()} width={width()} height={UNIT} fill={`url(#${props.patterns}-${((color() - 1) % COLORS) + 1})`} />
          );
        }}
      </Index>
      <rect class="shade" width={UNIT} height={UNIT} />
      <Show when={props.view.digit !== 0}>
        <text class="digit" x={UNIT / 2} y={UNIT * 0.53} font-size={`${UNIT * (props.shape.side > 35 ? 0.44 : 0.64)}`}>
          {symbol(props.view.digit, props.shape.side)}
        </text>
      </Show>
      <Show when={props.view.conflict.length > 0}>
        <path class="clash" d={`M${UNIT * 0.22} ${UNIT * 0.9}q${UNIT * 0.07} ${-UNIT * 0.1} ${UNIT * 0.14} 0t${UNIT * 0.14} 0t${UNIT * 0.14} 0t${UNIT * 0.14} 0`} />
      </Show>
    </g>
  );
}

/**
 * The marks of an empty cell: fixed places for those of one kind in the middle, a line if there are
 * corner marks too. Candidates of a hint take their place.
 */
function Marks(props: { shape: Shape; cell: number; view: CellView; drawn: readonly number[] | undefined }): JSX.Element {
  const centre = createMemo(() => {
    const { view, shape } = props;
    return view.corner.length === 0 ? fixedPlaces(shape, view.centre) : centrePlaces(view.centre);
  });
  const shown = createMemo(() => {
    const { view, shape, drawn } = props;
    if (drawn) return fixedPlaces(shape, drawn);
    return view.corner.length + view.centre.length === 0 ? fixedPlaces(shape, view.shown ?? []) : [];
  });
  return (
    <Show when={props.view.digit === 0}>
      <g transform={`translate(${columnOf(props.shape, props.cell) * UNIT} ${rowOf(props.shape, props.cell) * UNIT})`}>
        <Show when={!props.drawn}>
          <MarkTexts shape={props.shape} places={cornerPlaces(props.shape, props.view.corner)} kind="corner" />
          <MarkTexts shape={props.shape} places={centre()} kind="centre" />
        </Show>
        <MarkTexts shape={props.shape} places={shown()} kind="shown" />
      </g>
    </Show>
  );
}

/**
 * Marks of one kind. Those of one character each are a single text whose characters have places of
 * their own: a board of 25 with all its candidates has 625 texts then and not 15 625, which is what
 * drawing it takes time for.
 */
function MarkTexts(props: { shape: Shape; places: readonly Placed[]; kind: string }): JSX.Element {
  const lines = createMemo((): readonly (readonly Placed[])[] => {
    if (props.places.length === 0) return [];
    return props.shape.side > MOST_SYMBOLS ? props.places.map((place) => [place]) : [props.places];
  });
  const list = (places: readonly Placed[], of: (place: Placed) => number) => places.map((place) => Math.round(of(place) * UNIT * 100) / 100).join(" ");
  return (
    <Index each={lines()}>
      {(places) => (
        <text class={`mark ${props.kind}`} x={list(places(), ({ x }) => x)} y={list(places(), ({ y }) => y)} font-size={`${(places()[0]?.size ?? 0) * UNIT}`}>
          {places().map(({ digit }) => symbol(digit, props.shape.side)).join("")}
        </text>
      )}
    </Index>
  );
}
