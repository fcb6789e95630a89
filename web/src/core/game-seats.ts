/** The secrets of seats. Whoever has one plays that seat; whoever has none watches. */

import type { Seat } from "./game";
import { load, save } from "./store";

/** The secrets of a game by seat. */
export type Secrets = Readonly<Partial<Record<Seat, string>>>;

export interface KeptGame {
  readonly id: string;
  /** Of the seats that this browser plays. */
  readonly secrets: Secrets;
  /** Of the seats of others, for the links to send. */
  readonly invites: Secrets;
  /** What the list of games shows: the players and the side of the board. */
  readonly title: string;
}

/** How many games the list remembers; the oldest are forgotten first. */
const MAX_KEPT = 50;

const isKept = (value: unknown): value is KeptGame[] =>
  Array.isArray(value) &&
  value.every((game: Partial<KeptGame> | null) => typeof game?.id === "string" && typeof game.title === "string" && typeof game.secrets === "object" && typeof game.invites === "object");

/** Returns the games whose seats this browser has, the latest first. */
export const keptGames = (): KeptGame[] => load("games", isKept) ?? [];

export const secretsOf = (id: string): Secrets => keptGames().find((game) => game.id === id)?.secrets ?? {};

export const invitesOf = (id: string): Secrets => keptGames().find((game) => game.id === id)?.invites ?? {};

/** Keeps secrets, beside those that are known already. An empty title leaves the one that is known. */
export function keepGame(game: KeptGame): void {
  const known = keptGames();
  const old = known.find(({ id }) => id === game.id);
  const merged = {
    id: game.id,
    secrets: { ...old?.secrets, ...game.secrets },
    invites: { ...old?.invites, ...game.invites },
    title: game.title === "" ? (old?.title ?? "") : game.title,
  };
  save("games", [merged, ...known.filter(({ id }) => id !== game.id)].slice(0, MAX_KEPT));
}

/** Returns the seats whose secrets are given, in order. */
export const seatsIn = (secrets: Secrets): Seat[] => ([0, 1] as const).filter((seat) => secrets[seat] !== undefined);

export function forgetGame(id: string): void {
  save("games", keptGames().filter((game) => game.id !== id));
}
