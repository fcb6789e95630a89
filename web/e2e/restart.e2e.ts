import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { profile, useBrowser } from "./browser";
import { firstLegal, moves, plies } from "./games";

useBrowser();

const PROGRAM = process.env["QUADRILLE_PROGRAM"];
let server: ChildProcess | undefined;

afterEach(() => {
  server?.kill("SIGKILL");
});

/** Returns a port that was free a moment ago: a server that restarts needs the same one. */
async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((done) => probe.listen(0, "127.0.0.1", done));
  const { port } = probe.address() as AddressInfo;
  await new Promise((done) => probe.close(done));
  return port;
}

async function start(port: number, state: string): Promise<void> {
  const child = spawn(PROGRAM ?? "", ["serve", "--port", String(port), "--state", state], { stdio: ["ignore", "pipe", "ignore"] });
  server = child;
  await new Promise<void>((done, fail) => {
    child.stdout?.once("data", () => done());
    child.once("exit", (code) => fail(new Error(`the server ended with ${code}`)));
  });
}

async function kill(): Promise<void> {
  const child = server;
  if (child === undefined) return;
  const ended = new Promise((done) => child.once("exit", done));
  child.kill("SIGKILL");
  await ended;
}

// `cargo xtask e2e` names the program; without it there is nothing to kill.
test.skipIf(PROGRAM === undefined)("a server that is killed and started again has lost no ply", async () => {
  const state = mkdtempSync(join(tmpdir(), "quadrille-restart-"));
  const port = await freePort();
  try {
    await start(port, state);
    const page = await (await profile()).newPage();
    await page.goto(`http://127.0.0.1:${port}/#/play`);
    await page.getByRole("combobox", { name: "Second player" }).selectOption("level:casual");
    await page.getByRole("combobox", { name: "Board" }).selectOption("9");
    await page.getByRole("button", { name: "Start game" }).click();
    await page.locator("#board").waitFor();
    for (let round = 0; round < 3; round += 1) {
      const before = await plies(page);
      const found = await firstLegal(page);
      await page.locator(`#board-${found?.cell}`).click();
      await page.keyboard.press(`Digit${found?.digit}`);
      await expect.poll(() => plies(page)).toBe(before + 2);
      const seen = await moves(page);
      await kill();
      await page.getByText("Not connected; trying again").waitFor();
      await start(port, state);
      await expect.poll(() => page.getByText("Not connected").count(), { timeout: 20_000 }).toBe(0);
      expect(await moves(page)).toEqual(seen);
      await page.reload();
      await page.locator("#board").waitFor();
      expect(await moves(page)).toEqual(seen);
    }
  } finally {
    await kill();
    rmSync(state, { recursive: true, force: true });
  }
}, 90_000);
