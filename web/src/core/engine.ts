/** The engine as the page sees it. The served page asks over HTTP; a static one will ask a worker. */

import type { Answer, AnswerOf, Call, EngineError, Request } from "./protocol";

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

/** Asks the server that the page came from. */
export class HttpEngine implements Engine {
  constructor(private readonly base = "/api/v1") {}

  async call<C extends Call>(request: Extract<Request, { call: C }>, signal?: AbortSignal): Promise<AnswerOf<C>> {
    let response: Response;
    try {
      response = await fetch(`${this.base}/call`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(request),
        signal: signal ?? null,
      });
    } catch (error) {
      if (signal?.aborted) throw error;
      throw new Refusal("offline", String(error));
    }
    const text = await response.text();
    let body: unknown;
    try {
      body = JSON.parse(text);
    } catch {
      // A proxy or a static host answers with a page.
      throw new Refusal("offline", `status ${response.status}`);
    }
    if (!response.ok) {
      const error = body as EngineError;
      throw new Refusal(error.error ?? "internal", error.message ?? `status ${response.status}`, error);
    }
    return body as Answer as AnswerOf<C>;
  }
}

/** Whether an error only says that a newer request replaced this one. */
export const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === "AbortError";
