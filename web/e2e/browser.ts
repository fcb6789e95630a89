/** A browser for the tests, and what every page of them is checked for. */

import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect } from "vitest";

export const URL_OF_APP = (process.env["QUADRILLE_URL"] ?? "http://127.0.0.1:4173").replace(/\/?$/, "/");

/** What a page did that none may: scripts that failed, policies that were violated, other hosts. */
const complaints: string[] = [];
let browser: Browser;
let contexts: BrowserContext[] = [];

/** Opens the browser for the tests of a file. */
export function useBrowser(): void {
  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: process.env["CHROMIUM"]?.includes("/") ? process.env["CHROMIUM"] : `/usr/bin/${process.env["CHROMIUM"] ?? "chromium"}`,
      // In containers the browser runs as root, where its sandbox cannot.
      args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
    });
  });
  afterEach(async () => {
    await Promise.all(contexts.map((context) => context.close()));
    contexts = [];
    expect(complaints.splice(0)).toEqual([]);
  });
  afterAll(() => browser.close());
}

/** A profile of its own: nothing is kept from other tests. */
export async function profile(options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: "en-US", colorScheme: "light", ...options });
  context.setDefaultTimeout(15_000);
  contexts.push(context);
  // The policy's own event tells of violations that the console does not show.
  await context.addInitScript(() => {
    addEventListener("securitypolicyviolation", (event) => console.error(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`));
  });
  return context;
}

/** Opens a page of the app. `offline` is for tests in which the server may be away. */
export async function open(context: BrowserContext, hash = "#/learn", offline = false): Promise<Page> {
  const page = await context.newPage();
  page.on("pageerror", (error) => complaints.push(`${error.name}: ${error.message}\n${error.stack ?? ""}`));
  page.on("console", (message) => {
    if (message.type() !== "error") return;
    const text = message.text();
    // The browser itself reports answers such as 404 and 409, which the tests ask for.
    if (/Failed to load resource/.test(text) && (offline || /status of 4\d\d/.test(text))) return;
    if (offline && /ERR_(CONNECTION|INCOMPLETE|EMPTY)/.test(text)) return;
    complaints.push(text);
  });
  page.on("request", (request) => {
    if (!/^(http:\/\/127\.0\.0\.1|data:|blob:)/.test(request.url())) complaints.push(`a request to ${request.url()}`);
  });
  await page.goto(URL_OF_APP + hash);
  await page.waitForSelector("main h1", { state: "attached" });
  return page;
}
