import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { violations } from "./axe";
import { open, profile, useBrowser } from "./browser";

useBrowser();

const PROGRAM = process.env["QUADRILLE_PROGRAM"];

/** Fills the form: random puzzles, and these algorithms. */
async function filled(page: Page, algorithms: readonly string[], puzzles: number, nodes: number): Promise<void> {
  await page.getByRole("button", { name: "Remove tabu" }).waitFor();
  await page.getByRole("button", { name: "Remove all" }).click();
  for (const name of algorithms) {
    const [id = "", parameters = ""] = name.split(/:(.*)/s);
    await page.getByRole("combobox", { name: "Algorithm to add" }).selectOption(id);
    await page.getByRole("textbox", { name: "Parameters" }).fill(parameters);
    await page.getByRole("button", { name: "Add", exact: true }).click();
  }
  await page.getByRole("combobox", { name: "From" }).selectOption("random-norvig");
  await page.getByRole("spinbutton", { name: "How many" }).fill(String(puzzles));
  await page.getByRole("spinbutton", { name: "Nodes a run" }).fill(String(nodes));
}

const table = (page: Page): Promise<string[][]> =>
  page.locator(".lab-rows tbody tr").evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => (cell.querySelector(".interval .sr") ?? cell).textContent?.trim() ?? "")));
const done = (page: Page): Promise<number> => page.locator(".lab-head progress").evaluate((bar) => (bar as HTMLProgressElement).value);
const command = async (page: Page): Promise<string[]> =>
  ((await page.locator(".command code").first().textContent()) ?? "").replace(/^\$ quadrille /, "").replaceAll("'", "").split(" ");

test("a comparison is estimated, watched, and equals that of the command line", async () => {
  const page = await open(await profile(), "#/lab");
  const refused: string[] = [];
  page.on("console", (message) => { if (message.type() === "error") refused.push(message.text()); });
  await filled(page, ["norvig", "tabu:start=givens", "cross-entropy:samples=100"], 120, 30_000);
  await page.getByRole("button", { name: "Estimate" }).click();
  const plan = page.locator(".lab-plan");
  await plan.waitFor();
  expect(await plan.textContent()).toMatch(/360 runs on 120 puzzles, and 96 more.*processor time/s);
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await page.getByText("of 456 runs").first().waitFor();
  await page.getByText("finished", { exact: true }).waitFor({ timeout: 60_000 });
  const shown = await table(page);
  // One puzzle has no solution, which only norvig can prove; the others are not judged by it.
  expect(shown.map(([name, runs]) => [name, runs])).toEqual([["norvig", "120"], ["tabu:start=givens", "119"], ["cross-entropy:samples=100", "119"]]);
  expect(shown[0]?.[2]).toMatch(/^\d.*%, from .*% to .*%$/);

  // The report is shown in its frame, where its own script runs.
  const frame = page.frameLocator("iframe");
  await frame.getByText("tabu:start=givens").first().waitFor();
  expect(await frame.locator("svg").count()).toBeGreaterThan(3);
  expect(refused).toEqual([]);
  const [log] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "runs.jsonl" }).click()]);
  const runs = readFileSync(await log.path(), "utf8").trim().split("\n").filter((line) => line.startsWith('{"type":"run"'));
  expect(runs.length).toBe(456);

  if (!PROGRAM) return;
  const directory = mkdtempSync(join(tmpdir(), "quadrille-lab-"));
  try {
    const output = join(directory, "report");
    await promisify(execFile)(PROGRAM, [...(await command(page)), "--output", output, "-q"]);
    const summary = JSON.parse(readFileSync(join(output, "summary.json"), "utf8")) as { algorithm: string; runs: number; nodes_median: number; success: number }[];
    const whole = (value: number): string => (Number.isInteger(value) ? value.toLocaleString("en") : new Intl.NumberFormat("en", { maximumSignificantDigits: 3 }).format(value));
    expect(shown.map((row) => [row[0], row[1], row[3]?.split(", from")[0]])).toEqual(summary.map((row) => [row.algorithm, String(row.runs), whole(row.nodes_median)]));
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "summary.json" }).click()]);
    const untimed = (text: string): unknown => JSON.parse(text, (key, value: unknown) => (key.includes("seconds") ? undefined : value));
    expect(untimed(readFileSync(await download.path(), "utf8"))).toEqual(untimed(readFileSync(join(output, "summary.json"), "utf8")));
  } finally {
    rmSync(directory, { recursive: true });
  }
});

test("what is stopped is continued, and can be changed, run again and deleted", async () => {
  const page = await open(await profile(), "#/lab");
  // The genetic algorithm fails on most puzzles, so that it takes half a minute; annealing would end
  // before the page could be told to stop.
  await filled(page, ["genetic", "tabu"], 400, 1_000_000);
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await expect.poll(() => done(page), { timeout: 30_000 }).toBeGreaterThan(10);
  const lengths = (): Promise<number> => page.locator(".interval .range").count();
  await expect.poll(lengths, { timeout: 30_000 }).toBeGreaterThan(0);
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByText("stopped").waitFor();
  const kept = await done(page);
  expect(kept).toBeGreaterThan(10);
  expect(kept).toBeLessThan(864);
  // The address leads back to it, as does the list.
  await page.reload();
  await expect.poll(() => done(page)).toBe(kept);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect.poll(() => done(page), { timeout: 30_000 }).toBeGreaterThan(kept);
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByText("stopped").waitFor();
  await page.getByRole("button", { name: "Change and run again" }).click();
  expect(await page.getByRole("spinbutton", { name: "How many" }).inputValue()).toBe("400");
  expect(await page.locator(".chips li").count()).toBe(2);
  await page.locator(".lab-list a").click();
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Delete for good?" }).click();
  await page.getByText("None yet.").waitFor();
});

test("mistakes are said where they are made", async () => {
  const page = await open(await profile(), "#/lab");
  await filled(page, ["norvig", "tabu:start=nothing"], 10, 1000);
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await page.getByRole("alert").getByText("start").waitFor();
  await page.getByRole("button", { name: "Remove tabu:start=nothing" }).click();
  await page.getByRole("combobox", { name: "From" }).selectOption("text");
  await page.getByRole("textbox", { name: /Puzzles, one a line/ }).fill("nothing\nof the kind");
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await page.getByRole("alert").getByText("puzzles.txt:1").waitFor();
  // Puzzles of a file, with one bad line, which is left out and said.
  const buffer = Buffer.from("1...............\n2...............\n3.......\n");
  await page.locator("input[type=file]").setInputFiles({ name: "mine.txt", mimeType: "text/plain", buffer });
  await expect.poll(() => page.getByRole("textbox", { name: /Puzzles, one a line/ }).inputValue()).toContain("2....");
  await page.getByRole("button", { name: "Estimate" }).click();
  await page.getByText("One line is not a puzzle").waitFor();
  expect((await command(page)).join(" ")).toContain("--puzzles mine.txt");
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await page.getByText("finished", { exact: true }).waitFor();
  expect((await table(page)).map((row) => row.slice(0, 3).join(" "))).toEqual([expect.stringMatching(/^norvig 2 100%/)]);
  expect(await violations(page)).toEqual([]);
});
