/** What a comparison is asked for, and how its intervals are drawn. */

import type { CompareRequest, CompareRow } from "./api";

/** Where the puzzles are from. */
export const SOURCES = ["collection", "random-norvig", "lewis", "generate", "text"] as const;
export type SourceId = (typeof SOURCES)[number];

/** What the form holds, as it is typed. */
export interface Form {
  readonly source: SourceId;
  /** How many puzzles a source makes. */
  readonly count: string;
  /** Side and fill in percent of `lewis`. */
  readonly side: string;
  readonly fill: string;
  readonly text: string;
  /** The name of the file that the text is from. */
  readonly name: string;
  readonly algorithms: readonly string[];
  readonly runs: string;
  readonly seed: string;
  readonly nodes: string;
  /** Wall time of a run in seconds, or empty. */
  readonly seconds: string;
}

export const EMPTY: Form = {
  source: "collection", count: "100", side: "16", fill: "50", text: "", name: "", algorithms: [], runs: "1", seed: "1", nodes: "1000000", seconds: "",
};

/** Returns the puzzles as a request names them. */
function puzzlesOf(form: Form): string {
  switch (form.source) {
    case "collection": return "collection";
    case "lewis": return `lewis:${form.side},${form.fill},${form.count}`;
    case "text": return form.text;
    default: return `${form.source}:${form.count}`;
  }
}

/** Returns the number that a field holds; undefined if it is empty. */
const number = (text: string): number | undefined => (text.trim() === "" ? undefined : Number(text));

/** Returns the request that a form describes. */
export function requestOf(form: Form): CompareRequest {
  const { source, name, algorithms } = form;
  const fields = { runs: number(form.runs), seed: number(form.seed), nodes: number(form.nodes) };
  const seconds = number(form.seconds);
  const request: Record<string, unknown> = { algorithms: [...algorithms], puzzles: puzzlesOf(form) };
  if (source === "text" && name !== "") request["name"] = name;
  for (const [key, value] of Object.entries(fields)) if (value !== undefined) request[key] = value;
  if (seconds !== undefined) request["ms"] = Math.max(1, Math.round(seconds * 1000));
  return request as CompareRequest;
}

/** Returns the form that describes a request, to change it and run it again. */
export function formOf(request: CompareRequest): Form {
  const { puzzles } = request;
  const text = (value: number | null | undefined): string => (value === null || value === undefined ? "" : String(value));
  const rest = {
    algorithms: request.algorithms ?? [], runs: text(request.runs ?? 1), seed: text(request.seed ?? 1), nodes: text(request.nodes),
    seconds: request.ms === null || request.ms === undefined ? "" : String(request.ms / 1000),
  };
  const made = /^(random-norvig|generate):(\d+)$/.exec(puzzles);
  if (puzzles === "collection") return { ...EMPTY, ...rest, source: "collection" };
  if (made) return { ...EMPTY, ...rest, source: made[1] as SourceId, count: made[2] ?? "" };
  const lewis = /^lewis:(\d+),(\d+),(\d+)$/.exec(puzzles);
  if (lewis) return { ...EMPTY, ...rest, source: "lewis", side: lewis[1] ?? "", fill: lewis[2] ?? "", count: lewis[3] ?? "" };
  return { ...EMPTY, ...rest, source: "text", text: puzzles, name: request.name ?? "" };
}

/** A bar from `low` to `high` with a mark at `middle`, each from 0 to 1; `open` if it has no upper end. */
export interface Bar {
  readonly low: number;
  readonly middle: number;
  readonly high: number;
  readonly open: boolean;
}

/** Returns the interval of a success rate. */
export function successBar(row: CompareRow): Bar | undefined {
  const { success, success_low: low, success_high: high } = row;
  if (success === null || low === null || high === null) return undefined;
  return { low, middle: success, high, open: false };
}

type Cost = "nodes" | "cpu_seconds";

/** Returns the ends of a logarithmic axis on which all medians of a cost and their intervals are. */
export function costAxis(rows: readonly CompareRow[], cost: Cost): readonly [number, number] | undefined {
  const ends = rows.flatMap((row) => [row[`${cost}_median`], row[`${cost}_median_low`], row[`${cost}_median_high`]]);
  const known = ends.filter((value): value is number => value !== null && value > 0);
  if (known.length === 0) return undefined;
  const [least, most] = [Math.min(...known), Math.max(...known)];
  return [Math.log10(least) - 0.05, Math.log10(most) + 0.05];
}

/** Returns the interval of a median on an axis. */
export function costBar(row: CompareRow, cost: Cost, axis: readonly [number, number] | undefined): Bar | undefined {
  const median = row[`${cost}_median`];
  if (median === null || !(median > 0) || axis === undefined) return undefined;
  const at = (value: number): number => (Math.log10(value) - axis[0]) / (axis[1] - axis[0]);
  const [low, high] = [row[`${cost}_median_low`], row[`${cost}_median_high`]];
  return { low: low !== null && low > 0 ? at(low) : at(median), middle: at(median), high: high === null ? 1 : at(high), open: high === null };
}
