/** The live region: what happens on the board, for those who listen. */

import { createSignal, onCleanup, type JSX } from "solid-js";

const [polite, setPolite] = createSignal("");
const [assertive, setAssertive] = createSignal("");
let waiting: string | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Says a message politely: at most one a second, and of several the last. */
export function announce(text: string): void {
  waiting = text;
  if (timer !== undefined) return;
  flush();
  timer = setTimeout(again, 1000);
}

function again(): void {
  timer = undefined;
  if (waiting !== undefined) {
    flush();
    timer = setTimeout(again, 1000);
  }
}

function flush(): void {
  // The same words again are only read if the text differs, so a space that is not read is added.
  const text = waiting ?? "";
  waiting = undefined;
  setPolite((last) => (last === text ? `${text}\u00a0` : text));
}

/** Interrupts, for the end of a game only. */
export function announceNow(text: string): void {
  setAssertive((last) => (last === text ? `${text}\u00a0` : text));
}

export function LiveRegion(): JSX.Element {
  onCleanup(() => clearTimeout(timer));
  return (
    <>
      <div class="sr" role="status" aria-live="polite" aria-atomic="true">{polite()}</div>
      <div class="sr" role="alert" aria-live="assertive" aria-atomic="true">{assertive()}</div>
    </>
  );
}
