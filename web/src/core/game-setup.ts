/** What one chooses for a new game, and the request that it makes. */

import type { GameBoard, NewGameRequest } from "./api";
import { PERSON_NAME } from "./game-snapshot";
import { cellCount, type Edge, type Shape } from "./shape";

export const PASSINGS = ["two-pass-end", "no-double-pass", "forbidden", "unlimited"] as const;
export type Passing = (typeof PASSINGS)[number];

export const ILLEGALS = ["penalty", "forfeit", "penalty-always"] as const;
export type Illegal = (typeof ILLEGALS)[number];

/** Who sits on a seat: `you`, `person` (somebody else, by a link), or the name of an agent. */
export type Player = string;
export const YOU = "you";
export const PERSON = "person";

/** The levels of `quadrille play`, weakest first. */
export const LEVELS = [
  { id: "beginner", agent: "random-valid" },
  { id: "casual", agent: "first-valid" },
  { id: "club", agent: "alphabeta" },
  { id: "strong", agent: "strong:nodes=1000" },
  { id: "master", agent: "strong" },
] as const;

export interface Setup {
  readonly players: readonly [Player, Player];
  readonly shape: Shape;
  /** Digits by cell; absent for an empty board. */
  readonly givens?: readonly number[];
  readonly edges?: readonly Edge[];
  readonly passing: Passing;
  readonly illegal: Illegal;
  /** Points that a pass costs; absent for the side. */
  readonly passCost?: number;
  /** Minutes for each player; absent without a clock. */
  readonly minutes?: number;
  /** Seconds added after each move. */
  readonly increment: number;
  readonly seed?: number;
}

/** The shapes that the form offers; others come from a pasted board. */
export const SHAPES: readonly Shape[] = [
  { side: 4, boxRows: 2, boxColumns: 2 },
  { side: 6, boxRows: 2, boxColumns: 3 },
  { side: 8, boxRows: 2, boxColumns: 4 },
  { side: 9, boxRows: 3, boxColumns: 3 },
  { side: 12, boxRows: 3, boxColumns: 4 },
  { side: 16, boxRows: 4, boxColumns: 4 },
  { side: 25, boxRows: 5, boxColumns: 5 },
];

export const DEFAULT_SETUP: Setup = {
  players: [YOU, "alphabeta"],
  shape: { side: 9, boxRows: 3, boxColumns: 3 },
  passing: "two-pass-end",
  illegal: "penalty",
  increment: 0,
};

/** Returns the body of the request. */
export function requestOf(setup: Setup): NewGameRequest {
  const isPerson = (player: Player): boolean => player === YOU || player === PERSON;
  const nameOf = (player: Player): string => (isPerson(player) ? PERSON_NAME : player);
  const [first, second] = setup.players;
  return {
    players: [nameOf(first), nameOf(second)],
    board: boardOf(setup.shape, setup.givens ?? [], setup.edges ?? []),
    ruleset: {
      passing: setup.passing,
      illegal: setup.illegal,
      ...(setup.passCost === undefined ? {} : { pass_cost: setup.passCost }),
      ...(setup.minutes === undefined ? {} : { time_per_game: setup.minutes * 60 }),
      ...(setup.minutes === undefined || setup.increment === 0 ? {} : { time_increment: setup.increment }),
    },
    ...(setup.seed === undefined ? {} : { seed: setup.seed }),
  };
}

/** Returns a board as records have it. */
export function boardOf({ side, boxRows, boxColumns }: Shape, givens: readonly number[], edges: readonly Edge[]): GameBoard {
  const place = (cell: number): [number, number] => [Math.floor(cell / side), cell % side];
  return {
    size: side,
    box: `${boxRows}x${boxColumns}`,
    ...(givens.some((digit) => digit > 0) ? { givens: [...givens] } : {}),
    ...(edges.length > 0 ? { edges: edges.map(([a, b]): [number, number, number, number] => [...place(a), ...place(b)]) } : {}),
  };
}

/** Returns whether a value that the browser kept is a setup, so that a form of another version is dropped. */
export function isSetup(value: unknown): value is Setup {
  const setup = value as Partial<Setup> | null;
  if (typeof setup !== "object" || setup === null || typeof setup.shape !== "object") return false;
  const { players, shape } = setup;
  const isText = (player: unknown): boolean => typeof player === "string" && player.length < 200;
  return (
    Array.isArray(players) && players.length === 2 && players.every(isText) &&
    Number.isInteger(shape?.side) && shape.boxRows * shape.boxColumns === shape.side &&
    PASSINGS.includes(setup.passing as Passing) && typeof setup.illegal === "string" &&
    typeof setup.increment === "number" &&
    (setup.givens === undefined || setup.givens.length === cellCount(shape))
  );
}
