import type { Answer, Error as ErrorFields, LineAnswer, LinesRequest, Request } from "./api.js";

export type * from "./api.js";

type Call = Request["call"];

/** An error of the engine. */
export class QuadrilleError extends Error {
  /** Such as `bad-puzzle`. */
  readonly kind: ErrorFields["error"];
  readonly detail: ErrorFields;
}

/** The engine. It has one thread: a call returns when it is answered, so call it in a worker. */
export class Quadrille {
  /** Starts a module that is compiled already, as in a worker. Otherwise use `load`. */
  constructor(module: WebAssembly.Module);
  /** Answers a request, or throws a `QuadrilleError`. */
  call<C extends Call>(request: Extract<Request, { call: C }>): Extract<Answer, { call: C }>;
  /** Asks the same of every puzzle of a text. Returns an answer for each, in order. */
  lines(request: LinesRequest): LineAnswer[];
}
