import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { violations } from "./axe";
import { open, profile, URL_OF_APP, useBrowser } from "./browser";
import { playOne, startGame, turn } from "./games";

useBrowser();

/** Whether something is wider than the page, so that one has to scroll sideways. */
const overflow = (page: Page): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Four runs, as a link gives them. */
const SEARCHED = "#/search?p=85...24..72......9..4.........1.7..23.5...9...4...........8..7..17..........36.4.&a=dfs-mrv;annealing;tabu;ant-colony&seed=1&nodes=1000";

/** Chooses theme and language as the page keeps them, before it starts. */
async function looks(theme: "light" | "dark", language: "en" | "fr", width: number) {
  return profile({ viewport: { width, height: 844 }, colorScheme: theme, locale: language === "en" ? "en-US" : "fr-FR" });
}

const LOOKS = (["light", "dark"] as const).flatMap((theme) =>
  (["en", "fr"] as const).flatMap((language) => [390, 1280].map((width) => [theme, language, width] as const)),
);

describe.each(LOOKS)("%s, %s, %i pixels wide", (theme, language, width) => {
  test("no view violates a rule of axe or scrolls sideways", async () => {
    const context = await looks(theme, language, width);
    for (const hash of ["#/learn", "#/search", SEARCHED, "#/play", "#/lab"]) {
      const page = await open(context, hash);
      if (hash === SEARCHED) {
        await page.locator(".results td").first().waitFor();
        await page.getByRole("button", { name: /heat|chaleur/i }).first().click();
      }
      expect(await page.locator("html").getAttribute("lang")).toBe(language);
      expect(await violations(page)).toEqual([]);
      expect(await overflow(page)).toBeLessThanOrEqual(0);
      await page.close();
    }
    const page = await open(context, "#/play");
    await page.locator("form select").nth(2).selectOption("4");
    await page.locator("button[type=submit]").click();
    await page.locator("#board").waitFor();
    await page.locator("#board-5").click();
    await page.keyboard.press("Digit2");
    await page.locator(".analysis input").check();
    await page.locator(".analysis .value").waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
  });
});

test("every cell of a game has name, place and state in the accessibility tree", async () => {
  const page = await startGame(await profile(), { second: "first-valid", side: 4 });
  await page.locator("#board-5").click();
  await page.keyboard.press("Digit2");
  await page.locator('#board-5[aria-label*="by You"]').waitFor();
  await turn(page);
  const session = await page.context().newCDPSession(page);
  const { nodes } = (await session.send("Accessibility.getFullAXTree")) as { nodes: { role?: { value: string }; name?: { value: string }; ignored: boolean }[] };
  const names = (role: string) => nodes.filter((node) => !node.ignored && node.role?.value === role).map((node) => node.name?.value ?? "");
  expect(names("grid")).toEqual(["Board, 4 by 4"]);
  expect(names("row").length).toBeGreaterThanOrEqual(4);
  const cells = names("gridcell");
  expect(cells.length).toBe(16);
  for (const [index, name] of cells.entries()) {
    expect(name).toMatch(new RegExp(`^row ${Math.floor(index / 4) + 1}, column ${(index % 4) + 1}, (empty|[1-4])`));
  }
  expect(cells[5]).toMatch(/2.*by You/);
  expect(cells.filter((name) => name.includes("last move")).length).toBe(1);
});

test("at 400 % zoom nothing is lost", async () => {
  // 1280 pixels at 400 % are 320; the board may be as wide as that.
  const page = await startGame(await profile({ viewport: { width: 320, height: 256 }, deviceScaleFactor: 4 }), { second: "first-valid" });
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  await page.locator("#board").scrollIntoViewIfNeeded();
  await playOne(page);
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("button", { name: "No, continue" }).click();
});

test("forced colors leave every state visible", async () => {
  const page = await startGame(await profile({ forcedColors: "active" }), { second: "first-valid" });
  await playOne(page);
  await turn(page);
  // The last move and the grid are drawn by strokes, which forced colors keep.
  const stroke = await page.locator("#board .last-move .shade").evaluate((shade) => getComputedStyle(shade).stroke);
  expect(stroke).not.toBe("none");
  expect(await violations(page)).toEqual([]);
});

test("the scripts of the first view stay below 60 kB", async () => {
  const context = await profile();
  const page = await context.newPage();
  const scripts = new Map<string, number>();
  page.on("response", (response) => {
    if (!/javascript/.test(response.headers()["content-type"] ?? "")) return;
    void response.body().then((body) => scripts.set(response.url().replace(URL_OF_APP, ""), gzipSync(body, { level: 9 }).length));
  });
  await page.goto(`${URL_OF_APP}#/learn`);
  await page.locator("#board").waitFor();
  await page.waitForLoadState("networkidle");
  const total = [...scripts.values()].reduce((sum, size) => sum + size, 0);
  expect(scripts.size).toBeGreaterThan(0);
  expect(total, JSON.stringify([...scripts])).toBeLessThan(60_000);
});
