// Finishes the package in a folder: `finish.mjs FOLDER`.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const [, , folder] = process.argv;

// The module that has the WebAssembly inside.
const base64 = readFileSync(join(folder, "answerdeck.wasm"), "base64");
writeFileSync(join(folder, "wasm.js"), `export const base64 =\n  "${base64}";\n`);

// The address of the repository is in Cargo.toml once there is one. A provenance statement needs it.
const url = /^repository = "(.+)"$/m.exec(readFileSync("Cargo.toml", "utf8"))?.[1];
if (url) {
  const file = join(folder, "package.json");
  const manifest = JSON.parse(readFileSync(file, "utf8"));
  const addresses = { repository: { type: "git", url: `git+${url}.git`, directory: "crates/npm" }, homepage: url, bugs: `${url}/issues` };
  writeFileSync(file, `${JSON.stringify({ ...manifest, ...addresses }, null, 2)}\n`);
}
