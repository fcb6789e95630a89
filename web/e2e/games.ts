/** Starting and playing games. */

import type { BrowserContext, Page } from "playwright-core";
import { open } from "./browser";

export interface Wanted {
  readonly first?: string;
  readonly second?: string;
  readonly parameters?: string;
  readonly side?: number;
  readonly passing?: string;
  readonly clock?: string;
}

/** Starts a game by the form. Players are the values of its options, such as `you` or `alphabeta`. */
export async function startGame(context: BrowserContext, wanted: Wanted, offline = false): Promise<Page> {
  const page = await open(context, "#/play", offline);
  const first = page.getByRole("combobox", { name: "First player" });
  const second = page.getByRole("combobox", { name: "Second player" });
  await second.locator('option[value="first-valid"]').waitFor({ state: "attached" });
  await first.selectOption(wanted.first ?? "you");
  await second.selectOption(wanted.second ?? "first-valid");
  if (wanted.parameters !== undefined) await page.getByRole("textbox", { name: /^Parameters/ }).fill(wanted.parameters);
  await page.getByRole("combobox", { name: "Board" }).selectOption(String(wanted.side ?? 4));
  await page.getByRole("combobox", { name: "Passing" }).selectOption(wanted.passing ?? "two-pass-end");
  await page.getByRole("combobox", { name: "Clock" }).selectOption(wanted.clock ?? "none");
  await page.getByRole("button", { name: "Start game" }).click();
  await page.locator("#board").waitFor();
  return page;
}

/** Returns the first empty cell with a legal digit, and that digit, as the board tells screen readers. */
export async function firstLegal(page: Page): Promise<{ cell: number; digit: string } | undefined> {
  return page.evaluate(() => {
    for (const cell of document.querySelectorAll('#board [role="gridcell"]')) {
      const digits = /(?:candidates|legal) ([\dA-Z ]+)/.exec(cell.getAttribute("aria-label") ?? "");
      const digit = digits?.[1]?.trim().split(" ").at(-1);
      if (digit !== undefined) return { cell: Number(cell.id.replace("board-", "")), digit };
    }
    return undefined;
  });
}

/** Plays one move and waits until the server has it. */
export async function playOne(page: Page): Promise<void> {
  const found = await firstLegal(page);
  if (found === undefined) throw new Error("no digit is legal");
  const before = await plies(page);
  await page.locator(`#board-${found.cell}`).click();
  await page.keyboard.press(/\d/.test(found.digit) ? `Digit${found.digit}` : `Key${found.digit}`);
  await page.waitForFunction((count) => document.querySelectorAll(".move-list .move").length > count, before);
}

export const plies = (page: Page): Promise<number> => page.locator(".move-list .move").count();
export const moves = (page: Page): Promise<string[]> => page.locator(".move-list .move-name").allTextContents();
export const isOver = async (page: Page): Promise<boolean> => (await page.locator(".ending").count()) > 0;

/** Waits until it is the turn of this page or the game is over; returns whether it is the turn. */
export async function turn(page: Page): Promise<boolean> {
  await page.waitForFunction(() => {
    const line = document.querySelector(".turn-line")?.textContent ?? "";
    return document.querySelector(".ending") !== null || line === "Your turn" || line.endsWith(" to move");
  }, undefined, { timeout: 30_000 });
  return !(await isOver(page));
}

/** Plays until the game is over. */
export async function playOn(page: Page): Promise<void> {
  while (await turn(page)) await playOne(page);
}
