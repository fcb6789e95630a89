import type { Quadrille } from "./engine.js";

export * from "./engine.js";

/** Loads the engine: from the file beside this one, or from a module or its bytes. */
export function load(source?: WebAssembly.Module | BufferSource): Promise<Quadrille>;
