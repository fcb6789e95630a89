// The clocks of a game. The server measures; between its messages the page counts down by itself.

import type { Seat } from "./game";

/** What the server said of the clocks, and when it arrived by the page's own clock. */
export interface ClockReading {
  /** Seconds left for each seat; `null` without a limit. */
  readonly left: readonly [number | null, number | null];
  /** Whose clock runs; `null` if none does. */
  readonly running: Seat | null;
  /** Milliseconds of `performance.now()`. */
  readonly at: number;
}

/** Returns the seconds that a seat has left at a time, never below 0; `null` without a limit. */
export function secondsLeft(reading: ClockReading, seat: Seat, now: number): number | null {
  const left = reading.left[seat];
  if (left === null || left === undefined) return null;
  const spent = reading.running === seat ? Math.max(0, now - reading.at) / 1000 : 0;
  return Math.max(0, left - spent);
}

/** Returns seconds as on a chess clock: `1:05`, and `9.4` in the last ten seconds, `1:02:03` above an hour. */
export function clockText(seconds: number, decimal = "."): string {
  if (seconds < 10) return (Math.floor(seconds * 10) / 10).toFixed(1).replace(".", decimal);
  const whole = Math.floor(seconds);
  const pad = (n: number): string => String(n).padStart(2, "0");
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return hours > 0 ? `${hours}:${pad(minutes)}:${pad(rest)}` : `${minutes}:${pad(rest)}`;
}
