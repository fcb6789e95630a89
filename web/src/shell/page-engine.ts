/** The engine of this page: the server that it came from, or the module beside it. */

import { HttpEngine, isAbort, Refusal, type Engine } from "../core/engine";
import { refused } from "./access";
import { t } from "./settings";

/** Whether the page has no server; `cargo xtask wasm` marks such pages. */
export const isStatic = document.querySelector('meta[name="quadrille-engine"]')?.getAttribute("content") === "wasm";

/** Search runs up to four algorithms at once. */
const MOST_WORKERS = 4;

async function ownEngine(): Promise<Engine> {
  const { WorkerEngine } = await import("../core/worker-engine");
  // Compiled as a whole, since not every static host says that the file is WebAssembly.
  const module = fetch("./quadrille.wasm").then(async (response) => {
    if (!response.ok) throw new Error(`quadrille.wasm: status ${response.status}`);
    return WebAssembly.compile(await response.arrayBuffer());
  });
  const start = (): Worker => new Worker(new URL("../worker.ts", import.meta.url), { type: "module", name: "worker" });
  return new WorkerEngine(module, start, Math.max(1, Math.min(MOST_WORKERS, navigator.hardwareConcurrency - 1)));
}

const chosen: Engine | Promise<Engine> = isStatic ? ownEngine() : new HttpEngine();

export const engine: Engine = {
  async call(request, signal) {
    try {
      return await (await chosen).call(request, signal);
    } catch (error) {
      if (error instanceof Refusal && error.kind === "unauthorized") refused();
      throw error;
    }
  },
};

/** Returns what to tell the user about an error, undefined if nothing. */
export function explainError(error: unknown): string | undefined {
  if (isAbort(error)) return undefined;
  if (!(error instanceof Refusal)) return t("error.other", { message: String(error) });
  if (error.kind === "offline") return t("error.offline");
  if (error.kind === "busy" || error.kind === "too-many-requests") return t("error.busy");
  return t("error.other", { message: error.message });
}
