// Records of games: JSON lines as `quadrille match --record` and the server write them. A file is read
// whole or not at all: the first line that is not what it should be is reported with its number.

import { crc32 } from "./crc32";
import { ILLEGALS, PASSINGS, REASONS, type GameBoard, type Move, type Reason, type Ruleset, type Seat } from "./game";

export interface RecordedPly {
  readonly move: Move;
  readonly seat: Seat;
  readonly points: number;
  readonly scores: readonly [number, number];
  readonly illegal: boolean;
  readonly nodes: number;
  readonly seconds: number | null;
  /** The margin for the player that the agent expects from here on; `null` if it said nothing. */
  readonly expected: number | null;
}

export interface RecordedResult {
  readonly scores: readonly [number, number];
  readonly winner: Seat | null;
  readonly reason: Reason;
  readonly detail: string | null;
}

export interface RecordedGame {
  /** The number of the game in its match, from 0. */
  readonly game: number;
  readonly players: readonly [string, string];
  readonly rules: Ruleset;
  readonly plies: readonly RecordedPly[];
  /** `null` if the game was interrupted. */
  readonly result: RecordedResult | null;
  /** The lines of this game as they were read, for export. */
  readonly text: string;
  /** The number of the first line in the file, from 1. */
  readonly line: number;
}

/** Why a line is not part of a record. The page has a sentence for each, in its language. */
export type RecordProblem = "json" | "kind" | "field" | "order" | "changed" | "board" | "empty" | "size";

export class RecordError extends Error {
  constructor(
    readonly problem: RecordProblem,
    readonly line: number,
    /** The field or the value that is wrong; empty if there is none to name. */
    readonly detail = "",
  ) {
    super(`line ${line}: ${problem}${detail === "" ? "" : ` (${detail})`}`);
  }
}

/** The largest file that is read: 16 MiB, as on the server. */
export const MAX_RECORD_BYTES = 16 * 1024 * 1024;
const MAX_SIDE = 49;

/** Mutable while its lines are read. */
interface OpenGame {
  header: string;
  game: number;
  players: readonly [string, string];
  rules: Ruleset;
  plies: RecordedPly[];
  result: RecordedResult | null;
  lines: string[];
  line: number;
  hasSums: boolean;
}

/**
 * Reads the games of a file, including interrupted ones. A game that restarts with the same header, as
 * after a takeback, replaces the one before it. A last line without its end was cut when the writer was
 * killed, and is ignored. Throws [`RecordError`].
 */
export function readRecords(text: string): RecordedGame[] {
  if (text.length > MAX_RECORD_BYTES) throw new RecordError("size", 1);
  const games: OpenGame[] = [];
  const lines = text.replace(/^\uFEFF/, "").split("\n");
  lines.forEach((raw, index) => {
    const line = raw.replace(/\r$/, "");
    if (line.trim() === "") return;
    const isCut = index === lines.length - 1 && games.length > 0;
    const object = parseObject(line, index + 1, isCut);
    if (object !== null) addLine(games, new Fields(object, index + 1), line);
  });
  if (games.length === 0) throw new RecordError("empty", 1);
  return games.map(closed);
}

/** Reads one game whose lines are parsed already, as the server sends them. Throws [`RecordError`]. */
export function readGame(lines: readonly Record<string, unknown>[]): RecordedGame {
  const games: OpenGame[] = [];
  lines.forEach((object, index) => {
    // A checksum is one of the bytes of a file, which parsed numbers no longer have.
    const { checksum_with_seconds: _, ...values } = object;
    addLine(games, new Fields(values, index + 1), JSON.stringify(values));
  });
  const [game] = games;
  if (game === undefined || games.length > 1) throw new RecordError("empty", 1);
  return closed(game);
}

const closed = ({ lines, header: _, hasSums: __, ...game }: OpenGame): RecordedGame => ({ ...game, text: `${lines.join("\n")}\n` });

function parseObject(line: string, number: number, isCut: boolean): Record<string, unknown> | null {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    if (isCut) return null;
    throw new RecordError("json", number);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new RecordError("kind", number);
  return value as Record<string, unknown>;
}

function addLine(games: OpenGame[], fields: Fields, line: string): void {
  const open = games.at(-1);
  const sum = checksum(line);
  if (sum === false) throw new RecordError("changed", fields.line);
  // A game has checksums in all its lines or, if it is old, in none.
  const checkSums = (game: OpenGame): void => {
    if ((sum !== null) !== game.hasSums) throw new RecordError("changed", fields.line);
  };
  if (fields.has("ply")) {
    if (open === undefined || open.result !== null) throw new RecordError("order", fields.line);
    checkSums(open);
    open.plies.push(readPly(fields, open.plies.length + 1));
    open.lines.push(line);
  } else if (fields.text("type") === "game") {
    const game = readHeader(fields, line, sum !== null);
    if (open !== undefined && open.result === null && open.header === game.header) games.pop();
    games.push(game);
  } else if (fields.text("type") === "result") {
    if (open === undefined || open.result !== null) throw new RecordError("order", fields.line);
    checkSums(open);
    open.result = readResult(fields);
    open.lines.push(line);
  } else {
    throw new RecordError("kind", fields.line);
  }
}

/** Returns whether the checksum of a line holds; `null` if it has none. */
export function checksum(line: string): boolean | null {
  const match = /^(.*),"checksum_with_seconds":"([0-9a-f]{8})"\}$/.exec(line);
  if (match === null) return null;
  return crc32(match[1] ?? "").toString(16).padStart(8, "0") === match[2];
}

function readHeader(fields: Fields, line: string, hasSums: boolean): OpenGame {
  const players = fields.list("players");
  if (players.length !== 2 || players.some((name) => typeof name !== "string")) fields.fail("players");
  const board = readBoard(fields.object("board"));
  const rules = fields.object("ruleset");
  return {
    header: JSON.stringify({ ...fields.values, checksum_with_seconds: undefined }),
    game: fields.integer("game"),
    players: [players[0] as string, players[1] as string],
    rules: {
      board,
      bonus: rules.integer("bonus"),
      passCost: rules.integer("pass_cost"),
      passing: rules.oneOf("passing", PASSINGS),
      illegal: rules.oneOf("illegal", ILLEGALS),
      plyCap: rules.integer("ply_cap"),
      clock: {
        perGame: rules.optionalNumber("time_per_game"),
        increment: rules.optionalNumber("time_increment") ?? 0,
        perMove: rules.optionalNumber("time_per_move"),
      },
    },
    plies: [],
    result: null,
    lines: [line],
    line: fields.line,
    hasSums,
  };
}

function readBoard(fields: Fields): GameBoard {
  const side = fields.integer("size");
  const shape = /^(\d{1,2})x(\d{1,2})$/.exec(fields.text("box"));
  const [boxRows = 0, boxColumns = 0] = (shape ?? []).slice(1).map(Number);
  if (side < 1 || side > MAX_SIDE || boxRows * boxColumns !== side) throw new RecordError("board", fields.line, "box");
  const cells = side * side;
  const isDigit = (n: unknown): n is number => Number.isInteger(n) && (n as number) >= 0 && (n as number) <= side;
  const givens = fields.has("givens") ? fields.list("givens") : new Array<number>(cells).fill(0);
  if (givens.length !== cells || !givens.every(isDigit)) throw new RecordError("board", fields.line, "givens");
  const edges = (fields.has("edges") ? fields.list("edges") : []).map((edge): [number, number] => {
    const ends: unknown[] = Array.isArray(edge) ? edge : [];
    const inside = ends.filter((n): n is number => Number.isInteger(n) && (n as number) >= 0 && (n as number) < side);
    const [ar = 0, ac = 0, br = 0, bc = 0] = inside;
    const adjacent = Math.abs(ar - br) + Math.abs(ac - bc) === 1;
    if (ends.length !== 4 || inside.length !== 4 || !adjacent) throw new RecordError("board", fields.line, "edges");
    return [ar * side + ac, br * side + bc];
  });
  return { side, boxRows, boxColumns, givens, edges };
}

function readPly(fields: Fields, expected: number): RecordedPly {
  if (fields.integer("ply") !== expected) throw new RecordError("order", fields.line, "ply");
  const player = fields.integer("player");
  if (player !== 1 && player !== 2) fields.fail("player");
  const isPass = fields.values["pass"] === true;
  const move: Move = isPass
    ? { kind: "pass" }
    : { kind: "place", row: fields.integer("row"), column: fields.integer("col"), digit: fields.integer("value") };
  const info = fields.has("info") ? fields.object("info").optionalNumber("score") : null;
  return {
    move,
    seat: player === 1 ? 0 : 1,
    points: fields.integer("points"),
    scores: [fields.integer("score1"), fields.integer("score2")],
    illegal: fields.values["illegal"] === true,
    nodes: fields.optionalNumber("nodes") ?? 0,
    seconds: fields.optionalNumber("seconds"),
    expected: info,
  };
}

function readResult(fields: Fields): RecordedResult {
  const scores = fields.list("final_scores");
  if (scores.length !== 2 || !scores.every(Number.isSafeInteger)) fields.fail("final_scores");
  const winner = fields.optionalNumber("winner");
  if (winner !== null && winner !== 1 && winner !== 2) fields.fail("winner");
  return {
    scores: [scores[0] as number, scores[1] as number],
    winner: winner === null ? null : winner === 1 ? 0 : 1,
    reason: fields.oneOf("reason_for_end", REASONS),
    detail: fields.has("detail") ? fields.text("detail") : null,
  };
}

/** The fields of an object, read with a check of their types. */
class Fields {
  constructor(
    readonly values: Record<string, unknown>,
    readonly line: number,
  ) {}

  fail(field: string): never {
    throw new RecordError("field", this.line, field);
  }

  has(field: string): boolean {
    return Object.hasOwn(this.values, field) && this.values[field] !== null;
  }

  text(field: string): string {
    const value = this.values[field];
    return typeof value === "string" ? value : this.fail(field);
  }

  integer(field: string): number {
    const value = this.values[field];
    return Number.isSafeInteger(value) ? (value as number) : this.fail(field);
  }

  optionalNumber(field: string): number | null {
    if (!this.has(field)) return null;
    const value = this.values[field];
    return typeof value === "number" && Number.isFinite(value) ? value : this.fail(field);
  }

  list(field: string): unknown[] {
    const value = this.values[field];
    return Array.isArray(value) ? value : this.fail(field);
  }

  object(field: string): Fields {
    const value = this.values[field];
    if (typeof value !== "object" || value === null || Array.isArray(value)) this.fail(field);
    return new Fields(value as Record<string, unknown>, this.line);
  }

  oneOf<T extends string>(field: string, values: readonly T[]): T {
    const value = this.values[field];
    return values.find((known) => known === value) ?? this.fail(field);
  }
}
