import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test } from "vitest";
import { violations } from "./axe";
import { profile, useBrowser } from "./browser";
import { isOver, moves, playOn } from "./games";

useBrowser();

const PROGRAM = process.env["QUADRILLE_PROGRAM"];
let server: ChildProcess | undefined;

afterEach(() => {
  server?.kill("SIGKILL");
});

/** Starts a server and returns the address that it prints. */
async function start(...options: string[]): Promise<string> {
  const child = spawn(PROGRAM ?? "", ["serve", "--port", "0", "--state", "none", ...options], { stdio: ["ignore", "pipe", "inherit"] });
  server = child;
  return new Promise<string>((done, fail) => {
    child.stdout?.once("data", (data: Buffer) => done(data.toString().trim()));
    child.once("exit", (code) => fail(new Error(`the server ended with ${code}`)));
  });
}

// `cargo xtask e2e` names the program.
test.skipIf(PROGRAM === undefined)("an address with a token opens the page, others ask for it", async () => {
  const printed = (await start("--listen", "0.0.0.0")).replace("0.0.0.0", "127.0.0.1");
  const [address, token] = printed.split("#token=") as [string, string];
  expect(token).toMatch(/^[0-9a-f]{32}$/);
  // With the token.
  const page = await (await profile()).newPage();
  await page.goto(printed);
  await page.locator("#board").waitFor();
  expect(page.url()).not.toContain("token");
  await page.goto(`${address}#/play`);
  await page.getByRole("button", { name: "Start game" }).click();
  await page.locator("#board").waitFor();
  await page.reload();
  await page.locator("#board").waitFor();
  // Without.
  const other = await (await profile({ locale: "fr-FR" })).newPage();
  await other.goto(address);
  await other.getByRole("heading", { name: "Ce serveur demande un jeton" }).waitFor();
  expect(await violations(other)).toEqual([]);
  await other.getByRole("textbox", { name: "Jeton" }).fill("0".repeat(32));
  await other.getByRole("button", { name: "Entrer" }).click();
  await other.getByRole("alert").getByText("Ce n’est pas le jeton").waitFor();
  await other.getByRole("textbox", { name: "Jeton" }).fill(` ${printed} `);
  await other.keyboard.press("Enter");
  await other.locator("#board").waitFor();
  // With a wrong one in the address.
  const wrong = await (await profile()).newPage();
  await wrong.goto(`${address}#token=${"1".repeat(32)}`);
  await wrong.getByRole("alert").getByText("This is not the token").waitFor();
});

/** The example of docs/reference/protocol.md. */
const BOT = fileURLToPath(new URL("../../crates/arena/examples/bot.py", import.meta.url));
const python = ["python3", "python"].find((name) => spawnSync(name, ["--version"]).status === 0);

test.skipIf(PROGRAM === undefined || python === undefined)("a bot of the operator's plays under its name", async () => {
  const address = await start("--bot", `example=${python} ${BOT}`);
  const page = await (await profile()).newPage();
  await page.goto(`${address}#/play`);
  const second = page.getByRole("combobox", { name: "Second player" });
  await second.locator('option[value="example"]').waitFor({ state: "attached" });
  await second.selectOption("example");
  await page.getByRole("combobox", { name: "Board" }).selectOption("4");
  await page.getByRole("button", { name: "Start game" }).click();
  await page.locator("#board").waitFor();
  await playOn(page);
  expect(await isOver(page)).toBe(true);
  expect((await moves(page)).length).toBeGreaterThan(4);
});
