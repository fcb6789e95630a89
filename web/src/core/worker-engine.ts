/** The engine of a page without a server: the WebAssembly module in workers. */

import { Refusal, refusalOf, type Engine } from "./engine";
import type { AnswerOf, Call, Request } from "./protocol";

/** What a worker is sent: the module first, then requests. */
export type Asked = { readonly module: WebAssembly.Module } | { readonly request: unknown };
/** What it sends back. */
export type Said = { readonly answer: unknown } | { readonly refusal: unknown };

/** What is used of a `Worker`. */
export interface Thread {
  postMessage(asked: Asked): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<Said>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

interface Waiting {
  readonly request: unknown;
  settle(said: Said): void;
  readonly signal: AbortSignal | undefined;
}

/**
 * Answers requests in up to `most` workers. A worker has one thread and cannot be interrupted, so the
 * one whose request is aborted ends, and another takes its place.
 */
export class WorkerEngine implements Engine {
  private readonly idle: Thread[] = [];
  private readonly waiting: Waiting[] = [];
  private threads = 0;

  constructor(
    private readonly module: Promise<WebAssembly.Module>,
    private readonly start: () => Thread,
    private readonly most: number,
  ) {}

  async call<C extends Call>(request: Extract<Request, { call: C }>, signal?: AbortSignal): Promise<AnswerOf<C>> {
    let module: WebAssembly.Module;
    try {
      module = await this.module;
    } catch (error) {
      throw new Refusal("unsupported", `the engine cannot be loaded: ${String(error)}`);
    }
    const aborted = (): DOMException => new DOMException("a newer request takes its place", "AbortError");
    if (signal?.aborted) throw aborted();
    const said = await new Promise<Said>((settle, fail) => {
      const waiting: Waiting = { request, settle, signal };
      signal?.addEventListener("abort", () => {
        const place = this.waiting.indexOf(waiting);
        if (place >= 0) this.waiting.splice(place, 1);
        fail(aborted());
      }, { once: true });
      this.waiting.push(waiting);
      this.next(module);
    });
    const refusal = refusalOf("answer" in said ? said.answer : said.refusal);
    if (refusal !== undefined) throw refusal;
    if (!("answer" in said)) throw new Refusal("internal", String(said.refusal));
    return said.answer as AnswerOf<C>;
  }

  /** Gives the next request to a worker, if one is free. */
  private next(module: WebAssembly.Module): void {
    if (this.waiting.length === 0) return;
    let thread = this.idle.pop();
    if (thread === undefined) {
      if (this.threads >= this.most) return;
      thread = this.start();
      thread.postMessage({ module });
      this.threads += 1;
    }
    const { request, settle, signal } = this.waiting.shift() as Waiting;
    const worker = thread;
    const over = (): void => {
      signal?.removeEventListener("abort", stop);
      worker.onmessage = null;
      worker.onerror = null;
    };
    const stop = (): void => {
      over();
      worker.terminate();
      this.threads -= 1;
      this.next(module);
    };
    worker.onmessage = ({ data }) => {
      over();
      this.idle.push(worker);
      settle(data);
      this.next(module);
    };
    worker.onerror = (event) => {
      stop();
      settle({ refusal: { error: "internal", message: event.message, cells: [] } });
    };
    signal?.addEventListener("abort", stop, { once: true });
    worker.postMessage({ request });
  }
}
