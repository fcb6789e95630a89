/** The rules of axe. */

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Returns the rules that a page violates, with the elements. */
export async function violations(page: Page): Promise<string[]> {
  // The page's policy forbids injected scripts; the debugger's evaluation is none.
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run: (context: Document) => Promise<{ violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] }> } };
    const found = await axe.run(document);
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html.slice(0, 160)} ${failureSummary}`).join("; ")}`);
  });
}
