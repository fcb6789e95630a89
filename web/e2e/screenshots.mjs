/**
 * Takes pictures of every view, for people to look at:
 *
 *     quadrille serve --port 8017 --state none &
 *     npm run screenshots -- DIRECTORY
 *
 * Each is taken on a desktop and a phone, light and dark; files are named VIEW-DEVICE-THEME.png.
 */

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { chromium, devices } from "playwright-core";

const APP = (process.env["QUADRILLE_URL"] ?? "http://127.0.0.1:8017").replace(/\/?$/, "/");
const directory = process.argv[2] ?? "screenshots";
const only = process.argv[3];

const HARD = "85...24..72......9..4.........1.7..23.5...9...4...........8..7..17..........36.4.";
const PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

const open = async (page, text) => {
  await page.goto(`${APP}#/learn`);
  await page.locator("#board").waitFor();
  await page.getByRole("button", { name: /^(Open|Ouvrir)/ }).first().click();
  await page.getByRole("textbox").first().fill(text);
  await page.keyboard.press("Control+Enter");
  await page.waitForTimeout(600);
};

/** Opens the position that shows a technique. */
const sample = async (page, id) => {
  await page.goto(APP);
  const text = await page.evaluate(async (id) => {
    const call = async (request) => {
      const init = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(request) };
      return (await fetch("./api/v1/call", init)).json();
    };
    const { techniques } = await call({ call: "techniques", id });
    return (await call({ call: "convert", puzzle: techniques[0].sample.board, to: "hodoku" })).text;
  }, id);
  await open(page, text);
};

const play = async (page, side, rounds) => {
  await page.goto(`${APP}#/play`);
  const second = page.getByRole("combobox", { name: /Second player|Second joueur|Deuxième joueur/ });
  await second.locator('option[value="alphabeta"]').waitFor({ state: "attached" });
  await second.selectOption("alphabeta");
  await page.getByRole("combobox", { name: /Board|Grille/ }).selectOption(side);
  await page.getByRole("button", { name: /Start game|Commencer/ }).click();
  await page.locator("#board").waitFor();
  for (let round = 0; round < rounds; round += 1) {
    const found = await page.evaluate(() => {
      for (const cell of document.querySelectorAll('#board [role="gridcell"]')) {
        const digits = /(?:candidates|legal) ([\dA-Z ]+)/.exec(cell.getAttribute("aria-label") ?? "");
        if (digits) return { id: cell.id, digit: digits[1].trim().split(" ").at(-1) };
      }
      return undefined;
    });
    if (found === undefined) break;
    const before = await page.locator(".move-list .move").count();
    await page.locator(`#${found.id}`).click();
    await page.keyboard.press(`Digit${found.digit}`);
    await page.waitForFunction((count) => document.querySelectorAll(".move-list .move").length >= count + 2, before, { timeout: 5000 }).catch(() => {});
  }
};

const clickAll = async (page, ...names) => {
  for (const name of names) {
    const button = page.getByRole("button", { name }).first();
    if (await button.isVisible().catch(() => false)) await button.click();
    await page.waitForTimeout(500);
  }
};

const VIEWS = {
  learn: async (page) => {
    await open(page, PUZZLE);
  },
  hint: async (page) => {
    await sample(page, "w-wing");
    for (let level = 0; level < 4; level += 1) await page.keyboard.press("KeyH");
    await page.waitForTimeout(600);
  },
  open: async (page) => {
    await page.goto(`${APP}#/learn`);
    await page.locator("#board").waitFor();
    await clickAll(page, /^Open/);
  },
  new: async (page) => {
    await page.goto(`${APP}#/learn`);
    await page.locator("#board").waitFor();
    await clickAll(page, /^New/);
  },
  keys: async (page) => {
    await page.goto(`${APP}#/learn`);
    await page.locator("#board").waitFor();
    await page.keyboard.press("Shift+Slash");
    await page.waitForTimeout(300);
  },
  large: async (page) => open(page, ".".repeat(625)),
  sixteen: async (page) => open(page, ".".repeat(256)),
  search: async (page) => {
    await page.goto(`${APP}#/search?p=${HARD}&a=dfs-mrv;tabu:start=givens;annealing;ant-colony&seed=1&nodes=100000`);
    await page.locator(".results td").first().waitFor();
    await page.getByRole("slider").fill("620");
  },
  heat: async (page) => {
    await VIEWS.search(page);
    await page.getByRole("button", { name: /^Heat map: pheromone/ }).click();
  },
  lab: async (page) => {
    await page.goto(`${APP}#/lab`);
    await page.getByRole("button", { name: /Remove tabu/ }).waitFor();
    await page.getByRole("button", { name: "Estimate" }).click();
    await page.locator(".lab-plan").waitFor();
  },
  comparison: async (page) => {
    await page.goto(`${APP}#/lab`);
    await page.getByRole("button", { name: /Remove tabu/ }).waitFor();
    await page.getByRole("spinbutton", { name: "Nodes a run" }).fill("20000");
    await page.getByRole("button", { name: "Start", exact: true }).click();
    await page.getByText("finished", { exact: true }).waitFor({ timeout: 120_000 });
    await page.frameLocator("iframe").locator("svg").first().waitFor();
  },
  tour: async (page) => {
    await page.goto(`${APP}#/search/tour/temperature`);
    await page.locator(".claim").waitFor();
    await page.getByRole("slider").fill("700");
  },
  ants: async (page) => {
    await page.goto(`${APP}#/search/tour/ants`);
    await page.locator(".claim").waitFor();
    for (const button of await page.getByRole("button", { name: /^Heat map: pheromone/ }).all()) await button.click();
    await page.getByRole("slider").fill("1000");
  },
  lobby: async (page) => {
    await page.goto(`${APP}#/play`);
    await page.getByRole("button", { name: /Start game/ }).waitFor();
  },
  game: async (page) => play(page, "9", 4),
  small: async (page) => play(page, "4", 3),
};

const DEVICES = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: devices["iPhone 13"],
};

async function take(view, device, theme) {
  const context = await browser.newContext({ locale: "en-US", ...DEVICES[device], colorScheme: theme });
  context.setDefaultTimeout(10_000);
  const page = await context.newPage();
  await VIEWS[view](page);
  await page.screenshot({ path: join(directory, `${view}-${device}-${theme}.png`), fullPage: device === "phone" });
  await context.close();
}

mkdirSync(directory, { recursive: true });
const name = process.env["CHROMIUM"] ?? "chromium";
const browser = await chromium.launch({
  executablePath: name.includes("/") ? name : `/usr/bin/${name}`,
  args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
});
for (const view of Object.keys(VIEWS).filter((view) => only === undefined || view === only)) {
  for (const device of Object.keys(DEVICES)) {
    for (const theme of ["light", "dark"]) await take(view, device, theme);
  }
}
await browser.close();
