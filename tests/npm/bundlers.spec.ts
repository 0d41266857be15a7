import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, type Page, test } from "@playwright/test";
import { copyPage, createJourney, expectBuilt, expectJourney, signIn } from "./journey";
import { createProjectOf, run, runWithOutput } from "./project";
import { serveFiles } from "./static-server";

const platform = process.env.ANSWERDECK_URL ?? "";

test("a page built with Vite works under a strict content security policy", async ({ page }) => {
  const folder = await createJourney("bundled");
  await run("node_modules/vite/bin/vite.js", ["build", "--base", "./"], folder);
  await expectBuilt(page, folder);
});

test("a page works on Vite's development server", async ({ page }) => {
  const folder = await createJourney("bundled");
  await withVite(folder, (address) => expectJourney(page, address));
});

test("a page built with webpack works", async ({ page }) => {
  const folder = await createJourney("bundled");
  const build = `
    const webpack = require("webpack");
    const compiler = webpack({ mode: "production", entry: "./app.js", experiments: { outputModule: true },
      output: { path: __dirname, module: true, filename: "built.js" } });
    compiler.run((error, stats) => { if (error || stats.hasErrors()) throw error ?? new Error(stats.toString()); });`;
  await run("node", ["--input-type=commonjs", "--eval", build.replace("__dirname", JSON.stringify(join(folder, "dist")))], folder);
  await copyPage(folder);
  await expectBuilt(page, folder);
});

test("a page built with esbuild works with the WebAssembly file copied beside it", async ({ page }) => {
  const folder = await createJourney("bundled");
  const args = ["app.js", "--bundle", "--format=esm", "--minify", "--outfile=dist/built.js"];
  await run("node_modules/esbuild/bin/esbuild", args, folder);
  await cp(join(folder, "node_modules/answerdeck/answerdeck.wasm"), join(folder, "dist/answerdeck.wasm"));
  await copyPage(folder);
  await expectBuilt(page, folder);
});

test("the package works in Vitest", async () => {
  const folder = await createJourney("bundled");
  expect(await run("node_modules/vitest/vitest.mjs", ["run"], folder)).toContain("1 passed");
});

test("the package works in Jest", async () => {
  const folder = await createJourney("jest");
  // Jest loads ES modules with this option of Node.
  const { stderr } = await runWithOutput("node", ["--experimental-vm-modules", "node_modules/jest/bin/jest.js"], folder);
  expect(stderr).toContain("1 passed");
});

test("the first app of the README signs in and lists prompt sets in Vite's template", async ({ page }) => {
  const folder = await createProjectOf("tests/npm/programs/template");
  const readme = await readFile(join(folder, "node_modules/answerdeck/README.md"), "utf8");
  const program = /^Replace `src\/main\.js`:\n\n```js\n(.*?)^```$/ms.exec(readme)?.[1] ?? "";
  expect(program).toContain("http://127.0.0.1:8080");
  await mkdir(join(folder, "src"));
  await writeFile(join(folder, "src/main.js"), program.replace("http://127.0.0.1:8080", platform));
  await withVite(folder, async (address) => {
    await expectSignIn(page, address);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("button", { name: /deny|거부/i }).click();
    await expect(page.getByText("denied")).toBeVisible();
    await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
  });
});

test("the example with Vite and React signs in and lists prompt sets in development", async ({ page }) => {
  const folder = await createProjectOf("crates/npm/examples/vite-react");
  await withVite(folder, (address) => expectSignIn(page, address));
});

test("the example with Vite and React works when it is built", async ({ page }) => {
  const folder = await createProjectOf("crates/npm/examples/vite-react");
  await run("node_modules/vite/bin/vite.js", ["build"], folder, { VITE_PLATFORM: platform });
  const site = await serveFiles(join(folder, "dist"));
  await expectSignIn(page, `${site.url}/`);
  await site.stop();
});

/** Runs the development server of Vite as long as `use` takes. */
async function withVite(folder: string, use: (address: string) => Promise<void>): Promise<void> {
  const vite = spawn("node", ["node_modules/vite/bin/vite.js", "--port", "0", "--host", "127.0.0.1"], {
    cwd: folder,
    env: { ...process.env, VITE_PLATFORM: platform, NO_COLOR: "1", FORCE_COLOR: "0" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    let address: string | undefined;
    for await (const line of createInterface(vite.stdout)) {
      address = /http:\/\/127\.0\.0\.1:\d+\//.exec(line)?.[0];
      if (address) break;
    }
    vite.stdout.resume();
    await use(address ?? "");
  } finally {
    vite.kill();
    await once(vite, "exit");
  }
}

async function expectSignIn(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await signIn(page);
  await expect(page.getByRole("listitem").first()).toBeVisible();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
}
