/** The engine of this page. */

import { HttpEngine, isAbort, Refusal, type Engine } from "../core/engine";
import { refused } from "./access";
import { t } from "./settings";

const http = new HttpEngine();

export const engine: Engine = {
  async call(request, signal) {
    try {
      return await http.call(request, signal);
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
