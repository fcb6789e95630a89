/** The engine with the file of its module, which is beside this one. */

import { Quadrille, QuadrilleError } from "./engine.js";

export { Quadrille, QuadrilleError };

const NEEDS = "this runtime has no WebAssembly with 128-bit SIMD; browsers since 2023 and Node 20 have it";

/** A module of one instruction of fixed-width SIMD: `i32.const 0; i8x16.splat; drop`. */
const PROBE = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 10, 9, 1, 7, 0, 65, 0, 253, 15, 26, 11]);

async function compiled(source) {
  if (source instanceof WebAssembly.Module) return source;
  if (source !== undefined) return WebAssembly.compile(source);
  const place = new URL("./quadrille.wasm", import.meta.url);
  if (place.protocol === "file:") {
    const { readFile } = await import("node:fs/promises");
    return WebAssembly.compile(await readFile(place));
  }
  return WebAssembly.compileStreaming(fetch(place));
}

/** Loads the engine: from the file beside this one, or from a module or its bytes. */
export async function load(source) {
  if (!WebAssembly.validate(PROBE)) throw new Error(NEEDS);
  return new Quadrille(await compiled(source));
}
