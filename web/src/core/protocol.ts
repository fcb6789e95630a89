/**
 * The requests and answers of the engine, with the names of the command line's JSON. The types
 * themselves are generated from the crate `quadrille-api`.
 */

import type { Answer, Error, Request } from "./api";

export type { Board, CandidatePlace, Evidence, ExplainStep, FormatFields, LinkFields, StateFields } from "./api";
export type { Answer, Request };
export type EngineError = Error;

export type Call = Request["call"];
export type RequestOf<C extends Call> = Extract<Request, { call: C }>;
export type AnswerOf<C extends Call> = Extract<Answer, { call: C }>;
export type CheckAnswer = AnswerOf<"check">;
export type GenerateRequest = RequestOf<"generate">;
export type HintAnswer = AnswerOf<"hint">;
export type RateAnswer = AnswerOf<"rate">;
export type ReadAnswer = AnswerOf<"read">;
