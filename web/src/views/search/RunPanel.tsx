/** The board of a run at the time of the player, or a heat map of what it keeps. */

import { createEffect, createMemo, createSignal, For, onCleanup, onMount, Show, type JSX } from "solid-js";
import { symbol } from "../../core/digits";
import { frameAt } from "../../core/playback";
import { cellName } from "../../core/shape";
import { gaugeAt } from "../../core/trace";
import { language, t, theme } from "../../shell/settings";
import { colorsOf, layoutOf, paintBoard, paintHeat, shades, type Colors } from "./paint";
import type { RunView } from "./store";
import { numberText } from "./words";

export function RunPanel(props: { run: RunView; index: number; nodes: number }): JSX.Element {
  const trace = (): RunView["trace"] => props.run.trace;
  const [heat, setHeat] = createSignal("");
  const [under, setUnder] = createSignal("");
  const [colors, setColors] = createSignal<Colors>();
  const [width, setWidth] = createSignal(0);
  let canvas!: HTMLCanvasElement;

  const maps = createMemo(() => [...trace().gauges].filter(([name, gauge]) => name !== "board" && layoutOf(trace().shape, gauge.values[0]?.length ?? 0) !== undefined).map(([name]) => name));
  const frame = createMemo(() => frameAt(trace(), props.nodes));
  const values = createMemo(() => {
    const gauge = trace().gauges.get(heat());
    return gauge && (gaugeAt(gauge, props.nodes) ?? gauge.values[0]);
  });
  const board = createMemo(() => new Uint8Array(trace().shape.side ** 2));

  const scalars = createMemo(() => [...trace().gauges].flatMap(([name, gauge]) => {
    const [value, ...more] = gaugeAt(gauge, props.nodes) ?? [];
    return value === undefined || more.length > 0 ? [] : [`${name} ${numberText(value)}`];
  }));
  const caption = createMemo(() => {
    const depth = trace().depth[frame()] ?? -1;
    const parts = [t("search.board", { name: props.run.label, missing: trace().cost[frame()] ?? 0 })];
    if (depth > 0) parts.push(t("search.board.depth", { depth }));
    return [...parts, ...scalars()];
  });

  onMount(() => {
    const resized = new ResizeObserver(() => setWidth(canvas.clientWidth));
    resized.observe(canvas);
    // The theme of the system may change while this is open.
    const dark = matchMedia("(prefers-color-scheme: dark)");
    const read = (): void => { setColors(colorsOf(canvas, props.index)); };
    dark.addEventListener("change", read);
    createEffect(() => { theme(); read(); });
    onCleanup(() => { resized.disconnect(); dark.removeEventListener("change", read); });
  });
  createEffect(() => {
    const palette = colors();
    width();
    if (!palette || trace().frames === 0) return;
    const shown = values();
    if (shown) paintHeat(canvas, trace().shape, shown, palette);
    else {
      trace().fill(frame(), board());
      paintBoard(canvas, trace(), board(), trace().changed(frame()), palette);
    }
  });

  /** Says the numbers behind the color under the pointer. */
  function point(event: PointerEvent): void {
    const shown = values();
    if (!shown) return;
    const { shape } = trace();
    const box = canvas.getBoundingClientRect();
    const at = (offset: number, length: number): number => Math.min(shape.side - 1, Math.max(0, Math.floor((offset / length) * shape.side)));
    const cell = at(event.clientY - box.top, box.height) * shape.side + at(event.clientX - box.left, box.width);
    const name = cellName(shape, cell, language());
    if (layoutOf(shape, shown.length) === "cells") setUnder(`${name}: ${numberText(shown[cell] ?? 0)}`);
    else {
      const shares = [...shades(shape, shown).subarray(cell * shape.side, (cell + 1) * shape.side)].map((share, i) => ({ share, digit: i + 1 }));
      const most = shares.filter(({ share }) => share >= 0.005).sort((a, b) => b.share - a.share).slice(0, 5);
      setUnder(`${name}: ${most.map(({ digit, share }) => `${symbol(digit, shape.side)} ${Math.round(share * 100)} %`).join(", ")}`);
    }
  }

  return (
    <article class={`run run-${props.index + 1}`} aria-labelledby={`run-${props.index}`}>
      <h2 id={`run-${props.index}`}><span class="swatch" aria-hidden="true" />{props.run.label}</h2>
      <Show when={trace().frames > 0} fallback={<p class="soft">{t("search.empty")}</p>}>
        <canvas ref={canvas} class="run-board" role="img" aria-label={caption().join(", ")} onPointerMove={point} onPointerLeave={() => setUnder("")} />
        <p class="small run-now" aria-hidden="true">{under() || caption().slice(1).join(" · ") || " "}</p>
        <Show when={maps().length > 0}>
          <div class="row" role="group">
            <button type="button" aria-pressed={heat() === ""} onClick={() => setHeat("")}>{t("search.show.board")}</button>
            <For each={maps()}>{(name) => <button type="button" aria-pressed={heat() === name} onClick={() => setHeat(name)}>{t("search.show.heat", { name })}</button>}</For>
          </div>
        </Show>
      </Show>
    </article>
  );
}
