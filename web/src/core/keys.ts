/** Keys and commands. Letters go by their place on the keyboard (`code`), so that AZERTY works. */

import { MODES, type Mode } from "./board";
import { all, jump, move, none, type Direction, type Reach, type Selection } from "./selection";
import type { Shape } from "./shape";

export const COMMANDS = [
  "up", "down", "left", "right", "row-start", "row-end", "next-box", "previous-box", "select-all", "deselect",
  "mode-digit", "mode-corner", "mode-centre", "mode-color", "next-mode", "erase", "undo", "redo", "checkpoint",
  "hint", "apply", "read-row", "read-column", "read-box", "read-remaining", "edge", "help",
] as const;
export type Command = (typeof COMMANDS)[number];

/** Chords as `Ctrl+Alt+Shift+CODE`, or `?` for the character wherever it is. */
export type Bindings = Readonly<Record<Command, readonly string[]>>;

export const DEFAULT_BINDINGS: Bindings = {
  up: ["ArrowUp", "KeyW"],
  down: ["ArrowDown", "KeyS"],
  left: ["ArrowLeft", "KeyA"],
  right: ["ArrowRight", "KeyD"],
  "row-start": ["Home"],
  "row-end": ["End"],
  "next-box": ["PageDown"],
  "previous-box": ["PageUp"],
  "select-all": ["Ctrl+KeyA"],
  deselect: ["Escape"],
  "mode-digit": ["KeyZ"],
  "mode-corner": ["KeyX"],
  "mode-centre": ["KeyC"],
  "mode-color": ["KeyV"],
  "next-mode": ["Space"],
  erase: ["Delete", "Backspace", "Digit0", "Numpad0"],
  undo: ["Ctrl+KeyZ"],
  redo: ["Ctrl+KeyY", "Ctrl+Shift+KeyZ"],
  checkpoint: ["Ctrl+Shift+KeyS"],
  hint: ["KeyH"],
  apply: ["Enter", "NumpadEnter"],
  "read-row": ["Alt+KeyR"],
  "read-column": ["Alt+KeyC"],
  "read-box": ["Alt+KeyB", "KeyB"],
  "read-remaining": ["Alt+KeyN", "KeyN"],
  edge: ["KeyE"],
  help: ["?"],
};

/** The part of a keyboard event that matters. */
export interface Press {
  readonly code: string;
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
}

export type Action =
  | { readonly kind: "digit"; readonly digit: number; readonly mode: Mode | undefined }
  | { readonly kind: "command"; readonly command: Command; readonly reach: Reach };

export function chordOf(press: Press): string {
  const parts: string[] = [];
  if (press.ctrlKey || press.metaKey) parts.push("Ctrl");
  if (press.altKey) parts.push("Alt");
  if (press.shiftKey) parts.push("Shift");
  return [...parts, press.code].join("+");
}

/** Returns what a key does on a board with this side, undefined if it is none of ours. */
export function actionOf(press: Press, side: number, bindings: Bindings = DEFAULT_BINDINGS): Action | undefined {
  if (press.key === "?" && bindings.help.includes("?")) return { kind: "command", command: "help", reach: "move" };
  const digit = digitOfPress(press, side);
  if (digit) return digit;
  const chord = chordOf(press);
  const exact = commandOf(chord, bindings);
  if (exact) return { kind: "command", command: exact, reach: "move" };
  const bare = commandOf(press.code, bindings);
  if (!bare) return undefined;
  // On large boards letters are digits; with Alt they are commands everywhere.
  if (press.altKey && !press.ctrlKey && !press.metaKey) return { kind: "command", command: bare, reach: "move" };
  const moves = /^(up|down|left|right|row-|next-box|previous-box)/.test(bare);
  if (!moves || press.altKey) return undefined;
  if (press.shiftKey) return { kind: "command", command: bare, reach: "extend" };
  // Ctrl with a letter belongs to the browser; with an arrow it moves the cursor alone.
  if (press.ctrlKey && !press.code.startsWith("Key")) return { kind: "command", command: bare, reach: "step" };
  return undefined;
}

function commandOf(chord: string, bindings: Bindings): Command | undefined {
  return COMMANDS.find((command) => bindings[command].includes(chord));
}

function digitOfPress(press: Press, side: number): Action | undefined {
  if (press.altKey) return undefined;
  const number = /^(?:Digit|Numpad)([1-9])$/.exec(press.code);
  if (number) {
    const digit = Number(number[1]);
    const printed = press.key === number[1];
    // The keypad without NumLock moves. Its Shift gives the same keys, so it cannot mean corner.
    if (press.code.startsWith("Numpad") && !printed && /^[A-Z]/.test(press.key)) return undefined;
    if (digit > side) return undefined;
    if (press.ctrlKey || press.metaKey) return { kind: "digit", digit, mode: "centre" };
    // Where the layout prints digits with Shift (AZERTY), Shift does not mean corner.
    return { kind: "digit", digit, mode: press.shiftKey && !printed ? "corner" : undefined };
  }
  const letter = /^Key([A-Z])$/.exec(press.code)?.[1];
  if (!letter || side <= 9 || press.ctrlKey || press.metaKey) return undefined;
  // Digits are letters by what is printed on the key, unlike commands.
  const name = /^[a-z]$/i.test(press.key) ? press.key.toUpperCase() : letter;
  const digit = name.charCodeAt(0) - 55;
  if (digit < 10 || digit > Math.min(side, 35)) return undefined;
  return { kind: "digit", digit, mode: press.shiftKey ? "corner" : undefined };
}

/** Returns the selection after a command that moves or selects, undefined if it does neither. */
export function navigate(shape: Shape, selection: Selection, command: Command, reach: Reach, wrap = false): Selection | undefined {
  switch (command) {
    case "up":
    case "down":
    case "left":
    case "right":
      return move(shape, selection, command as Direction, reach, wrap);
    case "row-start":
    case "row-end":
    case "next-box":
    case "previous-box":
      return jump(shape, selection, command, reach);
    case "select-all":
      return all(shape, selection);
    case "deselect":
      return none(selection);
    default:
      return undefined;
  }
}

/** Returns the mode that a command chooses, undefined if it chooses none. */
export function modeOf(command: Command, mode: Mode): Mode | undefined {
  if (command === "next-mode") return MODES[(MODES.indexOf(mode) + 1) % MODES.length];
  return MODES.find((name) => command === `mode-${name}`);
}

/** Returns the bindings with a chord given to a command and taken from every other. */
export function rebind(bindings: Bindings, command: Command, chord: string): Bindings {
  const entries = COMMANDS.map((other) => {
    const rest = bindings[other].filter((taken) => taken !== chord);
    return [other, other === command ? [chord] : rest] as const;
  });
  return Object.fromEntries(entries) as unknown as Bindings;
}

/** Returns a chord as people write it: `Ctrl+Z`, `→`, `5`. */
export function chordName(chord: string): string {
  const names: Record<string, string> = {
    ArrowUp: "↑", ArrowDown: "↓", ArrowLeft: "←", ArrowRight: "→", Escape: "Esc", Delete: "Del", PageUp: "PgUp", PageDown: "PgDn",
    NumpadEnter: "Enter (num)", Backspace: "⌫",
  };
  return chord
    .split("+")
    .map((part) => names[part] ?? part.replace(/^Key|^Digit/, "").replace(/^Numpad/, "Num "))
    .join("+");
}
