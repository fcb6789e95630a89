import { defineConfig } from "vitest/config";
import solid from "vite-plugin-solid";

// The built files are committed, so their names have no hashes and identifiers are not shortened:
// a diff stays readable. The server sends ETags.
export default defineConfig({
  base: "./",
  plugins: [
    solid(),
    {
      // Most visits begin with this view. Its files load beside the frame's, not after it.
      name: "preload-learn",
      apply: "build",
      transformIndexHtml: () => [
        ...["./Learn.js", "./page-engine.js", "./keys.js"].map((href) => ({ tag: "link", attrs: { rel: "modulepreload", crossorigin: true, href }, injectTo: "head" as const })),
        { tag: "link", attrs: { rel: "preload", as: "style", crossorigin: true, href: "./Learn.css" }, injectTo: "head" as const },
      ],
    },
  ],
  build: {
    outDir: process.env["QUADRILLE_WEB_OUT"] ?? "../crates/server/assets",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
    rolldownOptions: {
      output: {
        minify: { mangle: false, compress: true, codegen: { removeWhitespace: true } },
        entryFileNames: "[name].js",
        chunkFileNames: "[name].js",
        assetFileNames: "[name][extname]",
      },
    },
  },
  // For pages without a server.
  worker: { format: "es", rolldownOptions: { output: { entryFileNames: "[name].js", minify: { mangle: false, compress: true, codegen: { removeWhitespace: true } } } } },
  server: {
    // `quadrille serve --port 4173` answers while the pages come from Vite.
    proxy: { "/api": { target: process.env["QUADRILLE_API"] ?? "http://127.0.0.1:4173", changeOrigin: true } },
  },
  // On a busy machine, tests with many random inputs take a while.
  test: { include: ["src/**/*.test.ts"], environment: "node", testTimeout: 30_000 },
});
