import { describe, expect, it } from "vitest";
import type { CompareRow } from "./api";
import { costAxis, costBar, EMPTY, formOf, requestOf, SOURCES, successBar } from "./comparison";

const ROW: CompareRow = {
  algorithm: "tabu", runs: 10, solved: 9, success: 0.9, success_low: 0.6, success_high: 0.98,
  nodes_median: 100, nodes_median_low: 10, nodes_median_high: 1000,
  cpu_seconds_median: 0.01, cpu_seconds_median_low: 0.01, cpu_seconds_median_high: null,
};

describe("the form", () => {
  it("is read back from every request that it makes", () => {
    for (const source of SOURCES) {
      const form = { ...EMPTY, source, algorithms: ["norvig", "tabu:start=givens"], runs: "3", seed: "7", nodes: "5000", seconds: "0.5" };
      const filled = source === "text" ? { ...form, text: "1...\n2...\n", name: "mine.txt", count: EMPTY.count } : form;
      expect(formOf(requestOf(filled)), source).toEqual(filled);
    }
  });

  it("leaves out what is empty", () => {
    expect(requestOf({ ...EMPTY, algorithms: ["norvig"], nodes: "", seconds: "2" })).toEqual({ algorithms: ["norvig"], puzzles: "collection", runs: 1, seed: 1, ms: 2000 });
  });
});

describe("intervals", () => {
  it("are in their place", () => {
    expect(successBar(ROW)).toEqual({ low: 0.6, middle: 0.9, high: 0.98, open: false });
    expect(successBar({ ...ROW, success: null })).toBeUndefined();
    const axis = costAxis([ROW, { ...ROW, nodes_median: null, nodes_median_low: null, nodes_median_high: null }], "nodes");
    const bar = costBar(ROW, "nodes", axis);
    expect(bar?.middle).toBeCloseTo(0.5, 9);
    expect(bar && bar.low > 0 && bar.low < bar.middle && bar.high > bar.middle && bar.high < 1).toBe(true);
  });

  it("without an upper end are open", () => {
    const bar = costBar(ROW, "cpu_seconds", costAxis([ROW], "cpu_seconds"));
    expect(bar).toMatchObject({ high: 1, open: true });
    expect(costBar({ ...ROW, nodes_median: null }, "nodes", [0, 1])).toBeUndefined();
    expect(costAxis([], "nodes")).toBeUndefined();
  });
});
