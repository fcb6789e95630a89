/**
 * The requests and answers of the engine, with the names of the command line's JSON. The types
 * themselves are generated from the crate `quadrille-api`.
 */

import type {
  AnalyseAnswer, CandidatesAnswer, CanonAnswer, CheckAnswer, ConvertAnswer, CountAnswer, Error, ExplainAnswer, GenerateAnswer,
  HintAnswer, InvalidAnswer, JudgeAnswer, PlanAnswer, RateAnswer, ReadAnswer, RegistryAnswer, ReplayAnswer, Request, SearchAnswer,
  SolveAnswer, TechniquesAnswer,
} from "./api";

export type { Board, CandidatePlace, Evidence, ExplainStep, FormatFields, HousePlace, LinkFields, StateFields } from "./api";
export type { CheckAnswer, HintAnswer, InvalidAnswer, RateAnswer, ReadAnswer, Request };
export type EngineError = Error;

/** What each call is answered with. A text that is not a puzzle has an `InvalidAnswer` instead. */
interface Replies {
  read: ReadAnswer;
  solve: SolveAnswer;
  count: CountAnswer;
  check: CheckAnswer;
  candidates: CandidatesAnswer;
  hint: HintAnswer;
  judge: JudgeAnswer;
  explain: ExplainAnswer;
  rate: RateAnswer;
  canon: CanonAnswer;
  convert: ConvertAnswer;
  generate: GenerateAnswer;
  analyse: AnalyseAnswer;
  replay: ReplayAnswer;
  search: SearchAnswer;
  plan: PlanAnswer;
  techniques: TechniquesAnswer;
  registry: RegistryAnswer;
}

export type Call = Request["call"];
export type RequestOf<C extends Call> = Extract<Request, { call: C }>;
export type AnswerOf<C extends Call> = Replies[C];
export type GenerateRequest = RequestOf<"generate">;
