import { describe, expect, test } from "vitest";
import { costCurve, frameAt, lengthOf, nextNodes, nodesAt, placeOf, previousNodes } from "./playback";
import { houseCells, houses } from "./shape";
import { gaugeAt, lastAtMost, readTraces, TraceError, type Trace } from "./trace";

/** Written by `quadrille solve --with NAME --seed 1 --nodes N --trace FILE`. */
const FILES = import.meta.glob<string>("./fixtures/*.trace", { query: "?raw", import: "default", eager: true });
const texts = Object.entries(FILES).map(([path, text]) => ({ name: path.replace(/.*\/|\.trace$/g, ""), text }));
const only = (text: string): Trace => {
  const [trace] = readTraces(text);
  if (!trace) throw new Error("no trace");
  return trace;
};
const named = (name: string): Trace => only(texts.find((file) => file.name === name)?.text ?? "");

/** The cost of a board, counted plainly. */
function missing(trace: Trace, board: Uint8Array): number {
  const { side } = trace.shape;
  return houses(trace.shape).reduce((sum, house) => {
    const seen = new Set(houseCells(trace.shape, house).map((cell) => board[cell]));
    seen.delete(0);
    return sum + side - seen.size;
  }, 0);
}

describe.each(texts)("$name", ({ text }) => {
  const trace = only(text);

  test("boards are the same in any order, and cost what is said", () => {
    expect(trace.frames).toBeGreaterThan(2);
    const forward: string[] = [];
    const board = new Uint8Array(81);
    for (let frame = 0; frame < trace.frames; frame += 1) {
      trace.fill(frame, board);
      forward.push(board.join(""));
      expect(trace.cost[frame]).toBe(missing(trace, board));
      if (trace.best[frame] !== (trace.best[frame - 1] ?? 243)) expect(trace.best[frame]).toBe(trace.cost[frame]);
      for (const [cell, given] of trace.givens.entries()) if (given > 0) expect(board[cell]).toBe(given);
    }
    for (let frame = trace.frames - 1; frame >= 0; frame -= 7) {
      trace.fill(frame, board);
      expect(board.join("")).toBe(forward[frame]);
    }
  });

  test("nodes and the best cost never turn back, and steps reach every change", () => {
    for (let frame = 1; frame < trace.frames; frame += 1) {
      expect(trace.nodes[frame]).toBeGreaterThanOrEqual(trace.nodes[frame - 1] ?? 0);
      expect(trace.best[frame]).toBeLessThanOrEqual(trace.best[frame - 1] ?? 0);
    }
    const [forward, back]: [number[], number[]] = [[], []];
    for (let at = nextNodes([trace], -1); at !== undefined; at = nextNodes([trace], at)) forward.push(at);
    for (let at: number | undefined = lengthOf([trace]); at !== undefined; at = previousNodes([trace], at)) back.push(trace.nodes[frameAt(trace, at)] ?? -1);
    expect(forward).toEqual([...new Set(trace.nodes)]);
    expect(back.reverse()).toEqual(forward);
  });

  test("a trace that was cut off is read as far as it goes", () => {
    const half = only(text.slice(0, text.lastIndexOf("\n", text.length / 2) + 1));
    expect(half.stop).toBeUndefined();
    expect(half.frames).toBeLessThan(trace.frames);
  });
});

test("counts are those that the program reports", () => {
  const trace = named("dfs-mrv");
  expect([trace.node, trace.totals.get("placement"), trace.stop]).toEqual(["placement", 400, "nodes"]);
  expect(Math.max(...trace.depth)).toBeGreaterThan(10);
});

test("gauges are found by the nodes at which they were shown", () => {
  const gauge = named("ant-colony").gauges.get("pheromone");
  expect(gauge?.values[0]?.length).toBe(729);
  expect(gauge && gaugeAt(gauge, (gauge.nodes[0] ?? 0) - 1)).toBeUndefined();
  expect(gauge && gaugeAt(gauge, Infinity)).toBe(gauge?.values.at(-1));
});

test("several traces, either version, and a chosen counter", () => {
  const [first, second] = texts;
  const two = readTraces(`${first?.text ?? ""}${second?.text.replace("quadrille-trace 2", "quadrille-trace 1") ?? ""}`, 4, "accepted");
  expect(two.length).toBe(2);
  expect(readTraces(texts.map(({ text }) => text).join(""), 3).length).toBe(3);
});

test.each([
  ["", 1],
  ["quadrille-trace 3\n", 1],
  ["quadrille-trace 2\npuzzle 9x9 .\n", 2],
  ["quadrille-trace 2\npuzzle 2x2 1...\nmethod a\nseed x\n", 4],
  ["quadrille-trace 2\npuzzle 2x2 1...\nmethod a\nseed 1\ncounters a b\nstarted\n", 6],
  ["quadrille-trace 2\npuzzle 2x2 1...\nmethod a\nseed 1\ncounters a b\nat : 0 1=2\n", 6],
  ["quadrille-trace 2\npuzzle 2x2 1...\nmethod a\nseed 1\ncounters a b\nat 2+1 : 0 = 1\n", 6],
  ["quadrille-trace 2\npuzzle 2x2 1...\nmethod a\nseed 1\ncounters a b\nat 1+x : 0 = 1\n", 6],
  ["quadrille-trace 2\npuzzle 2x2 1...\nmethod a\nseed 1\ncounters a b\nimproved : 1 = 1 2 3 4 5 1 1 1 1 1 1 1 1 1 1 1\n", 6],
  ["quadrille-trace 2\npuzzle 2x2 1...\nmethod a\nseed 1\ncounters a b\nfled : 1\n", 6],
])("%j is refused at line %i", (text, line) => {
  expect(() => readTraces(text)).toThrow(TraceError);
  try {
    readTraces(text);
  } catch (error) {
    expect(error instanceof TraceError && error.line).toBe(line);
  }
});

test("the axis leads there and back", () => {
  for (const length of [1, 7, 1000, 2 ** 31]) {
    expect(nodesAt(0, length)).toBe(0);
    expect(nodesAt(1, length)).toBe(length);
    for (const nodes of [0, 1, 5, length]) if (nodes <= length) expect(nodesAt(placeOf(nodes, length), length)).toBe(nodes);
  }
  expect(lastAtMost([1, 1, 2, 5], 1)).toBe(1);
  expect(lastAtMost([1], 0)).toBe(-1);
});

test("a curve keeps its extremes", () => {
  const trace = named("annealing-r4");
  const thin = costCurve(trace, "cost", 20);
  expect(thin.thinned && thin.x.length <= 22).toBe(true);
  expect(Math.min(...thin.y)).toBe(Math.min(...trace.cost));
  expect(costCurve(trace, "best", 1e6).y).toEqual([...trace.best]);
});

test("ten megabytes are read within a second", () => {
  const [head = "", tail = ""] = (texts.find(({ name }) => name === "dfs-mrv")?.text ?? "").split(/(?<=started :\n)/);
  const events = tail.split("\n").filter((line) => line.startsWith("at "));
  const whole = tail.slice(0, tail.indexOf("\n") + 1);
  let text = head + whole;
  const block = `${events.join("\n")}\n`;
  text += block.repeat(Math.ceil(10_000_000 / block.length));
  const start = performance.now();
  const trace = only(text);
  expect(trace.frames).toBeGreaterThan(100_000);
  // A tenth of a second on an idle machine; a bound here that a busy one keeps.
  expect(performance.now() - start).toBeLessThan(5000);
  console.log(`${(text.length / 1e6).toFixed(1)} MB, ${trace.frames} frames: ${Math.round(performance.now() - start)} ms`);
}, 30_000);
