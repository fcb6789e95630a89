/**
 * The guided tour: ten pages, each with runs that show what it says. What a page claims is checked on
 * its own runs, so that no page can say what its search does not show.
 */

import { FIRST } from "./samples";
import type { Trace } from "./trace";

/** A run of a page. */
export interface TourRun {
  readonly algorithm: string;
  readonly seed: number;
}

/** What a claim is about. */
export interface Facts {
  readonly status: string;
  readonly trace: Trace;
}

export interface TourPage {
  readonly id: TourId;
  readonly puzzle: string;
  readonly runs: readonly TourRun[];
  readonly nodes: number;
  /** Whether the runs show what the page says. */
  claim(facts: readonly Facts[]): boolean;
}

export const TOUR_IDS = ["order", "propagation", "heuristic", "stuck", "temperature", "cross-entropy", "ants", "chance", "reports", "mistakes"] as const;
export type TourId = (typeof TOUR_IDS)[number];

/** Hard for searches without propagation. */
const HARD = "85...24..72......9..4.........1.7..23.5...9...4...........8..7..17..........36.4.";
/** Arto Inkala's puzzle of 2012. */
const VERY_HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

const runs = (...algorithms: readonly string[]): TourRun[] => algorithms.map((algorithm) => ({ algorithm, seed: 1 }));
const total = (facts: Facts | undefined, counter?: string): number => facts?.trace.totals.get(counter ?? facts.trace.node) ?? NaN;
const solved = (facts: Facts | undefined): boolean => facts?.status === "solved";
const least = (facts: Facts | undefined): number => facts?.trace.best[facts.trace.frames - 1] ?? NaN;

/** The largest share of a digit in a cell, on average over the cells, in the last values of a gauge. */
function certainty(facts: Facts | undefined, gauge: string): number {
  const values = facts?.trace.gauges.get(gauge)?.values.at(-1);
  const side = facts?.trace.shape.side ?? 1;
  if (!values) return NaN;
  let sum = 0;
  for (let from = 0; from < values.length; from += side) {
    const cell = values.subarray(from, from + side);
    const all = cell.reduce((sum, value) => sum + value, 0);
    sum += all > 0 ? Math.max(...cell) / all : 1;
  }
  return sum / (values.length / side);
}

export const TOUR: readonly TourPage[] = [
  {
    id: "order", puzzle: HARD, nodes: 400_000, runs: runs("dfs-row", "dfs-column", "dfs-random", "dfs-mrv"),
    claim: ([row, column, random, mrv]) => total(row) > 4 * total(column) && total(column) > 10 * total(mrv) && !solved(random) && solved(mrv),
  },
  {
    id: "propagation", puzzle: HARD, nodes: 100_000, runs: runs("dfs-mrv", "norvig"),
    claim: ([mrv, norvig]) => solved(mrv) && solved(norvig) && total(mrv) > 100 * total(norvig, "branch"),
  },
  {
    id: "heuristic", puzzle: HARD, nodes: 100_000, runs: runs("dfs-column", "dfs-mrv", "greedy-remaining", "a-star"),
    claim: ([column, mrv, greedy, star]) => total(column) > 10 * total(mrv) && total(greedy) === total(star) && Math.abs(total(star) / total(mrv) - 1) < 0.2,
  },
  {
    id: "stuck", puzzle: HARD, nodes: 1_000_000, runs: runs("hill-climbing", "hill-climbing-restarts"),
    claim: ([once, again]) => once?.status === "stuck" && least(once) > 0 && solved(again) && total(again, "restart") > 10,
  },
  {
    id: "temperature", puzzle: HARD, nodes: 200_000, runs: runs("annealing:temperature=0.1", "annealing", "annealing:temperature=1.5"),
    claim: ([cold, warm, hot]) => solved(warm) && !solved(cold) && !solved(hot) && total(hot, "accepted") > 5 * total(cold, "accepted") && least(hot) > least(cold),
  },
  {
    id: "cross-entropy", puzzle: HARD, nodes: 200_000, runs: runs("cross-entropy:start=givens", "cross-entropy-cell", "cross-entropy-multinomial"),
    claim: ([good, cell, multinomial]) => solved(good) && cell?.status === "stuck" && multinomial?.status === "stuck",
  },
  {
    id: "ants", puzzle: VERY_HARD, nodes: 20_000, runs: [{ algorithm: "ant-colony", seed: 4 }, { algorithm: "ant-colony:evaporation=0", seed: 4 }],
    claim: ([learning, fixed]) => solved(learning) && solved(fixed) && certainty(learning, "pheromone") > 0.9 && certainty(fixed, "pheromone") < 0.5,
  },
  {
    id: "chance", puzzle: HARD, nodes: 1_000_000, runs: [1, 2, 3, 4].map((seed) => ({ algorithm: "annealing", seed })),
    claim: (facts) => facts.every(solved) && Math.max(...facts.map((one) => total(one))) > 3 * Math.min(...facts.map((one) => total(one))),
  },
  {
    id: "reports", puzzle: FIRST, nodes: 200_000, runs: runs("norvig", "annealing-r0", "annealing-r0:start=givens", "hill-climbing"),
    claim: ([norvig, propagated, givens, climbing]) => solved(norvig) && solved(propagated) && !solved(givens) && climbing?.status === "stuck",
  },
  {
    id: "mistakes", puzzle: FIRST, nodes: 50_000, runs: runs("elimination-dfs-original", "elimination-dfs", "rbfs-original", "rbfs"),
    claim: ([wrong, mended, endless, rbfs]) => wrong?.status === "wrong" && solved(mended) && endless?.status === "limit" && solved(rbfs),
  },
];
