/**
 * Compares the answers of the module with those of every other shell, byte for byte but for times. The first argument is
 * the file with questions, boards and answers that the test `one_json` of crates/quadrille writes; the second is the
 * module, if it is not the one beside this file. `cargo xtask contract` calls it so.
 */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { Quadrille } from "./engine.js";

const [file, path = new URL("./quadrille.wasm", import.meta.url)] = process.argv.slice(2);
const { questions, boards, answers } = JSON.parse(readFileSync(file, "utf8"));
const module = await WebAssembly.compile(readFileSync(path));
const engine = new Quadrille(module);
const { memory, allocate, call, release } = new WebAssembly.Instance(module, { quadrille: { now: () => performance.now() } }).exports;

/** The bytes of an answer, which `engine.js` parses. */
function written(request) {
  const bytes = new TextEncoder().encode(JSON.stringify(request));
  const data = allocate(bytes.length) >>> 0;
  new Uint8Array(memory.buffer, data, bytes.length).set(bytes);
  const place = BigInt.asUintN(64, call(data, bytes.length));
  release(data, bytes.length);
  const [at, length] = [Number(place >> 32n), Number(place & 0xffff_ffffn)];
  const text = new TextDecoder().decode(new Uint8Array(memory.buffer, at, length));
  release(at, length);
  return text;
}

const timeless = (text) => text.replace(/"(seconds|cpu_seconds)":[^,}]+/g, '"$1":0');

let count = 0;
for (const [nth, question] of questions.entries()) {
  const ms = question.call === "convert" ? {} : { ms: 60_000 };
  for (const [board, puzzle] of boards.entries()) {
    const request = { ...question, ...ms, puzzle };
    const expected = answers[nth][board];
    assert.equal(timeless(written(request)), expected, JSON.stringify(request));
    assert.deepEqual(JSON.parse(timeless(JSON.stringify(engine.call(request)))), JSON.parse(expected), JSON.stringify(request));
    count += 1;
  }
}
console.log(`${count} answers of the module are those of the other shells`);
