import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { ReplayAnswer } from "../src/core/api";
import { open, profile, URL_OF_APP, useBrowser } from "./browser";
import { isOver, moves, playOn, playOne, plies, startGame, turn } from "./games";

useBrowser();

describe("whole games", () => {
  const opponents: [string, string | undefined][] = [
    ["random-valid", undefined],
    ["random-no-validation", undefined],
    ["minimax", undefined],
    ["alphabeta", undefined],
    ["ia", undefined],
    ["strong", "nodes=500"],
    ["mcts", "nodes=200"],
    ["perfect4", undefined],
  ];
  test.each(opponents)("on 4x4 against %s", async (second, parameters) => {
    const page = await startGame(await profile(), { second, ...(parameters === undefined ? {} : { parameters }) });
    await playOn(page);
    expect(await page.locator(".ending").textContent()).toMatch(/You (won|lost)|A draw/);
  });

  test.each(["first-valid", "strong"])("on 9x9 against %s, whose record replays", async (second) => {
    const context = await profile({ acceptDownloads: true });
    const page = await startGame(context, { second, side: 9, ...(second === "strong" ? { parameters: "nodes=300" } : {}) });
    await playOn(page);
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save the record" }).click();
    const text = readFileSync(await (await download).path(), "utf8");
    const body = JSON.stringify({ call: "replay", text });
    const answered = await fetch(`${URL_OF_APP}api/v1/call`, { method: "POST", headers: { "content-type": "application/json" }, body });
    const { replay } = (await answered.json()) as ReplayAnswer;
    expect(replay.problem).toBeUndefined();
    expect(replay.plies.length).toBe(await plies(page));
    expect(replay.result).toBeDefined();
    // The same file is replayed in the page.
    const again = await open(context, "#/play");
    await again.locator("input[type=file]").setInputFiles({ name: "game.jsonl", mimeType: "text/plain", buffer: Buffer.from(text) });
    await again.locator("#board").waitFor();
    expect(await moves(again)).toEqual(await moves(page));
    await again.getByRole("button", { name: "First position" }).click();
    expect(await again.locator(".player-score").allTextContents()).toEqual(["0", "0"]);
  }, 120_000);

  test.each(["no-double-pass", "forbidden", "unlimited"])("under the pass rule %s", async (passing) => {
    const page = await startGame(await profile(), { second: "first-valid", passing });
    const pass = page.getByRole("button", { name: /^Pass/ });
    if (passing === "forbidden") expect(await pass.count()).toBe(0);
    else {
      await pass.click();
      await expect.poll(() => moves(page)).toContain("pass");
    }
    await playOn(page);
  });
});

test("a game by keyboard alone is announced", async () => {
  const page = await startGame(await profile(), { second: "first-valid" });
  await page.locator("#board").focus();
  await page.keyboard.press("Digit5");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("KeyN");
  const live = page.locator('[role="status"][aria-live="polite"]').last();
  await expect.poll(() => live.textContent()).toMatch(/legal 1 2 3 4/);
  await page.keyboard.press("Digit4");
  await expect.poll(() => live.textContent()).toMatch(/first-valid: r\dc\d=\d, \d+ points?\. \d+ to \d+\. Your turn/);
  expect((await moves(page))[0]).toBe("r1c2=4");
  await page.keyboard.press("Digit3");
  await expect.poll(() => live.textContent()).toContain("r1c2 is filled");
  // The cell above the edge of the board is the cell itself: nothing is wrapped or lost.
  for (const key of ["ArrowUp", "ArrowUp", "End", "Home"]) await page.keyboard.press(key);
  expect(await page.locator("#board").getAttribute("aria-activedescendant")).toBe("board-0");
  await page.keyboard.press("KeyJ");
  await expect.poll(() => live.textContent()).toMatch(/Position 1 of 2/);
  await page.keyboard.press("Digit1");
  await expect.poll(() => live.textContent()).toContain("earlier position");
  await page.keyboard.press("Escape");
  await page.keyboard.press("KeyT");
  await expect.poll(() => live.textContent()).toMatch(/You 4, first-valid \d/);
});

test("moves are confirmed if one wants that", async () => {
  const page = await startGame(await profile(), { second: "first-valid" });
  await page.getByRole("checkbox", { name: "Confirm moves" }).check();
  await page.locator("#board-5").click();
  await page.keyboard.press("Digit2");
  await page.getByText(/press Enter or the digit again/).first().waitFor();
  expect(await plies(page)).toBe(0);
  await page.keyboard.press("Enter");
  await expect.poll(() => plies(page)).toBe(2);
  expect((await moves(page))[0]).toBe("r2c2=2");
});

test("takeback, resignation and rematch with seats swapped", async () => {
  const page = await startGame(await profile(), { second: "first-valid" });
  await playOne(page);
  await turn(page);
  expect(await plies(page)).toBe(2);
  await page.getByRole("button", { name: "Take back" }).click();
  await expect.poll(() => plies(page)).toBe(0);
  await playOne(page);
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("button", { name: "No, continue" }).click();
  expect(await isOver(page)).toBe(false);
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("button", { name: "Yes, resign" }).click();
  await page.locator(".ending").waitFor();
  expect(await page.locator(".ending").textContent()).toMatch(/You lost/);
  const before = page.url();
  await page.getByRole("button", { name: /Rematch/ }).click();
  await page.waitForURL((url) => url.href !== before);
  await page.locator(".player.seat-1", { hasText: "first-valid" }).waitFor();
  await page.locator(".player.seat-2", { hasText: "You" }).waitFor();
  await playOn(page);
});

test("two people, a spectator, and a takeback that is accepted", async () => {
  const [one, two, three] = [await profile(), await profile(), await profile()];
  const first = await startGame(one, { second: "person" });
  const link = await first.getByRole("textbox", { name: "Link for Person 2" }).inputValue();
  const watching = await first.getByRole("textbox", { name: "Link for spectators" }).inputValue();
  expect(watching).not.toContain("seat");
  const second = await open(two, new URL(link).hash);
  const spectator = await open(three, new URL(watching).hash);
  // The secret does not stay in the address.
  await expect.poll(() => second.url()).not.toContain("seat");
  await playOne(first);
  await expect.poll(() => plies(second)).toBe(1);
  await expect.poll(() => plies(spectator)).toBe(1);
  expect(await spectator.locator(".actions").count()).toBe(0);
  await playOne(second);
  await expect.poll(() => plies(spectator)).toBe(2);
  // No help from the engine while two people play.
  expect(await first.getByText("Not while two people play").count()).toBe(1);
  await first.getByRole("button", { name: "Take back" }).click();
  await second.getByRole("button", { name: "Accept" }).click();
  await expect.poll(() => plies(spectator)).toBeLessThan(2);
  await spectator.reload();
  await spectator.locator("#board").waitFor();
  expect(await plies(spectator)).toBe(await plies(first));
});

test("a reload in the middle changes nothing", async () => {
  const page = await startGame(await profile(), { second: "first-valid", side: 9 });
  await playOne(page);
  await turn(page);
  const before = await moves(page);
  await page.reload();
  await page.locator("#board").waitFor();
  expect(await moves(page)).toEqual(before);
  await playOne(page);
});

test("the second of two tabs sees the moves of the first, and a late move plays nothing", async () => {
  const context = await profile();
  const page = await startGame(context, { second: "first-valid", side: 9 });
  const other = await open(context, new URL(page.url()).hash);
  await other.locator("#board").waitFor();
  await playOne(page);
  await turn(page);
  await expect.poll(() => plies(other)).toBe(2);
  // Without its stream and with an old state, the tab asks for a move that comes too late.
  await other.route("**/api/v1/events**", (route) => route.abort());
  await other.route("**/moves", async (route) => {
    const body = JSON.parse(route.request().postData() ?? "{}") as { ply: number };
    await route.continue({ postData: JSON.stringify({ ...body, ply: body.ply - 2 }) });
  });
  await other.locator("#board-80").click();
  await other.keyboard.press("Digit1");
  await other.getByText("The game had moved on").waitFor();
  expect(await plies(page)).toBe(2);
});

test("the evaluation appears only when asked, and proofs are marked", async () => {
  const page = await startGame(await profile(), { second: "first-valid" });
  expect(await page.locator(".evaluation").count()).toBe(0);
  // Near the end every value is proven at once.
  for (let moves = 0; moves < 4; moves += 1) {
    await playOne(page);
    await turn(page);
  }
  await page.getByRole("checkbox", { name: "Evaluation bar" }).check();
  await page.locator(".evaluation").waitFor();
  await page.locator(".analysis .proof").first().waitFor();
  expect(await page.locator(".evaluation").getAttribute("aria-label")).toMatch(/for You at the end|Even/);
  expect(await page.locator(".best tbody tr").count()).toBeGreaterThan(2);
});

test("clocks run for the player to move", async () => {
  const page = await startGame(await profile(), { second: "first-valid", clock: "1+0" });
  expect(await page.locator(".play-clock").count()).toBe(2);
  await playOne(page);
  await turn(page);
  const own = page.locator(".player.seat-1 .play-clock");
  const before = await own.textContent();
  await expect.poll(() => own.textContent(), { timeout: 5000 }).not.toBe(before);
});

test("hostile records are refused in words", async () => {
  const page = await open(await profile(), "#/play");
  const put = (text: string) => page.locator("input[type=file]").setInputFiles({ name: "x.jsonl", mimeType: "text/plain", buffer: Buffer.from(text) });
  await put("53..7....");
  await page.getByText("line 1, column 4: not a JSON object").waitFor();
  await put('{"type":"game"}\n');
  await page.getByText(/line 1, column 1: .*missing field/).waitFor();
  const header = {
    type: "game", game: 0, players: ["<img src=x onerror=alert(1)>", "b"], board: { size: 4, box: "2x2" },
    ruleset: { bonus: 16, pass_cost: 4, passing: "two-pass-end", illegal: "penalty", ply_cap: 10 }, opening_plies: 0, seed: 1, version: "x",
  };
  await put(`${JSON.stringify(header)}\n`);
  await page.getByText("This game was interrupted").waitFor();
  expect(await page.locator(".player-name").first().textContent()).toContain("<img src=x");
});

test("a game that does not exist is said to be missing", async () => {
  const page = await (await profile()).newPage();
  await page.goto(`${process.env["QUADRILLE_URL"] ?? ""}#/play/0123456789abcdef`);
  await page.getByText("There is no such game on this server").waitFor();
});
