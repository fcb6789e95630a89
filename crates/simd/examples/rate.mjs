/** Runs the example `rate` as WebAssembly: `node rate.mjs MODULE FILE`. */

import { readFileSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { WASI } from "node:wasi";

const [module, file] = process.argv.slice(2);
const wasi = new WASI({ version: "preview1", args: ["rate", basename(file)], preopens: { ".": dirname(resolve(file)) } });
const { instance } = await WebAssembly.instantiate(readFileSync(module), wasi.getImportObject());
wasi.start(instance);
