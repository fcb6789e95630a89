/** Requests to the server's games, and its events. */

import type { AgentFields, AnalyseAnswer, GameConflict, GameReplay, GameView } from "../../core/api";
import { requestOf, type Setup } from "../../core/game-setup";
import { PERSON_NAME, snapshotOf, type Snapshot } from "../../core/game-snapshot";
import type { Seat } from "../../core/game";
import { secretsOf } from "../../core/game-seats";
import { refused } from "../../shell/access";
import { engine } from "../../shell/page-engine";
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

async function request(path: string, body?: unknown, seat?: string): Promise<unknown> {
  const headers: Record<string, string> = { accept: "application/json" };
  if (seat !== undefined) headers["x-seat"] = seat;
  if (body !== undefined) headers["content-type"] = "application/json";
  const init: RequestInit = body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) };
  let response: Response;
  try {
    response = await fetch(API + path, { ...init, cache: "no-store" });
  } catch {
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
  if (response.status === 401) refused();
  const { message, game } = answer as Partial<GameConflict>;
  throw new RequestError(response.status, message ?? response.statusText, game && read(game));
}

const read = (view: GameView): Snapshot => snapshotOf(view, performance.now());

const created = (view: GameView): Created => {
  const { 1: first, 2: second } = view.seat_links ?? {};
  return {
    snapshot: read(view),
    secrets: { ...(first === undefined ? {} : { 0: first }), ...(second === undefined ? {} : { 1: second }) },
  };
};

export const createGame = async (setup: Setup): Promise<Created> => created((await request("/games", requestOf(setup))) as GameView);

const pathOf = (id: string): string => `/games/${encodeURIComponent(id)}`;

export const loadGame = async (id: string): Promise<Snapshot> => read((await request(pathOf(id))) as GameView);

/** Asks for a change in the name of a seat. The ply says which state the player saw. */
async function change(snapshot: Snapshot, seat: Seat, what: string, fields: Record<string, unknown> = {}): Promise<unknown> {
  const body = { ply: snapshot.game.replay.plies.length, ...fields };
  return request(`${pathOf(snapshot.id)}/${what}`, body, secretsOf(snapshot.id)[seat]);
}

export const playMove = async (snapshot: Snapshot, seat: Seat, move: string): Promise<Snapshot> =>
  read((await change(snapshot, seat, "moves", { move })) as GameView);

/** Takes back one's last move. Between people it is an offer, which the other accepts by the same request. */
export const takeBack = async (snapshot: Snapshot, seat: Seat): Promise<Snapshot> =>
  read((await change(snapshot, seat, "takeback")) as GameView);

export const resign = async (snapshot: Snapshot, seat: Seat): Promise<Snapshot> =>
  read((await change(snapshot, seat, "resign")) as GameView);

/** Starts the next game, or goes to it if the other player has. Secrets are the same, in the other seat. */
export const rematch = async (snapshot: Snapshot, seat: Seat): Promise<Created> =>
  created((await change(snapshot, seat, "rematch")) as GameView);

/** Deletes a game from the server, if this browser has created it. A game of another browser is only left. */
export async function deleteGame(id: string): Promise<void> {
  const response = await fetch(API + pathOf(id), { method: "DELETE", cache: "no-store" });
  if (!response.ok && response.status !== 403 && response.status !== 404) throw new RequestError(response.status, response.statusText);
}

/** Returns the record of a game as the server keeps it. */
export async function recordOf(id: string): Promise<string> {
  const response = await fetch(`${API}${pathOf(id)}/record`, { cache: "no-store" });
  if (!response.ok) throw new RequestError(response.status, response.statusText);
  return response.text();
}

/** Returns the agents that the server offers. */
export async function agents(): Promise<AgentFields[]> {
  const registry = await engine.call({ call: "registry" });
  return registry.agents.filter(({ id }) => id !== PERSON_NAME);
}

/** Analyzes the position of a game after some plies, for that many seconds. */
export async function analyze(replay: GameReplay, plies: number, seconds: number, signal: AbortSignal): Promise<AnalyseAnswer> {
  const { board, ruleset } = replay;
  const moves = replay.plies.slice(0, plies).map(({ move }) => move);
  const answer = await engine.call({ call: "analyse", board, ruleset, moves, limits: { seconds } }, signal);
  if (answer.status === "limit") throw new RequestError(200, "limit");
  return answer;
}

/** Reads a board of any format. */
export async function readBoard(text: string): Promise<{ shape: Shape; givens: number[]; edges: Edge[] }> {
  const answer = await engine.call({ call: "read", text });
  const record = answer.records[0];
  if (record?.board === undefined) throw new RequestError(200, record?.error?.message ?? "");
  const [rows = 0, columns = 0] = record.board.box.split("x").map(Number);
  const shape = shapeOfBox(rows, columns);
  if (shape === undefined) throw new RequestError(200, record.board.box);
  return { shape, givens: record.board.cells, edges: (record.board.edges ?? []).map(([a, b]): Edge => [a, b]) };
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
        onSnapshot(read((JSON.parse(event.data) as { game: GameView }).game));
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
