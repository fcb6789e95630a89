import { defineConfig } from "vitest/config";

// `cargo xtask e2e` starts a server and runs these tests; QUADRILLE_URL and CHROMIUM come from there.
export default defineConfig({
  test: {
    include: ["e2e/**/*.e2e.ts"],
    environment: "node",
    // Two browsers at a time: machines of CI have few cores, and clocks tick in the games.
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // As patient as the pages are waited for; a second, which is usual, is short on a busy machine.
    expect: { poll: { timeout: 15_000 } },
  },
});
