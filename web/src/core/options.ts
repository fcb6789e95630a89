/** What the user has set for Learn. */

import { COMMANDS, DEFAULT_BINDINGS, type Bindings } from "./keys";

export interface Options {
  readonly conflicts: boolean;
  readonly clean: boolean;
  readonly same: boolean;
  readonly timer: boolean;
  readonly labels: boolean;
  readonly wrap: boolean;
  readonly padLeft: boolean;
  readonly profile: string;
  readonly bindings: Bindings;
}

export const DEFAULT_OPTIONS: Options = {
  conflicts: true,
  clean: true,
  same: true,
  timer: true,
  labels: true,
  wrap: false,
  padLeft: false,
  profile: "quadrille",
  bindings: DEFAULT_BINDINGS,
};

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns options from what was kept; anything missing or of the wrong type is the default. */
export function readOptions(kept: Record<string, unknown> | undefined): Options {
  if (!kept) return DEFAULT_OPTIONS;
  const entries = Object.entries(DEFAULT_OPTIONS).map(([name, usual]) => {
    const value = kept[name];
    if (name === "bindings") return [name, readBindings(value)];
    return [name, typeof value === typeof usual ? value : usual];
  });
  return Object.fromEntries(entries) as Options;
}

function readBindings(value: unknown): Bindings {
  if (!isRecord(value)) return DEFAULT_BINDINGS;
  const entries = COMMANDS.map((command) => {
    const chords = value[command];
    const good = Array.isArray(chords) && chords.every((chord) => typeof chord === "string");
    return [command, good ? chords : DEFAULT_BINDINGS[command]];
  });
  return Object.fromEntries(entries) as Bindings;
}
