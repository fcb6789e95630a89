import type { Answer, Error as ErrorFields, InvalidAnswer, LinesRequest, Reply, Request } from "./api.js";

export type * from "./api.js";

/** An error of the engine. */
export class QuadrilleError extends Error {
  /** Such as `bad-puzzle`. */
  readonly kind: ErrorFields["error"];
  readonly detail: ErrorFields;
}

/** A question about many puzzles: any request about one, with `text` in place of `puzzle`. */
export type TextRequest = WithoutPuzzle<LinesRequest>;
type WithoutPuzzle<T> = T extends unknown ? Omit<T, "puzzle"> : never;

/** The engine. It has one thread: a call returns when it is answered, so call it in a worker. */
export class Quadrille {
  /** Starts a module that is compiled already, as in a worker. Otherwise use `load`. */
  constructor(module: WebAssembly.Module);
  /** Answers a request, or throws a `QuadrilleError`. */
  call(request: Request): Reply;
  /** Asks the same of every puzzle of a text. Returns an answer for each, in order. */
  lines(request: TextRequest): (Answer & { line: number })[];
}
