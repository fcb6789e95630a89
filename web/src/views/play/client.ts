/** Requests to the server's games, and its events. */

import { requestOf, type Setup } from "../../core/game-setup";
import { moveName } from "../../core/game-notation";
import { snapshotOf, type GameWire, type Snapshot } from "../../core/game-snapshot";
import type { Move, Seat } from "../../core/game";
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

async function request(path: string, body?: unknown, signal?: AbortSignal): Promise<unknown> {
  const headers: Record<string, string> = { accept: "application/json" };
  if (body !== undefined) headers["content-type"] = "application/json";
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
  const { message, game } = answer as { message?: string; game?: GameWire };
  throw new RequestError(response.status, message ?? response.statusText, game && read(game));
}

const read = (game: GameWire): Snapshot => snapshotOf(game, performance.now());

/** The answer to a request that makes a game. */
interface CreatedWire {
  readonly game: GameWire;
  readonly seats: readonly [string | null, string | null];
}

const created = ({ game, seats: [first, second] }: CreatedWire): Created => ({
  snapshot: read(game),
  secrets: { ...(first === null ? {} : { 0: first }), ...(second === null ? {} : { 1: second }) },
});

export const createGame = async (setup: Setup): Promise<Created> =>
  created((await request("/games", requestOf(setup))) as CreatedWire);

const pathOf = (id: string): string => `/games/${encodeURIComponent(id)}`;

export const loadGame = async (id: string): Promise<Snapshot> => read((await request(pathOf(id))) as GameWire);

/** Asks for a change in the name of a seat. The ply says which state the player saw. */
async function change(snapshot: Snapshot, seat: Seat, what: string, fields: Record<string, unknown> = {}): Promise<unknown> {
  const body = { ply: snapshot.game.plies.length, seat: secretsOf(snapshot.id)[seat] ?? "", ...fields };
  return request(`${pathOf(snapshot.id)}/${what}`, body);
}

export const playMove = async (snapshot: Snapshot, seat: Seat, move: Move): Promise<Snapshot> =>
  read((await change(snapshot, seat, "moves", { move: moveName(move) })) as GameWire);

/** Takes back one's last move. Between people it is an offer, which the other accepts by the same request. */
export const takeBack = async (snapshot: Snapshot, seat: Seat): Promise<Snapshot> =>
  read((await change(snapshot, seat, "takeback")) as GameWire);

export const resign = async (snapshot: Snapshot, seat: Seat): Promise<Snapshot> =>
  read((await change(snapshot, seat, "resign")) as GameWire);

/** Starts the next game, or goes to it if the other player has. Secrets are the same, in the other seat. */
export const rematch = async (snapshot: Snapshot, seat: Seat): Promise<Created> =>
  created((await change(snapshot, seat, "rematch")) as CreatedWire);

/** Returns the record of a game as the server keeps it. */
export async function recordOf(id: string): Promise<string> {
  const response = await fetch(`${API}${pathOf(id)}/record`, { cache: "no-store" });
  if (!response.ok) throw new RequestError(response.status, response.statusText);
  return response.text();
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
  /** Points that the player to move gains on the opponent until the end. */
  readonly value: number;
  readonly exact: boolean;
  readonly depth: number;
  readonly nodes: number;
  readonly line: readonly string[];
  readonly moves: readonly { readonly move: string; readonly value: number; readonly exact: boolean }[];
}

/** Analyzes the position of a game after some plies. */
export const analyze = async (id: string, ply: number, ms: number, signal: AbortSignal): Promise<AnalysisAnswer> =>
  (await request(`${pathOf(id)}/analysis`, { ply, ms }, signal)) as AnalysisAnswer;

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
        onSnapshot(read((JSON.parse(event.data) as { game: GameWire }).game));
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
