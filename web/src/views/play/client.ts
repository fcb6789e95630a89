/** Requests to the server's games, and its events. */

import { requestOf, type Setup } from "../../core/game-setup";
import { moveName } from "../../core/game-notation";
import { snapshotOf, type GameWire, type Snapshot } from "../../core/game-snapshot";
import { otherSeat, type Move, type Ruleset, type Seat } from "../../core/game";
import { secretsOf } from "../../core/game-seats";
import { shapeOfBox, type Edge, type Shape } from "../../core/shape";

const API = "./api/v1";

/** An answer that is not what was asked for. */
export class RequestError extends Error {
  constructor(
    /** The HTTP status; 0 if the server was not reached. */
    readonly status: number,
    message: string,
    /** The state of the game that a 409 carries. */
    readonly snapshot?: Snapshot,
  ) {
    super(message);
  }
}

interface Created {
  readonly snapshot: Snapshot;
  /** The secrets of the seats of persons, by seat. */
  readonly secrets: Partial<Record<Seat, string>>;
}

async function request(path: string, body?: unknown, seat?: string, signal?: AbortSignal): Promise<unknown> {
  const headers: Record<string, string> = { accept: "application/json" };
  if (body !== undefined) headers["content-type"] = "application/json";
  if (seat !== undefined) headers["x-seat"] = seat;
  const init: RequestInit = body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) };
  let response: Response;
  try {
    response = await fetch(API + path, { ...init, ...(signal ? { signal } : {}), cache: "no-store" });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new RequestError(0, "offline");
  }
  const text = await response.text();
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    throw new RequestError(response.status, text.slice(0, 200));
  }
  if (response.ok) return answer;
  const { error } = answer as { error?: { message?: string } | string };
  const message = typeof error === "string" ? error : (error?.message ?? response.statusText);
  const isState = response.status === 409 && typeof answer === "object" && answer !== null && "record" in answer;
  throw new RequestError(response.status, message, isState ? read(answer) : undefined);
}

const read = (answer: unknown): Snapshot => snapshotOf(answer as GameWire, performance.now());

export async function createGame(setup: Setup): Promise<Created> {
  const answer = (await request("/games", requestOf(setup))) as GameWire & { seat_secrets?: Record<string, string> };
  return { snapshot: read(answer), secrets: bySeat(answer.seat_secrets) };
}

const bySeat = (secrets: Record<string, string> | undefined): Partial<Record<Seat, string>> => ({
  ...(secrets?.["1"] === undefined ? {} : { 0: secrets["1"] }),
  ...(secrets?.["2"] === undefined ? {} : { 1: secrets["2"] }),
});

export const loadGame = async (id: string): Promise<Snapshot> => read(await request(`/games/${encodeURIComponent(id)}`));

type Change = "moves" | "takeback" | "resign" | "rematch";

async function change(snapshot: Snapshot, seat: Seat, what: Change, fields: Record<string, unknown> = {}): Promise<GameWire> {
  const body = { ply: snapshot.game.plies.length, ...fields };
  return (await request(`/games/${encodeURIComponent(snapshot.id)}/${what}`, body, secretsOf(snapshot.id)[seat])) as GameWire;
}

export const playMove = async (snapshot: Snapshot, seat: Seat, move: Move): Promise<Snapshot> =>
  read(await change(snapshot, seat, "moves", { move: moveName(move) }));

/** Asks for a takeback, or answers the other player who asked. */
export const takeBack = async (snapshot: Snapshot, seat: Seat, accept = true): Promise<Snapshot> =>
  read(await change(snapshot, seat, "takeback", accept ? {} : { accept: false }));

export const resign = async (snapshot: Snapshot, seat: Seat): Promise<Snapshot> => read(await change(snapshot, seat, "resign"));

/** Starts the next game. Whoever held a seat holds the other one. */
export async function rematch(snapshot: Snapshot, seat: Seat): Promise<Created> {
  const answer = (await change(snapshot, seat, "rematch")) as GameWire & { seat_secrets?: Record<string, string> };
  const old = secretsOf(snapshot.id);
  const swapped: Partial<Record<Seat, string>> = {};
  for (const own of [0, 1] as const) {
    const secret = old[own];
    if (secret !== undefined) swapped[otherSeat(own)] = secret;
  }
  return { snapshot: read(answer), secrets: { ...swapped, ...bySeat(answer.seat_secrets) } };
}

export interface AgentEntry {
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly parameters: readonly { readonly name: string; readonly default: string; readonly values: string; readonly help: string }[];
}

/** Returns the agents that the server offers; `human` is none of them. */
export async function agents(): Promise<AgentEntry[]> {
  const registry = (await request("/registry")) as { agents?: AgentEntry[] };
  return (registry.agents ?? []).filter(({ id }) => id !== "human");
}

export interface AnalysisAnswer {
  readonly value: number;
  readonly exact: boolean;
  readonly depth: number;
  readonly nodes: number;
  readonly line: readonly string[];
  readonly moves: readonly { readonly move: string; readonly value: number; readonly exact: boolean }[];
}

/** Analyses the position of a game after some moves. */
export async function analyze(game: { header: unknown; moves: readonly Move[] }, nodes: number, signal: AbortSignal): Promise<AnalysisAnswer> {
  const body = { call: "analyse", game: game.header, moves: game.moves.map(moveName), nodes };
  return (await request("/call", body, undefined, signal)) as AnalysisAnswer;
}

/** A board as the engine's calls have it. */
interface BoardWire {
  readonly box: string;
  readonly cells: number[];
  readonly edges?: readonly (readonly [number, number])[];
}

/** Reads a board of any format. */
export async function readBoard(text: string): Promise<{ shape: Shape; givens: number[]; edges: Edge[] }> {
  const answer = (await request("/call", { call: "read", text })) as {
    records?: readonly { board?: BoardWire; error?: { message?: string } }[];
  };
  const record = answer.records?.[0];
  if (record?.board === undefined) throw new RequestError(200, record?.error?.message ?? "");
  const [rows = 0, columns = 0] = record.board.box.split("x").map(Number);
  const shape = shapeOfBox(rows, columns);
  if (shape === undefined) throw new RequestError(200, record.board.box);
  return { shape, givens: record.board.cells, edges: [...(record.board.edges ?? [])] };
}

/** Follows a game. The browser reconnects by itself and names the last event that it saw. */
export function watch(id: string, onSnapshot: (snapshot: Snapshot) => void, onState: (connected: boolean) => void): () => void {
  let source: EventSource | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  const open = (): void => {
    source = new EventSource(`${API}/events?topics=${encodeURIComponent(`game:${id}`)}`);
    source.addEventListener("open", () => onState(true));
    source.addEventListener("game", (event: MessageEvent<string>) => {
      try {
        onSnapshot(read(JSON.parse(event.data)));
      } catch {
        // An event that cannot be read is as good as none: the next one has the whole state.
      }
    });
    source.addEventListener("error", () => {
      onState(false);
      // The browser gives up for good on an answer that is no stream, as of a server that is starting.
      if (source?.readyState !== EventSource.CLOSED) return;
      clearTimeout(retry);
      retry = setTimeout(open, 2000);
    });
  };
  const close = (): void => {
    clearTimeout(retry);
    source?.close();
    source = undefined;
  };
  // A hidden tab holds no stream: a browser allows six connections to a host.
  const visible = (): void => {
    if (document.hidden) close();
    else if (source === undefined) {
      open();
      void loadGame(id).then(onSnapshot, () => onState(false));
    }
  };
  open();
  document.addEventListener("visibilitychange", visible);
  return () => {
    document.removeEventListener("visibilitychange", visible);
    close();
  };
}

/** Returns the rules as the header of a record has them. */
export function headerOf(rules: Ruleset): Record<string, unknown> {
  const { board } = rules;
  const place = (cell: number): number[] => [Math.floor(cell / board.side), cell % board.side];
  return {
    board: {
      size: board.side,
      box: `${board.boxRows}x${board.boxColumns}`,
      ...(board.givens.some((digit) => digit > 0) ? { givens: board.givens } : {}),
      ...(board.edges.length > 0 ? { edges: board.edges.map(([a, b]) => [...place(a), ...place(b)]) } : {}),
    },
    ruleset: { bonus: rules.bonus, pass_cost: rules.passCost, passing: rules.passing, illegal: rules.illegal, ply_cap: rules.plyCap },
  };
}
