/** The requests and answers that Learn uses, with the names of the command line's JSON. */

export interface Board {
  box: string;
  cells: number[];
  edges?: number[][];
  marks?: number[][];
  entries?: number[];
  notes?: number[][];
  details: { about: string; text: string }[];
}

export interface CandidatePlace {
  row: number;
  column: number;
  digit: number;
}

export interface StateFields extends CandidatePlace {
  on: boolean;
}

export interface LinkFields {
  from: StateFields[];
  to: StateFields;
  reason: string;
  depth: number;
}

export interface Evidence {
  placements: CandidatePlace[];
  eliminations: CandidatePlace[];
  cells: string[];
  houses: string[];
  links: LinkFields[];
  eureka: string | null;
  digits: number[];
  others: string[];
  other_digits: number[];
  parts: { cells: string[]; digits: number[] }[];
}

export interface EngineError {
  error: string;
  message: string;
  place?: { line: number; column: number };
  cells?: string[];
  near?: string;
}

type Input = Board | string;

export type Request =
  | { call: "read"; text: string; format?: string; name?: string; box?: string }
  | { call: "count"; puzzle: Input; limit?: number; ms?: number }
  | { call: "check"; puzzle: Input; redundant?: boolean; ms?: number }
  | { call: "candidates"; puzzle: Input; with_entries?: boolean; direct?: boolean; ms?: number }
  | { call: "hint"; puzzle: Input; level?: number; profile?: string; lang?: string; ms?: number }
  | { call: "explain"; puzzle: Input; all?: boolean; with_entries?: boolean; profile?: string; lang?: string; ms?: number }
  | { call: "rate"; puzzle: Input; profile?: string; ms?: number }
  | { call: "solve"; puzzle: Input; solutions?: number; ms?: number }
  | { call: "convert"; puzzle: Input; to: string; title?: string }
  | GenerateRequest
  | { call: "techniques"; id?: string; lang?: string }
  | { call: "registry" };

export interface GenerateRequest {
  call: "generate";
  count?: number;
  seed?: number;
  box?: string;
  minimal?: boolean;
  symmetry?: string;
  edges?: number;
  rating?: { profile: string; from?: number; to?: number };
  technique?: string;
  ms?: number;
}

export interface ReadAnswer {
  call: "read";
  format: string;
  records: { line: number; puzzle?: string; board?: Board; error?: EngineError }[];
  truncated: boolean;
}

export interface HintAnswer {
  call: "hint";
  status: string;
  profile: string;
  level: number;
  text: string;
  done: boolean;
  technique: string | null;
  title?: string;
  rating?: number;
  look_at?: string;
  wrong: CandidatePlace[];
  wrong_count: number;
  missing: CandidatePlace[];
  evidence?: Evidence;
}

export interface ExplainStep extends Evidence {
  step: number;
  technique: string;
  title: string;
  rating: number;
  text: string;
  unlocked?: number;
  grid: number[];
  candidates: number[][];
}

export interface RateAnswer {
  call: "rate";
  profile: string;
  status: string;
  rating: number | null;
  pearl: number | null;
  diamond: number | null;
  hardest: string | null;
  hardest_title: string | null;
  steps: number | null;
  class?: string;
  score?: number;
  stop?: string;
}

export interface CheckAnswer {
  call: "check";
  verdict: string;
  minimal: boolean | null;
  cells: string[];
  entries?: string;
  wrong: string[];
  complete: boolean;
  stop?: string;
}

export interface FormatFields {
  id: string;
  title: string;
  extensions: string[];
  reads: boolean;
  boards: string;
  edges: boolean;
  pencilmarks: boolean;
  entries: boolean;
  candidates: boolean;
}

export type Answer =
  | ReadAnswer
  | HintAnswer
  | RateAnswer
  | CheckAnswer
  | { call: "count"; puzzle: string; count: number; exact: boolean; stop?: string }
  | { call: "candidates"; status: string; candidates?: number[][]; stop?: string }
  | { call: "explain"; puzzle: string; profile: string; status: string; conclusion?: string; steps: ExplainStep[] }
  | { call: "solve"; status: string; solution?: string; solutions: number[][]; exact: boolean }
  | { call: "convert"; format: string; text: string; media_type: string; extension: string; left_out: string[] }
  | {
      call: "generate";
      seed: number;
      status: string;
      items: { index: number; puzzle: string; board: Board; solution: number[]; clues: number; minimal: boolean | null; rating?: number }[];
      stop?: string;
    }
  | { call: "techniques"; techniques: { id: string; title: string; ratings: Record<string, number> }[] }
  | {
      call: "registry";
      version: string;
      formats: FormatFields[];
      profiles: { id: string; has_scores: boolean }[];
      symmetries: string[];
      limits: Record<string, number>;
      capabilities: string[];
    };

export type Call = Request["call"];
export type AnswerOf<C extends Call> = Extract<Answer, { call: C }>;
