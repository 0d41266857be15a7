import { chmod, cp, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { copyPage, createJourney, DONE, expectBuilt } from "./journey";
import { createProjectOf, project, run, runWithOutput } from "./project";
import { withServer } from "./server-process";
import { serveFiles, STRICT_POLICY } from "./static-server";

const here = import.meta.dirname ?? new URL(".", import.meta.url).pathname;
const packages = createRequire(import.meta.url);
const options = { baseUrl: process.env.ANSWERDECK_URL ?? "", apiKey: process.env.ANSWERDECK_KEY ?? "" };

/** The environments that take long to install or to run. `NPM_ENVIRONMENTS=all cargo xtask test npm` tests them, too. */
const further = process.env.NPM_ENVIRONMENTS === "all" ? test : test.skip;
const furtherPackages = join(here, "environments/node_modules");
/** Some tools need a newer Node than this package. */
const node22 = join(furtherPackages, "node22/bin/node");

test("a Cloudflare Worker uses the package in workerd", async () => {
  const folder = await createJourney("workerd");
  await esbuild(folder, "worker.js", "--format=esm", "--conditions=workerd", "--external:*.wasm", "--outfile=dist/worker.js");
  const { Miniflare } = packages("miniflare") as typeof import("miniflare");
  const worker = new Miniflare({
    modules: [
      { type: "ESModule", path: "worker.js", contents: await readFile(join(folder, "dist/worker.js"), "utf8") },
      { type: "CompiledWasm", path: "answerdeck.wasm", contents: await readFile(join(folder, "node_modules/answerdeck/answerdeck.wasm")) },
    ],
    // Before Workers knew `cache`.
    compatibilityDate: "2024-01-01",
    bindings: { ANSWERDECK_URL: options.baseUrl, ANSWERDECK_KEY: options.apiKey },
  });
  try {
    expect(await (await worker.dispatchFetch("http://worker.example/")).text()).toBe(DONE);
  } finally {
    await worker.dispose();
  }
});

further("wrangler bundles the package for a Cloudflare Worker", async () => {
  const folder = await createJourney("workerd");
  const args = ["deploy", "worker.js", "--name", "test", "--dry-run", "--outdir", "dist", "--compatibility-date", "2026-01-01"];
  await chmod(node22, 0o755);
  await run(node22, [join(furtherPackages, "wrangler/bin/wrangler.js"), ...args], folder, { WRANGLER_SEND_METRICS: "false" });
  expect(await readFile(join(folder, "dist/worker.js"), "utf8")).toMatch(/from "\.\/\w+-answerdeck\.wasm"/);
});

for (const bundler of ["turbopack", "webpack"]) {
  const declare = bundler === "turbopack" ? test : further;
  declare(`a project of Next.js that is built with ${bundler} uses the package on the server and in the browser`, async ({ page }) => {
    test.setTimeout(240_000);
    const folder = await createJourney("next");
    const next = "node_modules/next/dist/bin/next";
    const isStandalone = bundler === "turbopack";
    const environment = { NEXT_ROOT: "/", NEXT_OUTPUT: isStandalone ? "standalone" : undefined, NEXT_TELEMETRY_DISABLED: "1" };
    await run("node", [next, "build", `--${bundler}`], folder, { ...environment, NODE_ENV: "production" });
    const standalone = join(folder, ".next/standalone", folder);
    if (isStandalone) await cp(join(folder, ".next/static"), join(standalone, ".next/static"), { recursive: true });
    await withServer(isStandalone ? ["server.js"] : [next, "start"], isStandalone ? standalone : folder, async (address) => {
      expect(await (await fetch(`${address}api/journey`)).text()).toBe(DONE);
      await expectModels(page, address);
    });
  });
}

test("a program that esbuild bundles for Node needs no other file", async () => {
  const folder = await createJourney("inline");
  await cp(join(here, "programs/print-journey.mjs"), join(folder, "print-journey.mjs"));
  for (const [format, file] of [["esm", "built.mjs"], ["cjs", "built.cjs"]]) {
    await esbuild(folder, "print-journey.mjs", "--platform=node", `--format=${format}`, `--outfile=dist/${file}`);
    expect(await run("node", [`dist/${file}`], folder, environmentOfPlatform())).toBe(`${DONE}\n`);
  }
});

test("a classic script that esbuild bundles needs no other file", async ({ page }) => {
  const folder = await createJourney("inline");
  await esbuild(folder, "app.js", "--format=iife", "--minify", "--outfile=dist/built.js");
  await cp(join(folder, "index.html"), join(folder, "dist/index.html"));
  const site = await serveFiles(join(folder, "dist"));
  await page.goto(`${site.url}/#${encodeURIComponent(JSON.stringify(options))}`);
  await expect(page.getByRole("status")).toHaveText(DONE, { timeout: 60_000 });
  await site.stop();
});

test("Node requires the package from CommonJS", async () => {
  const code = `const { Answerdeck } = require("answerdeck"); console.log(typeof Answerdeck.connect);`;
  expect(await run("node", ["--input-type=commonjs", "--eval", code], project())).toBe("function\n");
});

test("Deno uses the package", async () => {
  const deno = packages.resolve("deno/bin.cjs");
  for (const program of ["print-journey.mjs", "pace.mjs", "errors.mjs"]) {
    await expectDone(program, (program) => run("node", [deno, "run", "--quiet", "--allow-all", program], project(), environmentOfPlatform()));
  }
});

test("Bun uses the package, also in a program of one file", async () => {
  const bun = packages.resolve("@oven/bun-linux-x64/bin/bun");
  await chmod(bun, 0o755);
  for (const program of ["print-journey.mjs", "errors.mjs"]) {
    await expectDone(program, (program) => run(bun, [program], project(), environmentOfPlatform()));
  }
  const folder = await createJourney("inline");
  await cp(join(here, "programs/print-journey.mjs"), join(folder, "print-journey.mjs"));
  await run(bun, ["build", "--compile", "--outfile", "program", "print-journey.mjs"], folder);
  // In another folder: nothing is beside it.
  expect(await run(join(folder, "program"), [], here, environmentOfPlatform())).toBe(`${DONE}\n`);
});

for (const version of [22, 24, 26]) {
  further(`Node ${version} uses the package`, async () => {
    const node = join(furtherPackages, `node${version}/bin/node`);
    await chmod(node, 0o755);
    for (const program of ["print-journey.mjs", "pace.mjs", "errors.mjs"]) {
      await expectDone(program, (program) => run(node, [program], project(), environmentOfPlatform()));
    }
  });
}

further("Jest uses the package in a file of the environment `node`, in a project with jsdom", async () => {
  const folder = await createProjectOf("tests/npm/programs/jsdom");
  const { stderr } = await runWithOutput("node", ["--experimental-vm-modules", "node_modules/jest/bin/jest.js"], folder, environmentOfPlatform());
  expect(stderr).toContain("1 passed");
});

further("a project of Astro uses the package on the server and in the browser", async ({ page }) => {
  const folder = await createProjectOf("tests/npm/programs/astro", furtherPackages);
  await chmod(node22, 0o755);
  await run(node22, ["node_modules/astro/bin/astro.mjs", "build"], folder, { ASTRO_TELEMETRY_DISABLED: "1" });
  await withServer(["dist/server/entry.mjs"], folder, (address) => expectModels(page, address));
});

/** What a build of `programs/bundled` needs: the program with its arguments, and the folder that it writes. */
const bundlers: Record<string, string[]> = {
  "Vite 7": ["vite7/bin/vite.js", "build", "--base", "./"],
  Parcel: ["parcel/lib/bin.js", "build", "index.html", "--public-url", "./", "--no-cache"],
  Rspack: ["@rspack/cli/bin/rspack.js", "build"],
  Rollup: ["rollup/dist/bin/rollup", "app.js", "--format=es", "--file=dist/built.js", "--plugin=node-resolve"],
};

for (const [name, [program = "", ...args]] of Object.entries(bundlers)) {
  further(`a page built with ${name} works`, async ({ page }) => {
    const folder = await createJourney("bundled", furtherPackages);
    await run("node", [join("node_modules", program), ...args], folder);
    if (name === "Rspack" || name === "Rollup") await copyPage(folder);
    if (name === "Rollup") await cp(join(folder, "node_modules/answerdeck/answerdeck.wasm"), join(folder, "dist/answerdeck.wasm"));
    // Parcel writes an import map into the page.
    const inline = name === "Parcel" ? "'unsafe-inline' " : "";
    await expectBuilt(page, folder, STRICT_POLICY.replace("'wasm-unsafe-eval'", `${inline}'wasm-unsafe-eval'`));
  });
}

async function expectModels(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByText("models on the server", { exact: true })).toBeVisible();
  await expect(page.getByRole("status")).toHaveText("models in the browser");
}

async function expectDone(program: string, run: (program: string) => Promise<string>): Promise<void> {
  const expected: Record<string, string> = { "print-journey.mjs": DONE, "pace.mjs": "80 calls, 0 locks", "errors.mjs": "done" };
  expect(await run(program), program).toBe(`${expected[program]}\n`);
}

function environmentOfPlatform(): Record<string, string> {
  return { ANSWERDECK_URL: options.baseUrl, ANSWERDECK_KEY: options.apiKey };
}

function esbuild(folder: string, source: string, ...args: string[]): Promise<string> {
  return run("node_modules/esbuild/bin/esbuild", [source, "--bundle", "--log-level=error", ...args], folder);
}
