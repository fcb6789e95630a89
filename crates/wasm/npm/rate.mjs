/** Measures how many puzzles of a file a second are solved and checked, JSON included: `node rate.mjs FILE`. */

import { readFileSync } from "node:fs";
import { load } from "./index.js";

const engine = await load();
const text = readFileSync(process.argv[2] ?? "puzzles.txt", "utf8");
for (const work of ["solve", "check"]) {
  let fastest = 0;
  for (let i = 0; i < 7; i += 1) {
    const begun = performance.now();
    const { length } = engine.lines({ work, text, ms: 60_000 });
    fastest = Math.max(fastest, length / (performance.now() - begun));
  }
  console.log(`${work}: ${Math.round(fastest)} thousand puzzles a second`);
}
