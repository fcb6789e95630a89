/** Plays several traces on one axis. */

import { createEffect, createMemo, createSignal, on, onCleanup, type Accessor } from "solid-js";
import { lengthOf, nextNodes, nodesAt, placeOf, previousNodes } from "../../core/playback";
import type { Trace } from "../../core/trace";

/** How long a run is played at speed 1, in milliseconds. */
const DURATION = 20_000;
export const SPEEDS = [0.25, 0.5, 1, 2, 4, 8] as const;

export interface Player {
  readonly nodes: Accessor<number>;
  readonly length: Accessor<number>;
  /** From 0 to 1. */
  readonly place: Accessor<number>;
  readonly playing: Accessor<boolean>;
  readonly speed: Accessor<number>;
  setSpeed(speed: number): void;
  seek(place: number): void;
  toggle(): void;
  /** Goes that many changes of any board on, or back. */
  step(changes: number): void;
  toStart(): void;
  toEnd(): void;
}

export function createPlayer(traces: Accessor<readonly Trace[]>): Player {
  const [place, setPlace] = createSignal(0);
  const [playing, setPlaying] = createSignal(false);
  const [speed, setSpeed] = createSignal<number>(1);
  const length = createMemo(() => lengthOf(traces()));
  const nodes = createMemo(() => nodesAt(place(), length()));
  let last = 0;
  let frame = 0;

  function tick(now: number): void {
    // A tab that was hidden continues where it was.
    const passed = Math.min(now - last, 100);
    last = now;
    const next = place() + (passed / DURATION) * speed();
    setPlace(Math.min(1, next));
    if (next < 1) frame = requestAnimationFrame(tick);
    else setPlaying(false);
  }

  function play(): void {
    if (place() >= 1) setPlace(0);
    setPlaying(true);
    last = performance.now();
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(tick);
  }

  function pause(): void {
    setPlaying(false);
    cancelAnimationFrame(frame);
  }

  function seek(to: number): void {
    pause();
    setPlace(Math.min(1, Math.max(0, to)));
  }

  // New runs play at once, unless the user wants no motion: then their end is shown.
  createEffect(on(traces, (now) => {
    pause();
    if (now.length === 0) return;
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) setPlace(1);
    else {
      setPlace(0);
      play();
    }
  }));
  onCleanup(pause);

  return {
    nodes, length, place, playing, speed, setSpeed, seek,
    toggle: () => (playing() ? pause() : play()),
    step(changes) {
      pause();
      let at = nodes();
      for (let i = 0; i < Math.abs(changes); i += 1) {
        const next = changes > 0 ? nextNodes(traces(), at) : previousNodes(traces(), at);
        if (next === undefined) break;
        at = next;
      }
      setPlace(placeOf(at, length()));
    },
    toStart: () => seek(0),
    toEnd: () => seek(1),
  };
}
