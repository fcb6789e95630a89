import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { TOUR_IDS } from "../src/core/tour";
import { violations } from "./axe";
import { open, profile, useBrowser } from "./browser";

useBrowser();

const PROGRAM = process.env["QUADRILLE_PROGRAM"];
const HARD = "85...24..72......9..4.........1.7..23.5...9...4...........8..7..17..........36.4.";
const LINK = `#/search?p=${HARD}&a=dfs-mrv;tabu:start=givens;annealing;cross-entropy&seed=7&nodes=100000`;

/** The rows of the table of runs, as text. */
const rows = (page: Page): Promise<string[][]> =>
  page.locator(".results tbody tr").evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent?.trim() ?? "")));
const position = (page: Page): Promise<number> =>
  page.locator(".controls .position").textContent().then((text) => Number(/^([\d,]+)/.exec(text ?? "")?.[1]?.replaceAll(",", "")));
/** The captions of the boards, which screen readers are told. */
const captions = (page: Page): Promise<(string | null)[]> => page.locator(".run-board").evaluateAll((boards) => boards.map((board) => board.getAttribute("aria-label")));
/** The pixels of the boards. */
const pictures = (page: Page): Promise<string[]> => page.locator("canvas.run-board").evaluateAll((boards) => boards.map((board) => (board as HTMLCanvasElement).toDataURL()));

async function searched(hash = LINK): Promise<Page> {
  const page = await open(await profile({ reducedMotion: "reduce" }), hash);
  await page.locator(".results tbody tr").first().waitFor();
  return page;
}

test("a link repeats its runs, here and on the command line", async () => {
  const [first, again] = await Promise.all([searched(), searched()]);
  const table = await rows(first);
  expect(table.map(([name]) => name)).toEqual(["dfs-mrv", "tabu:start=givens", "annealing", "cross-entropy"]);
  // All but the times.
  const counted = (all: string[][]): string[][] => all.map((row) => row.slice(0, 5));
  expect(counted(await rows(again))).toEqual(counted(table));
  if (!PROGRAM) return;
  for (const [index, command] of (await first.locator(".results .command code").allTextContents()).entries()) {
    const words = command.replace(/^\$ quadrille /, "").replaceAll("'", "").split(" ");
    // What was not solved ends with status 1.
    const said = await promisify(execFile)(PROGRAM, [...words, "--json"]).catch((error: { stdout: string }) => error);
    const answer = JSON.parse(said.stdout) as { status: string; counters: { nodes: number } };
    expect([answer.counters.nodes.toLocaleString("en"), answer.status]).toEqual([table[index]?.[2], table[index]?.[1]?.replace(/ reached.*/, "")]);
  }
});

test("the boards are scrubbed together, step on and back, and show heat maps", async () => {
  const page = await searched();
  const ends = await captions(page);
  expect(ends[0]).toMatch(/dfs-mrv.*digits missing, depth \d+/);
  await page.getByRole("button", { name: "To the start" }).click();
  expect(await position(page)).toBe(0);
  const start = await pictures(page);
  await page.getByRole("button", { name: "Step on" }).click();
  await page.getByRole("button", { name: "Step on" }).click();
  const there = [await position(page), ...(await pictures(page))];
  expect(there.slice(1)).not.toEqual(start);
  await page.locator("main h1").click();
  await page.keyboard.press("Shift+KeyL");
  expect(await position(page)).toBeGreaterThan(Number(there[0]));
  for (let i = 0; i < 10; i += 1) await page.keyboard.press("KeyJ");
  expect([await position(page), ...(await pictures(page))]).toEqual(there);
  await page.getByRole("slider").fill("1000");
  expect(await captions(page)).toEqual(ends);
  // A place on the curve is a place in the runs.
  await page.locator(".cost-plot .u-over").click({ position: { x: 5, y: 50 } });
  expect(await position(page)).toBeLessThan(10);
  const before = await pictures(page);
  await page.getByRole("button", { name: "Heat map: probabilities" }).click();
  const after = await pictures(page);
  expect(after.map((picture, i) => picture === before[i])).toEqual([true, true, true, false]);
  await page.locator(".run-4 canvas").hover({ position: { x: 5, y: 5 } });
  expect(await page.locator(".run-4 .run-now").textContent()).toBe("r1c1: 8 100 %");
});

test("a run plays and pauses", async () => {
  const page = await open(await profile(), LINK);
  await page.getByRole("button", { name: "Pause" }).click();
  const at = await position(page);
  await page.waitForTimeout(300);
  expect(await position(page)).toBe(at);
  await page.getByRole("combobox", { name: "Speed" }).selectOption("8");
  await page.getByRole("button", { name: "Play" }).click();
  await page.waitForFunction((at) => Number(document.querySelector(".position")?.textContent?.match(/^[\d,]+/)?.[0].replaceAll(",", "")) > at, at);
});

test("what is wrong is said, and the form can be mended", async () => {
  const page = await open(await profile({ reducedMotion: "reduce" }), `#/search?p=${HARD}&a=tabo&seed=1&nodes=1000`);
  const alert = page.locator("p[role=alert]");
  expect(await alert.textContent()).toMatch(/tabo.*tabu/);
  await page.getByRole("combobox", { name: "Algorithm 1" }).selectOption("norvig");
  await page.getByRole("button", { name: "Add an algorithm" }).click();
  await page.getByRole("textbox", { name: "Parameters of algorithm 2" }).fill("x=1");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await alert.getByText("norvig").first().waitFor();
  await page.getByRole("button", { name: "Remove norvig:x=1" }).click();
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.locator(".results tbody tr").waitFor();
  expect((await rows(page)).map(([name, result]) => [name, result])).toEqual([["norvig", "solved"]]);
});

/** A trace of a 25x25 board of that many bytes: random changes, a tenth of the cells each. */
function longTrace(bytes: number, name: string): string {
  const cells = 625;
  let seed = 12345;
  const random = (below: number): number => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed % below;
  };
  const lines = ["quadrille-trace 2", `puzzle 5x5 ${".".repeat(cells)}`, `method ${name}`, "seed 1", "counters evaluated", "started :",
    `at : 0 = ${Array.from({ length: cells }, () => random(25) + 1).join(" ")}`];
  for (let length = 0; length < bytes; ) {
    const line = `at 0+1 : 0 ${Array.from({ length: 62 }, () => `${random(cells)}=${random(25) + 1}`).join(" ")}`;
    lines.push(line);
    length += line.length + 1;
  }
  return `${lines.join("\n")}\nstopped : nodes\n`;
}

test("a file of ten megabytes opens quickly, and four boards of 25x25 play smoothly", async () => {
  const page = await open(await profile(), "#/search");
  const files = Array.from({ length: 4 }, (_, i) => ({ name: `${i}.trace`, mimeType: "text/plain", buffer: Buffer.from(longTrace(i === 0 ? 10_000_000 : 500_000, `run-${i}`)) }));
  const opened = async (files: { name: string; mimeType: string; buffer: Buffer }[]): Promise<number> => {
    await page.evaluate(() => {
      document.querySelector("input[type=file]")?.addEventListener("change", () => Reflect.set(window, "begun", performance.now()), { capture: true, once: true });
    });
    await page.locator("input[type=file]").setInputFiles(files);
    return page.evaluate((runs) => new Promise<number>((done) => {
      const look = (): void => {
        if (document.querySelectorAll(".run-board").length === runs) requestAnimationFrame(() => done(performance.now() - (Reflect.get(window, "begun") as number)));
        else requestAnimationFrame(look);
      };
      look();
    }), files.length);
  };
  const ms = await opened(files.slice(0, 1));
  console.log(`10 MB opened in ${Math.round(ms)} ms`);
  await opened(files);
  await page.getByRole("combobox", { name: "Speed" }).selectOption("0.25");
  const played = async (): Promise<number> => {
    // On a logarithmic axis, the boards change in every frame only near its end.
    await page.getByRole("slider").fill("800");
    await page.getByRole("button", { name: "Play" }).click();
    const frames = await page.evaluate(() => new Promise<number[]>((done) => {
    const times: number[] = [];
    let last = performance.now();
    const tick = (now: number): void => {
      times.push(now - last);
      last = now;
      if (times.length < 180) requestAnimationFrame(tick);
      else done(times.slice(10).sort((a, b) => a - b));
    };
    requestAnimationFrame(tick);
  }));
    const nearly = frames[Math.floor(frames.length * 0.95)] ?? Infinity;
    console.log(`four 25x25 boards: median ${frames[frames.length >> 1]?.toFixed(1)} ms a frame, 95 of 100 within ${nearly.toFixed(1)} ms`);
    return nearly;
  };
  // What is promised holds on an idle machine: QUADRILLE_IDLE=1. Elsewhere other tests take their share of
  // the processors, and only what is much too slow is noticed.
  const [most, frame] = process.env["QUADRILLE_IDLE"] ? [1000, 20] : [10_000, 200];
  expect(ms).toBeLessThan(most);
  expect(Math.min(await played(), await played(), await played())).toBeLessThan(frame);
});

test.each([["en-US", 1280], ["fr-FR", 390]])("each page of the tour shows what it claims (%s, %i pixels wide)", async (locale, width) => {
  const page = await open(await profile({ locale, viewport: { width, height: 844 }, reducedMotion: "reduce" }), "#/search/tour");
  for (const [index, id] of TOUR_IDS.entries()) {
    const claim = page.locator(".claim");
    await claim.waitFor();
    expect([id, await claim.getAttribute("data-holds")]).toEqual([id, "true"]);
    // What a student reads has no key in place of words.
    expect(await page.locator("main").innerText()).not.toMatch(/(tour|search)\.[a-z-]+\./);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0);
    if (index === 0 || index === 7) expect(await violations(page)).toEqual([]);
    const next = page.locator("a[rel=next]");
    if (index + 1 < TOUR_IDS.length) await Promise.all([page.waitForURL(`**/*tour/${TOUR_IDS[index + 1]}`), next.click()]);
    else expect(await next.count()).toBe(0);
    await page.locator(`a[aria-current=page][href$="${TOUR_IDS[index + 1] ?? id}"]`).waitFor();
  }
});
