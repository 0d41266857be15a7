// Writes the module that has the WebAssembly inside: `inline.mjs FOLDER`.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const [, , folder] = process.argv;
const base64 = readFileSync(join(folder, "answerdeck.wasm"), "base64");
writeFileSync(join(folder, "wasm.js"), `export const base64 =\n  "${base64}";\n`);
