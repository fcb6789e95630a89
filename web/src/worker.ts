/** The engine in a worker, for pages without a server: receives the compiled module, then requests. */

import { Quadrille, QuadrilleError } from "../../crates/wasm/npm/engine.js";
import type { Asked, Said } from "./core/worker-engine";

let engine: Quadrille | undefined;

const say = (said: Said): void => postMessage(said);

addEventListener("message", ({ data }: MessageEvent<Asked>) => {
  if ("module" in data) {
    engine = new Quadrille(data.module);
    return;
  }
  try {
    say({ answer: engine?.call(data.request as never) });
  } catch (error) {
    const detail = error instanceof QuadrilleError ? error.detail : { error: "internal", message: String(error), cells: [] };
    say({ refusal: detail });
  }
});
