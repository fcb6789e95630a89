import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join, normalize } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { violations } from "./axe";
import { open, profile, URL_OF_APP, useBrowser } from "./browser";

useBrowser();

const PAGES = process.env["QUADRILLE_PAGES"];
const HARD = "85...24..72......9..4.........1.7..23.5...9...4...........8..7..17..........36.4.";
const SEARCH = `#/search?p=${HARD}&a=dfs-mrv;tabu:start=givens;annealing;cross-entropy&seed=7&nodes=50000`;

let server: Server;
let app: string;
const types: Record<string, string> = { html: "text/html", js: "text/javascript", css: "text/css", svg: "image/svg+xml" };

beforeAll(async () => {
  // As simple a host as there can be: files, and nothing that knows WebAssembly.
  server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? "/", "http://host").pathname.replace(/^\/sub\//, "/"));
    try {
      const file = path === "/" ? "/index.html" : path;
      const content = readFileSync(join(PAGES ?? "", file));
      response.writeHead(200, { "content-type": types[file.split(".").at(-1) ?? ""] ?? "application/octet-stream" }).end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  app = `http://127.0.0.1:${(server.address() as AddressInfo).port}/sub/`;
});
afterAll(() => server.close());

/** Opens a view without a server. Nothing may be asked for that a static host does not have. */
async function opened(hash: string): Promise<Page> {
  const page = await (await profile({ reducedMotion: "reduce" })).newPage();
  const wrong: string[] = [];
  page.on("response", (response) => { if (!response.ok()) wrong.push(`${response.status()} ${response.url()}`); });
  page.on("pageerror", (error) => wrong.push(String(error)));
  page.on("console", (message) => { if (message.type() === "error") wrong.push(message.text()); });
  page.on("close", () => expect(wrong).toEqual([]));
  await page.goto(app + hash);
  await page.waitForSelector("main h1", { state: "attached" });
  return page;
}

const rows = (page: Page): Promise<string[][]> =>
  page.locator(".results tbody tr").evaluateAll((rows) => rows.map((row) => [...row.children].slice(0, 5).map((cell) => cell.textContent?.trim() ?? "")));

// `cargo xtask wasm` makes the pages, which takes minutes.
describe.skipIf(PAGES === undefined)("pages without a server", () => {
  test("the same run served and static is the same", async () => {
    const [own, served] = await Promise.all([opened(SEARCH), open(await profile({ reducedMotion: "reduce" }), SEARCH)]);
    for (const page of [own, served]) await page.locator(".results tbody tr").nth(3).waitFor({ timeout: 30_000 });
    expect(await rows(own)).toEqual(await rows(served));
    // The boards at the end, pixel by pixel, and what every call answers, byte by byte.
    const pictures = (page: Page): Promise<string[]> => page.locator("canvas.run-board").evaluateAll((boards) => boards.map((board) => (board as HTMLCanvasElement).toDataURL()));
    expect(await pictures(own)).toEqual(await pictures(served));
    const calls = [
      { call: "search", puzzle: HARD, algorithm: "ant-colony", seed: 3, nodes: 20 },
      { call: "solve", puzzle: HARD }, { call: "hint", puzzle: HARD, level: 4, lang: "fr" }, { call: "rate", puzzle: HARD },
      { call: "generate", seed: 5, count: 2, symmetry: "half-turn" }, { call: "canon", puzzle: HARD }, { call: "explain", puzzle: HARD },
      { call: "solve", puzzle: "11" }, { call: "replay", board: { size: 4 }, moves: ["r1c1=4", "pass", "r4c4=1"] },
    ];
    const untimed = (text: string): string => text.replace(/"(\w*seconds\w*)":[\d.e+-]+/g, '"$1":0');
    for (const request of calls) {
      const fromServer = await served.evaluate(async (request) => {
        const init = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(request) };
        // Both through the same parser, since the module is asked through objects.
        return JSON.stringify(await (await fetch("./api/v1/call", init)).json());
      }, request);
      const fromModule = await own.evaluate(async (request) => {
        const worker = new Worker("./worker.js", { type: "module" });
        worker.postMessage({ module: await WebAssembly.compile(await (await fetch("./quadrille.wasm")).arrayBuffer()) });
        const said = await new Promise<{ answer?: unknown; refusal?: unknown }>((done) => {
          worker.onmessage = ({ data }) => done(data as { answer?: unknown });
          worker.postMessage({ request });
        });
        worker.terminate();
        return JSON.stringify(said.answer ?? said.refusal);
      }, request);
      expect(untimed(fromModule), request.call).toBe(untimed(fromServer));
    }
    await own.close();
  });

  test("every view works as far as it can, and says what needs a server", async () => {
    const learn = await opened("#/learn");
    await learn.getByRole("button", { name: /^Hint/ }).first().click();
    await learn.getByText(/row|column|box/i).first().waitFor();
    expect(await violations(learn)).toEqual([]);
    await learn.close();
    const lab = await opened("#/lab");
    await lab.getByRole("button", { name: "Estimate" }).click();
    await lab.locator(".lab-plan .command").waitFor({ timeout: 30_000 });
    expect(await lab.getByRole("button", { name: "Start", exact: true }).count()).toBe(0);
    await lab.getByText("Comparisons run on a server").waitFor();
    expect(await violations(lab)).toEqual([]);
    await lab.close();
    const play = await opened("#/play");
    await play.getByText("Games are kept by a server").waitFor();
    expect(await violations(play)).toEqual([]);
    // Records are replayed by the module.
    const record = new URL("../../crates/api/tests/records/two-pass-end.jsonl", import.meta.url).pathname;
    await play.locator("input[type=file]").setInputFiles(record);
    await play.locator("#board").waitFor();
    const first = await play.locator(".player-score").allTextContents();
    await play.getByRole("combobox", { name: "Game" }).selectOption("1");
    await expect.poll(() => play.locator(".player-score").allTextContents()).not.toEqual(first);
    await play.close();
    const tour = await opened("#/search/tour/temperature");
    await tour.locator(".claim").waitFor({ timeout: 30_000 });
    await tour.close();
  });

  test("a long call is cancelled by a newer one", async () => {
    const page = await opened(`#/search?p=${".".repeat(81)}&a=dfs-random&seed=1&nodes=1000000000`);
    await page.getByRole("spinbutton", { name: /Nodes/ }).fill("1000");
    await page.evaluate(() => document.querySelector<HTMLFormElement>(".search-form")?.requestSubmit());
    await page.locator(".results tbody tr").first().waitFor({ timeout: 8000 });
    await page.close();
  });
});

test("the served page has no module", async () => {
  expect((await fetch(`${URL_OF_APP}quadrille.wasm`)).status).toBe(404);
});
