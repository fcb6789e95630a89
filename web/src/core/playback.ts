/**
 * Several traces on one axis: the nodes counted, on a logarithmic scale, so that the first moves of a
 * search and its millionth are both seen.
 */

import { lastAtMost, type Trace } from "./trace";

/** The nodes at which the last of the traces ends. */
export function lengthOf(traces: readonly Trace[]): number {
  return Math.max(1, ...traces.map((trace) => trace.nodes[trace.frames - 1] ?? 0));
}

/** Returns the nodes at a place from 0 to 1 of the axis. */
export const nodesAt = (place: number, length: number): number => Math.floor(Math.expm1(place * Math.log1p(length)) + 1e-6);
/** Returns the place of a number of nodes on the axis. */
export const placeOf = (nodes: number, length: number): number => Math.min(1, Math.log1p(nodes) / Math.log1p(length));

/** Returns the frame that a trace shows at that many nodes: the first before anything is counted. */
export const frameAt = (trace: Trace, nodes: number): number => Math.max(0, lastAtMost(trace.nodes, nodes));

/** Returns the next number of nodes at which some board changes; undefined at the end. */
export function nextNodes(traces: readonly Trace[], nodes: number): number | undefined {
  const next = traces.flatMap((trace) => trace.nodes[lastAtMost(trace.nodes, nodes) + 1] ?? []);
  return next.length > 0 ? Math.min(...next) : undefined;
}

/** Returns the number of nodes of the boards before those at `nodes`; undefined at the beginning. */
export function previousNodes(traces: readonly Trace[], nodes: number): number | undefined {
  const now = Math.max(...traces.map((trace) => trace.nodes[frameAt(trace, nodes)] ?? 0));
  const before = traces.flatMap((trace) => trace.nodes[lastAtMost(trace.nodes, now - 1)] ?? []);
  return before.length > 0 ? Math.max(...before) : undefined;
}

/** Points of a curve: nodes, and costs. */
export interface Curve {
  readonly x: number[];
  readonly y: number[];
  /** Whether points were omitted. */
  readonly thinned: boolean;
}

/** Returns the cost of the boards of a trace, at most `most` points of it: the extremes of each stretch. */
export function costCurve(trace: Trace, which: "cost" | "best", most = 2000): Curve {
  const values = trace[which];
  const stretch = Math.ceil(trace.frames / (most / 2));
  const [x, y]: [number[], number[]] = [[], []];
  for (let from = 0; from < trace.frames; from += stretch) {
    let [low, high] = [from, from];
    for (let i = from; i < Math.min(from + stretch, trace.frames); i += 1) {
      if ((values[i] ?? 0) < (values[low] ?? 0)) low = i;
      if ((values[i] ?? 0) > (values[high] ?? 0)) high = i;
    }
    for (const i of low === high ? [low] : [Math.min(low, high), Math.max(low, high)]) {
      x.push(trace.nodes[i] ?? 0);
      y.push(values[i] ?? 0);
    }
  }
  return { x, y, thinned: stretch > 1 };
}
