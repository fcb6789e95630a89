import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { open, profile, URL_OF_APP, useBrowser } from "./browser";

useBrowser();

/** An easy puzzle and its solution. */
const EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

interface Format {
  readonly id: string;
  readonly reads: boolean;
}

/** Asks the server as the page does. */
async function call<T>(page: Page, request: object): Promise<T> {
  const answer = await page.request.post(`${URL_OF_APP}api/v1/call`, { data: request });
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()) as T;
}

/** The digits on the board, `.` for none, as screen readers are told. */
const digits = (page: Page): Promise<string> =>
  page.locator('#board [role="gridcell"]').evaluateAll((cells) =>
    cells.map((cell) => /column \d+, (?:given )?(\d+|[A-Z])\b/.exec(cell.getAttribute("aria-label") ?? "")?.[1] ?? ".").join(""));

const labels = (page: Page): Promise<string[]> =>
  page.locator('#board [role="gridcell"]').evaluateAll((cells) => cells.map((cell) => cell.getAttribute("aria-label") ?? ""));

/** Opens a panel beside the board. */
async function panel(page: Page, name: string): Promise<void> {
  const button = page.locator(".panel-buttons").getByRole("button", { name, exact: true });
  if ((await button.getAttribute("aria-pressed")) !== "true") await button.click();
}

/** Pastes a text as a puzzle. */
async function paste(page: Page, text: string): Promise<void> {
  await panel(page, "Open");
  await page.getByRole("textbox", { name: "A puzzle, a link or the content of a file" }).fill(text);
  await page.locator(".panel button[type=submit]").click();
}

test("a puzzle is pasted in every format that the engine reads", async () => {
  const page = await open(await profile());
  const { formats } = await call<{ formats: Format[] }>(page, { call: "registry" });
  expect(formats.length).toBeGreaterThan(15);
  const [puzzle] = (await call<{ records: { board: object }[] }>(page, { call: "read", text: EASY })).records;
  for (const { id } of formats.filter(({ reads }) => reads)) {
    // Another puzzle first, so that the board has to change.
    await paste(page, SOLUTION.replace(/[1-5]/g, "."));
    await expect.poll(() => digits(page), { message: id }).toBe(SOLUTION.replace(/[1-5]/g, "."));
    const { text } = await call<{ text: string }>(page, { call: "convert", puzzle: puzzle?.board, to: id });
    await paste(page, text);
    await expect.poll(() => digits(page), { message: `${id}: ${text}` }).toBe(EASY);
  }
});

test("what cannot be read is said with its place", async () => {
  const page = await open(await profile());
  await paste(page, `${EASY}\n${EASY.slice(0, 80)}x\n`);
  await expect.poll(() => page.locator(".side, aside, main").first().textContent()).toMatch(/[Ll]ine 2/);
  await paste(page, "#/learn?s=damaged");
  await expect.poll(() => page.getByRole("alert").count()).toBeGreaterThan(0);
});

test("a puzzle is opened and solved by keyboard alone", async () => {
  const page = await open(await profile());
  /** Presses Tab until an element with this name has the focus. */
  const tabTo = async (name: RegExp) => {
    for (let presses = 0; presses < 80; presses += 1) {
      await page.keyboard.press("Tab");
      const focused = await page.evaluate(() => {
        const element = document.activeElement;
        return element?.getAttribute("aria-label") ?? (element as HTMLInputElement | null)?.labels?.[0]?.textContent ?? element?.textContent ?? "";
      });
      if (name.test(focused)) return;
    }
    throw new Error(`Tab does not reach ${name}`);
  };
  await tabTo(/^Open$/);
  await page.keyboard.press("Enter");
  await tabTo(/^A puzzle, a link/);
  await page.keyboard.insertText(EASY);
  await tabTo(/^Open$/);
  await page.keyboard.press("Enter");
  await expect.poll(() => digits(page)).toBe(EASY);
  await page.keyboard.press("Control+Home");
  for (const key of ["PageUp", "PageUp", "PageUp", "Home"]) await page.keyboard.press(key);
  for (let row = 0; row < 8; row += 1) await page.keyboard.press("ArrowUp");
  expect(await page.locator("#board").getAttribute("aria-activedescendant")).toBe("board-0");
  for (let cell = 0; cell < 81; cell += 1) {
    if (EASY[cell] === ".") await page.keyboard.press(`Digit${SOLUTION[cell]}`);
    if (cell % 9 < 8) await page.keyboard.press("ArrowRight");
    else {
      await page.keyboard.press("Home");
      await page.keyboard.press("ArrowDown");
    }
  }
  expect(await digits(page)).toBe(SOLUTION);
  await page.getByText("Every row, column and box is complete.").waitFor();
  // Undo takes back one entry, redo brings it again.
  await page.keyboard.press("Control+KeyZ");
  expect((await digits(page)).split(".").length).toBe(2);
  await page.keyboard.press("Control+KeyY");
  expect(await digits(page)).toBe(SOLUTION);
});

/**
 * Opens a text as a puzzle, asks for a hint of level 4 and applies it. Works in the page, as a test does
 * it for every technique. Returns the explanation and how many elements are drawn for it.
 */
const applied = (page: Page, text: string): Promise<{ explanation: string; drawn: number }> =>
  page.evaluate(async (text) => {
    const until = async (what: string, holds: () => boolean) => {
      const end = performance.now() + 15_000;
      while (!holds()) {
        if (performance.now() > end) throw new Error(`${what}: ${document.querySelector("main")?.textContent ?? ""}`);
        await new Promise((done) => setTimeout(done, 10));
      }
    };
    const button = (within: string, name: string) =>
      [...document.querySelectorAll<HTMLButtonElement>(`${within} button`)].find((button) => button.textContent?.trim() === name);
    const labels = () => [...document.querySelectorAll('#board [role="gridcell"]')].map((cell) => cell.getAttribute("aria-label")).join();
    button(".panel-buttons", "Open")?.click();
    const area = () => document.querySelector<HTMLTextAreaElement>(".panel textarea");
    await until("no panel", () => area() !== null);
    area()!.value = text;
    area()!.dispatchEvent(new InputEvent("input", { bubbles: true }));
    document.querySelector<HTMLButtonElement>(".panel button[type=submit]")!.click();
    // The panel closes when the puzzle is there.
    await until("the puzzle is not opened", () => document.querySelector(".panel") === null);
    for (let level = 1; level <= 4; level += 1) {
      document.querySelector("#board")?.dispatchEvent(new KeyboardEvent("keydown", { code: "KeyH", key: "h", bubbles: true }));
      await until(`no hint of level ${level}`, () => document.querySelector(".hint-card")?.textContent?.includes(`Level ${level} of 4`) ?? false);
    }
    const explanation = document.querySelector(".hint-text")?.textContent ?? "";
    const drawn = document.querySelectorAll("#board .evidence *").length;
    const before = labels();
    button(".hint-card", "Apply")?.click();
    await until("the hint is not applied", () => labels() !== before);
    return { explanation, drawn };
  }, text);

test("hints go through their four levels on a position of every technique", async () => {
  const page = await open(await profile());
  const { techniques } = await call<{ techniques: { id: string }[] }>(page, { call: "techniques" });
  let shown = 0;
  for (const { id } of techniques) {
    const answer = await call<{ techniques: { sample: { board: object } | null }[] }>(page, { call: "techniques", id });
    const sample = answer.techniques[0]?.sample;
    if (!sample) continue;
    const { text } = await call<{ text: string }>(page, { call: "convert", puzzle: sample.board, to: "hodoku" });
    const { explanation, drawn } = await applied(page, text);
    expect(explanation.length, id).toBeGreaterThan(20);
    expect(drawn, id).toBeGreaterThan(0);
    shown += 1;
  }
  expect(shown).toBeGreaterThan(100);
}, 180_000);

test("a walkthrough leads to the solution and back", async () => {
  const page = await open(await profile());
  await paste(page, EASY);
  await expect.poll(() => digits(page)).toBe(EASY);
  await page.getByRole("button", { name: "Walk through" }).click();
  await page.getByRole("button", { name: "Last", exact: true }).click();
  await page.getByText("The board shows the walkthrough").waitFor();
  expect((await digits(page)).split(".").length).toBeLessThanOrEqual(2);
  await page.getByRole("button", { name: "Back to my board" }).click();
  expect(await digits(page)).toBe(EASY);
});

test("a share link opens the same state in a fresh profile", async () => {
  const page = await open(await profile());
  await paste(page, EASY);
  await expect.poll(() => digits(page)).toBe(EASY);
  await page.locator("#board-2").click();
  await page.keyboard.press("Digit4");
  await page.locator("#board-3").click();
  // Corner marks, center marks and a color.
  for (const key of ["KeyX", "Digit2", "Digit6", "KeyC", "Digit6", "KeyV", "Digit3", "KeyZ"]) await page.keyboard.press(key);
  const state = await labels(page);
  expect(state[3]).toMatch(/2/);
  await panel(page, "Share");
  const link = await page.getByRole("textbox", { name: "Share" }).inputValue();
  expect(link).toContain("#/learn?s=");
  const other = await open(await profile(), link.slice(link.indexOf("#")));
  await expect.poll(() => labels(other)).toEqual(state);
  // Reloading keeps what was done after the link was opened.
  await other.locator("#board-5").click();
  await other.keyboard.press("Digit8");
  const later = await labels(other);
  expect(later).not.toEqual(state);
  await other.waitForTimeout(700);
  await other.reload();
  await other.waitForSelector("#board");
  await expect.poll(() => labels(other)).toEqual(later);
});

test.each([
  ["2x2", 16],
  ["2x3", 36],
  ["4x4", 256],
] as const)("boards with boxes of %s are generated, filled in and checked", async (box, cells) => {
  const page = await open(await profile());
  await panel(page, "New puzzle");
  await page.getByRole("combobox", { name: "Board" }).selectOption(box);
  await page.getByRole("button", { name: "Generate" }).click();
  await expect.poll(() => page.locator('#board [role="gridcell"]').count(), { timeout: 20_000 }).toBe(cells);
  const givens = await digits(page);
  expect(givens.replaceAll(".", "").length).toBeGreaterThan(3);
  await page.getByRole("button", { name: "Fill in candidates" }).click();
  await page.getByRole("button", { name: "Check", exact: true }).click();
  await page.locator(".notice", { hasText: "So far everything can stay." }).waitFor();
});

test("a 25x25 board takes letters as digits", async () => {
  const page = await open(await profile());
  await panel(page, "New puzzle");
  await page.getByRole("combobox", { name: "Board" }).selectOption("5x5");
  await page.getByRole("button", { name: "Empty board" }).click();
  await expect.poll(() => page.locator('#board [role="gridcell"]').count()).toBe(625);
  await page.locator("#board-0").click();
  await page.keyboard.press("KeyG");
  await expect.poll(async () => (await labels(page))[0]).toMatch(/G|16/);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("KeyG");
  // The same digit twice in a row is a conflict that both cells tell.
  await expect.poll(() => page.locator('#board [aria-invalid="true"]').count()).toBe(2);
  // From the key to the end of the next picture. Other work on the machine only adds to it, so that
  // the least of several presses is what the page itself takes.
  const press = (codes: readonly string[]) =>
    page.evaluate(async (keys) => {
      const board = document.querySelector("#board");
      const picture = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
      let least = Infinity;
      for (let turn = 0; turn < 20; turn += 1) {
        await picture();
        const start = performance.now();
        for (const code of keys) board?.dispatchEvent(new KeyboardEvent("keydown", { code, key: code.replace("Digit", ""), bubbles: true }));
        await picture();
        least = Math.min(least, performance.now() - start);
      }
      return least;
    }, codes);
  const times = { move: await press(["ArrowRight"]), digit: await press(["Digit5"]), marked: 0 };
  await page.getByRole("button", { name: "Fill in candidates" }).click();
  times.marked = await press(["ArrowRight"]);
  for (const [name, time] of Object.entries(times)) expect(time, `milliseconds for a key: ${name}`).toBeLessThan(50);
});

test("consecutive pairs are drawn and checked", async () => {
  const page = await open(await profile());
  await panel(page, "New puzzle");
  await page.getByRole("combobox", { name: "Board" }).selectOption("2x2");
  await page.getByRole("combobox", { name: "Consecutive pairs" }).selectOption("all");
  await page.getByRole("button", { name: "Generate" }).click();
  await expect.poll(() => page.locator('#board [role="gridcell"]').count()).toBe(16);
  await expect.poll(async () => (await labels(page)).filter((label) => /consecutive/i.test(label)).length).toBeGreaterThan(3);
});

test("consecutive pairs are drawn by hand, by pointer and by keyboard", async () => {
  const page = await open(await profile());
  const joined = async () => (await labels(page)).flatMap((label, cell) => (/consecutive with/.test(label) ? [cell] : []));
  // Givens are not for drawing.
  await page.locator("#board-0").click();
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("KeyE");
  await page.locator(".notice", { hasText: "The puzzle has givens." }).waitFor();
  expect(await joined()).toEqual([]);
  await panel(page, "New puzzle");
  await page.getByRole("combobox", { name: "Board" }).selectOption("2x2");
  await page.getByRole("button", { name: "Empty board" }).click();
  await expect.poll(() => page.locator('#board [role="gridcell"]').count()).toBe(16);
  // By pointer: drag over two cells, then the button.
  const [from, to] = [await page.locator("#board-5").boundingBox(), await page.locator("#board-6").boundingBox()];
  if (!from || !to) throw new Error("the cells have boxes");
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 3 });
  await page.mouse.up();
  await page.getByRole("button", { name: "Consecutive", exact: true }).click();
  await expect.poll(joined).toEqual([5, 6]);
  // By keyboard: extend the selection down, then the key.
  await page.locator("#board-0").click();
  await page.locator("#board").focus();
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("KeyE");
  await expect.poll(joined).toEqual([0, 4, 5, 6]);
  expect(await page.locator("#board .bead").count()).toBe(2);
  // They are checked, undone like any change, and still there after a reload.
  await page.keyboard.press("Digit1");
  await expect.poll(() => page.locator('#board [aria-invalid="true"]').count()).toBe(2);
  await page.keyboard.press("Control+KeyZ");
  await page.keyboard.press("Control+KeyZ");
  await expect.poll(joined).toEqual([5, 6]);
  await page.keyboard.press("Control+KeyY");
  await expect.poll(joined).toEqual([0, 4, 5, 6]);
  await page.waitForTimeout(600);
  await page.reload();
  await page.waitForSelector("#board");
  await expect.poll(joined).toEqual([0, 4, 5, 6]);
  // A second press on a joined pair parts it.
  await page.locator("#board-5").click();
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("KeyE");
  await expect.poll(joined).toEqual([0, 4]);
});

test("marks survive undo, and a checkpoint brings them back", async () => {
  const page = await open(await profile());
  await paste(page, EASY);
  await expect.poll(() => digits(page)).toBe(EASY);
  await page.getByRole("button", { name: "Fill in candidates" }).click();
  const filled = await labels(page);
  await page.keyboard.press("Control+Shift+KeyS");
  await page.getByRole("button", { name: "Start over" }).click();
  expect(await labels(page)).not.toEqual(filled);
  await page.getByRole("button", { name: "Back to 1" }).click();
  expect(await labels(page)).toEqual(filled);
});
