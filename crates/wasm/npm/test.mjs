/**
 * Compares the module with the native program. Reads what `cargo run -p quadrille-wasm --example answers`
 * prints; `cargo xtask wasm` calls it so.
 */

import assert from "node:assert/strict";
import { createInterface } from "node:readline";
import { load, QuadrilleError } from "./index.js";

const engine = await load();
const timeless = (answer) => ({ ...answer, seconds: 0 });

let runs = 0;
const algorithms = new Set();
let request;
for await (const line of createInterface({ input: process.stdin })) {
  if (request === undefined) request = JSON.parse(line);
  else {
    assert.deepEqual(timeless(engine.call(request)), timeless(JSON.parse(line)), `${request.algorithm} on ${request.puzzle}`);
    algorithms.add(request.algorithm);
    request = undefined;
    runs += 1;
  }
}
assert.ok(algorithms.size >= 40, `${algorithms.size} algorithms`);
console.log(`${runs} runs of ${algorithms.size} algorithms: results, counters and traces as natively`);

assert.equal(engine.call({ call: "solve", puzzle: "1" }).status, "invalid");
assert.throws(() => engine.call({ call: "fly" }), (error) => error instanceof QuadrilleError && error.kind === "bad-request");
assert.throws(() => engine.lines({ work: "fly", text: "" }), QuadrilleError);
const [checked] = engine.lines({ work: "check", text: "1".padEnd(16, ".") });
assert.deepEqual([checked.line, checked.verdict], [1, "multiple"]);
assert.equal(engine.lines({ work: "solve", text: `${".".repeat(81)}\n`.repeat(3000) }).length, 3000);
// Limits end what would take too long, and the engine goes on.
const empty = ".".repeat(625);
const begun = performance.now();
assert.equal(engine.call({ call: "count", puzzle: empty, limit: 0, ms: 200 }).exact, false);
assert.ok(performance.now() - begun < 5000);
assert.equal(engine.call({ call: "solve", puzzle: "1".padEnd(16, ".") }).status, "solved");
console.log("errors, limits and many puzzles: as they should be");
