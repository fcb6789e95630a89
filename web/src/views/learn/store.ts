/** The state of Learn: the position with its history, the selection, the mode, the clock and options. */

import { batch, createEffect, createMemo, createSignal, on, onCleanup, untrack } from "solid-js";
import { digits, isFull, start, type Mode, type Position } from "../../core/board";
import { decode, encode } from "../../core/link";
import { History } from "../../core/history";
import { isRecord, readOptions, type Options } from "../../core/options";
import { find, isShelf, keep, type Shelf } from "../../core/progress";
import { conflictsByCell } from "../../core/rules";
import { firstPuzzle } from "../../core/samples";
import { only, type Selection } from "../../core/selection";
import { writeRoute } from "../../core/route";
import { load, save } from "../../core/store";
import { replaceAddress, route } from "../../shell/router";

export type Panel = "new" | "open" | "export" | "share" | "settings" | "keys";

export type Learn = ReturnType<typeof createLearn>;

export function createLearn() {
  const [shelf, setShelf] = createSignal<Shelf>(load("learn", isShelf) ?? []);
  const [options, setOptions] = createSignal<Options>(readOptions(load("options", isRecord)));
  const [history, setHistory] = createSignal(History.of(start(firstPuzzle())));
  const [selection, setSelection] = createSignal<Selection>(only(0));
  const [mode, setMode] = createSignal<Mode>("digit");
  const [seconds, setSeconds] = createSignal(0);
  const [panel, setPanel] = createSignal<Panel>();
  const [wrong, setWrong] = createSignal<ReadonlySet<number>>(new Set());
  /** What the last command could not do, until something else changes. */
  const [notice, setNotice] = createSignal("");
  const position = createMemo(() => history().present);
  const puzzle = createMemo(() => position().puzzle);
  const clashes = createMemo(() => conflictsByCell(position()));
  const solved = createMemo(() => isFull(position()) && clashes().size === 0);

  let waiting: ReturnType<typeof setTimeout> | undefined;
  // The puzzle in the address, so that our own change of it is not taken for a link.
  let address: string | undefined;

  /** Opens a position as a new one, without history, and with what was kept of the same puzzle. */
  function open(next: Position, resume = true): void {
    keepNow();
    const untouched = encode(next) === encode(start(next.puzzle));
    const kept = resume && untouched ? find(shelf(), next) : undefined;
    const restored = kept && decode(kept.state);
    let opened = History.of(restored ?? next);
    for (const text of kept?.checkpoints ?? []) {
      const checkpoint = decode(text);
      if (checkpoint) opened = opened.withCheckpoint(checkpoint);
    }
    batch(() => {
      setHistory(opened);
      setSelection(only(Math.min(firstOpen(opened.present), opened.present.cells.length - 1)));
      setSeconds(kept?.seconds ?? 0);
      setWrong(new Set<number>());
    });
    const text = encode(next, false);
    address = text;
    replaceAddress(writeRoute("learn", [], [["s", text]]));
  }

  function update(next: Position): void {
    if (next === position()) return;
    batch(() => {
      setHistory(history().push(next));
      setWrong(new Set<number>());
    });
  }

  // A link wins over what was kept last; without either, the first puzzle is shown.
  createEffect(() => {
    const { view, query } = route();
    if (view !== "" && view !== "learn") return;
    const text = query.get("s");
    if (text !== undefined && text === address) return;
    untrack(() => {
      const linked = text === undefined ? undefined : decode(text);
      const last = decode(shelf()[0]?.state ?? "");
      if (linked) open(linked);
      else if (address === undefined && last) open(start(last.puzzle));
      else if (address === undefined) open(start(firstPuzzle()));
    });
  });

  createEffect(on([selection, position], () => setNotice(""), { defer: true }));

  // Edges that are drawn, and undone, change the puzzle: a reload must find this one.
  createEffect(on(puzzle, (shown) => {
    const text = encode(start(shown), false);
    if (address === undefined || text === address) return;
    address = text;
    replaceAddress(writeRoute("learn", [], [["s", text]]));
  }, { defer: true }));

  // Keeping takes longer than a key press may, so it waits until the keys rest.
  createEffect(on([history, seconds], () => {
    waiting ??= setTimeout(keepNow, 400);
  }));
  addEventListener("pagehide", keepNow);
  onCleanup(() => {
    removeEventListener("pagehide", keepNow);
    keepNow();
  });

  function keepNow(): void {
    if (waiting === undefined) return;
    clearTimeout(waiting);
    waiting = undefined;
    untrack(() => {
      const state = encode(position());
      // A puzzle that was only looked at is not kept.
      if (state === encode(start(puzzle())) && !find(shelf(), position())) return;
      const checkpoints = history().checkpoints.map(({ value }) => encode(value));
      save("learn", setShelf(keep(shelf(), { state, checkpoints, seconds: seconds(), solved: solved() })));
    });
  }
  createEffect(() => save("options", options()));

  const tick = setInterval(() => {
    if (!document.hidden && !solved() && route().view !== "play") setSeconds((count) => count + 1);
  }, 1000);
  onCleanup(() => clearInterval(tick));

  const setOption = <K extends keyof Options>(name: K, value: Options[K]) => setOptions((old) => ({ ...old, [name]: value }));

  return {
    history, setHistory, position, puzzle, update, open, clashes, solved, selection, setSelection, mode, setMode,
    seconds, panel, setPanel, notice, setNotice, options, setOption, wrong, setWrong, shelf,
  };
}

function firstOpen(position: Position): number {
  return Math.max(0, digits(position).indexOf(0));
}
