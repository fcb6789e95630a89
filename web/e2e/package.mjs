/**
 * Opens a page that was bundled with the npm package, and waits for the solution in it:
 * `node e2e/package.mjs FOLDER`; `cargo xtask npm` calls it so.
 */

import { join } from "node:path";
import { chromium } from "playwright-core";

const folder = process.argv[2];
const name = process.env.CHROMIUM ?? "chromium";
const browser = await chromium.launch({
  executablePath: name.includes("/") ? name : `/usr/bin/${name}`,
  args: [
    // In containers the browser runs as root, where its sandbox cannot.
    ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
    // CI builds the module without optimization; then it is larger than a page may start at once.
    "--enable-features=WebAssemblyUnlimitedSyncCompilation",
  ],
});
const page = await browser.newPage();
// The files are answered here, so that no server is needed.
await page.route("**", (route) => {
  const { pathname } = new URL(route.request().url());
  return route.fulfill({ path: join(folder, pathname === "/" ? "index.html" : pathname) });
});
const errors = [];
page.on("pageerror", (error) => errors.push(error.message));
await page.goto("http://127.0.0.1/");
const solved = page.waitForFunction(() => /^[1-9]{81}$/.test(document.querySelector("#solution").textContent), null, { timeout: 60_000 });
await solved.catch((error) => errors.push(error.message));
await browser.close();
if (errors.length > 0) throw new Error(errors.join("\n"));
