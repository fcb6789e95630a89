/** What is kept of the puzzles that the user has worked on. */

import { decode, encode } from "./link";
import type { Position } from "./board";

export interface Kept {
  /** The position as `encode` writes it. */
  readonly state: string;
  /** The checkpoints, oldest first. */
  readonly checkpoints: readonly string[];
  readonly seconds: number;
  readonly solved: boolean;
}

/** The puzzles that are kept, latest first. */
export type Shelf = readonly Kept[];

/** How many puzzles are kept. The oldest goes first. */
export const MAX_KEPT = 40;

const puzzleKey = (state: string): string | undefined => {
  const position = decode(state);
  return position && encode(position, false);
};

export function isShelf(value: unknown): value is Shelf {
  return (
    Array.isArray(value) &&
    value.every(
      (item: Partial<Kept> | null) =>
        typeof item === "object" &&
        item !== null &&
        typeof item.state === "string" &&
        typeof item.seconds === "number" &&
        typeof item.solved === "boolean" &&
        Array.isArray(item.checkpoints) &&
        item.checkpoints.every((text: unknown) => typeof text === "string"),
    )
  );
}

/** Puts a puzzle in front, in place of what was kept of the same puzzle. */
export function keep(shelf: Shelf, kept: Kept): Shelf {
  const key = puzzleKey(kept.state);
  const others = shelf.filter(({ state }) => puzzleKey(state) !== key);
  return [kept, ...others].slice(0, MAX_KEPT);
}

/** Returns what is kept of a puzzle. */
export function find(shelf: Shelf, position: Position): Kept | undefined {
  const key = encode(position, false);
  return shelf.find(({ state }) => puzzleKey(state) === key);
}
