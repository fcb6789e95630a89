/** The engine as the page sees it. The served page asks over HTTP; a static one will ask a worker. */

import type { AnswerOf, Call, EngineError, InvalidAnswer, Request } from "./protocol";

export interface Engine {
  /** Answers a request, or throws a `Refusal`. Aborting the signal cancels the work. */
  call<C extends Call>(request: Extract<Request, { call: C }>, signal?: AbortSignal): Promise<AnswerOf<C>>;
}

/** Why there is no answer. `kind` is one of the engine's, or `offline`. */
export class Refusal extends Error {
  constructor(
    readonly kind: string,
    message: string,
    readonly detail?: EngineError,
  ) {
    super(message);
    this.name = "Refusal";
  }
}

/** Returns the refusal that a reply is: an error, or the answer about something that is not a puzzle. */
export function refusalOf(body: unknown): Refusal | undefined {
  if (typeof body !== "object" || body === null || !("error" in body)) return undefined;
  if ("message" in body) {
    const error = body as EngineError;
    return new Refusal(error.error, error.message, error);
  }
  const { status, verdict, error, place, cells } = body as InvalidAnswer & { verdict?: string };
  // A conflict is a verdict, but nothing that could be rated or explained.
  if (status !== "invalid" && status !== "conflict" && verdict !== "invalid") return undefined;
  const detail: EngineError = { error: "bad-puzzle", message: error, cells: cells ?? [] };
  return new Refusal("bad-puzzle", error, place === undefined ? detail : { ...detail, place });
}

/** Asks the server that the page came from. */
export class HttpEngine implements Engine {
  constructor(private readonly base = "/api/v1") {}

  async call<C extends Call>(request: Extract<Request, { call: C }>, signal?: AbortSignal): Promise<AnswerOf<C>> {
    let response: Response;
    const { call, ...fields } = request;
    // A record of games may be longer than other calls.
    const [route, body] = call === "replay" ? ["replay", fields] : ["call", request];
    try {
      response = await fetch(`${this.base}/${route}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
        signal: signal ?? null,
      });
    } catch (error) {
      if (signal?.aborted) throw error;
      throw new Refusal("offline", String(error));
    }
    const text = await response.text();
    let answer: unknown;
    try {
      answer = JSON.parse(text);
    } catch {
      // A proxy or a static host answers with a page.
      throw new Refusal("offline", `status ${response.status}`);
    }
    const refusal = refusalOf(answer);
    if (refusal !== undefined) throw refusal;
    if (!response.ok) throw new Refusal("internal", `status ${response.status}`);
    return answer as AnswerOf<C>;
  }
}

/** Whether an error only says that a newer request replaced this one. */
export const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === "AbortError";
