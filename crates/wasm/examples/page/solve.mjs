/** The same as main.ts in Node: `node solve.mjs`. */

import assert from "node:assert/strict";
import { load } from "quadrille";

const puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const engine = await load();
const { status, solution } = engine.call({ call: "solve", puzzle });
assert.equal(status, "solved");
assert.equal(solution, "534678912672195348198342567859761423426853791713924856961537284287419635345286179");
