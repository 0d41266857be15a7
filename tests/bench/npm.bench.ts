import { execFileSync } from "node:child_process";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { type Page, test } from "@playwright/test";
import { createProjectOf } from "../npm/project";
import { serveFiles } from "../npm/static-server";

/** Programs that a developer would write instead, by what they import. */
const PEERS: Record<string, string> = {
  "openapi-fetch": `export { default } from "openapi-fetch";`,
  ky: `export { default } from "ky";`,
  zod: `export * from "zod";`,
  "zod (three types of it)": `import { array, object, string } from "zod/mini"; export { array, object, string };`,
  oauth4webapi: `export * from "oauth4webapi";`,
};

// The npm package: its bytes beside those of peers, its time to be ready, and decoding beside zod without eval.
test("the npm package", async ({ page }) => {
  const folder = await createProjectOf("tests/bench/npm");
  const script = compressed(bundle(folder, `export * from "answerdeck";`));
  const wasm = compressed(readFileSync(join(folder, "node_modules/answerdeck/answerdeck.wasm")));
  console.log(`answerdeck: ${kilobytes(script + wasm)} (script ${kilobytes(script)}, WebAssembly ${kilobytes(wasm)})`);
  for (const [name, source] of Object.entries(PEERS)) console.log(`${name}: ${kilobytes(compressed(bundle(folder, source)))}`);
  console.log(`Node:\n${execFileSync("node", ["--expose-gc", "measure.mjs"], { cwd: folder, encoding: "utf8" })}`);
  console.log(`Chromium:\n${await inChromium(page, folder)}`);
});

async function inChromium(page: Page, folder: string): Promise<string> {
  const code = bundle(folder, `import { measure } from "./measure.js"; globalThis.measure = measure;`);
  writeFileSync(join(folder, "built.js"), code);
  writeFileSync(join(folder, "index.html"), `<!doctype html><title>bench</title><script type="module" src="built.js"></script>`);
  copyFileSync(join(folder, "node_modules/answerdeck/answerdeck.wasm"), join(folder, "answerdeck.wasm"));
  const site = await serveFiles(folder);
  await page.goto(`${site.url}/`);
  await page.waitForFunction(() => "measure" in globalThis);
  const lines = await page.evaluate(() => (globalThis as unknown as { measure(): Promise<string> }).measure());
  await site.stop();
  return lines;
}

function bundle(folder: string, source: string): Buffer {
  const args = ["node_modules/esbuild/bin/esbuild", "--bundle", "--format=esm", "--minify", "--log-level=error"];
  return execFileSync("node", args, { cwd: folder, input: source });
}

function compressed(bytes: Buffer): number {
  return brotliCompressSync(bytes).length;
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1_000).toFixed(1)} kB`;
}
