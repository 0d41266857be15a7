import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { consoleErrors } from "./console-errors";
import { allow, DONE } from "./journey";
import { createProject, project } from "./project";
import { serveFiles } from "./static-server";

const platform = process.env.ANSWERDECK_URL ?? "";
const key = process.env.ANSWERDECK_KEY ?? "";
let site: Awaited<ReturnType<typeof serveFiles>>;

test.beforeAll(async () => {
  site = await serveFiles(project());
});

test.afterAll(() => site.stop());

test("a page without a bundler and with a strict content security policy signs in, lists and signs out in every tab", async ({
  page,
  context,
}) => {
  const errors = consoleErrors(page);
  await page.goto(`${site.url}/`);
  await page.getByLabel("Platform").fill(platform);
  await page.getByRole("button", { name: "Sign in" }).click();
  await allow(page);
  await expect(page.getByRole("listitem").first()).toBeVisible();
  // The code of the callback was removed from the address.
  expect(new URL(page.url()).search).toBe("");

  await page.reload();
  await expect(page.getByRole("listitem").first()).toBeVisible();
  const other = await context.newPage();
  await other.goto(`${site.url}/`);
  await expect(other.getByRole("listitem").first()).toBeVisible();
  await other.getByRole("button", { name: "Sign out" }).click();
  for (const tab of [other, page]) {
    await expect(tab.getByRole("listitem")).toHaveCount(0);
    await expect(tab.getByRole("button", { name: "Sign in" })).toBeVisible();
  }
  expect(errors).toEqual([]);
});

test("a sign-in that the user denies says so", async ({ page }) => {
  await page.goto(`${site.url}/`);
  await page.getByLabel("Platform").fill(platform);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("button", { name: /deny|거부/i }).click();
  await expect(page.getByRole("status")).toContainText("denied");
});

for (const [what, address, rows] of [
  ["every call in Chromium", "faults.html", 80],
  ["every sign-in", "sign-in-faults.html", 20],
] as const) {
  test(`${what} does what its table of faults says`, async ({ page }) => {
    await page.goto(`${site.url}/${address}`);
    await expect(page.getByRole("status")).toHaveText("done", { timeout: 60_000 });
    const results = JSON.parse((await page.locator("pre").textContent()) ?? "") as { name: string; failure?: string }[];
    expect(results.filter((result) => result.failure)).toEqual([]);
    expect(results.length).toBeGreaterThan(rows);
  });
}

for (const [worker, address] of [
  ["Web Worker", "worker.html"],
  ["service worker", "service-worker.html"],
]) {
  test(`a ${worker} loads the package, reads pages, submits a run, watches it and cancels a call`, async ({ page }) => {
    await page.goto(`${site.url}/${address}#${encodeURIComponent(JSON.stringify({ baseUrl: platform, apiKey: key }))}`);
    await expect(page.getByRole("status")).toHaveText(DONE, { timeout: 60_000 });
  });
}

test("the programs of the README sign in with a popup", async ({ page }) => {
  const folder = await createProject();
  const readme = await readFile(join(folder, "node_modules/answerdeck/README.md"), "utf8");
  const [, program = "", callback = ""] = /^### In a popup\n.*?^```js\n(.*?)^```$.*?^```html\n(.*?)^```$/ms.exec(readme) ?? [];
  expect(program).toContain("http://127.0.0.1:8080");
  const module = program.replace("http://127.0.0.1:8080", platform).replace('"answerdeck"', '"./node_modules/answerdeck/index.js"');
  await writeFile(join(folder, "index.html"), `<!doctype html><title>popup</title><body><script type="module">${module}</script></body>`);
  await writeFile(join(folder, "callback.html"), `<!doctype html><title>callback</title>${callback}`);
  // The scripts are inside the pages.
  const app = await serveFiles(folder, "script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'");
  await page.goto(`${app.url}/`);
  const openPopup = async () => {
    const popup = page.waitForEvent("popup");
    await page.getByRole("button", { name: "Sign in" }).click();
    return popup;
  };
  const rejections: Error[] = [];
  page.on("pageerror", (error) => rejections.push(error));
  await (await openPopup()).getByRole("button", { name: /deny|거부/i }).click();
  await expect(page.getByText("denied")).toBeVisible();
  await allow(await openPopup());
  await expect(page.getByRole("button", { name: "Signed in" })).toBeVisible();
  await expect(page.getByText("denied")).toHaveCount(0);
  expect(rejections).toEqual([]);
  await app.stop();
});

test("a stale WebAssembly file is fetched past the cache", async ({ page }) => {
  const file = await readFile(join(project(), "node_modules/answerdeck/answerdeck.wasm"));
  const stale = Buffer.from(file);
  stale[stale.length - 1]! ^= 1;
  await page.route("**/answerdeck.wasm", (route) => route.fulfill({ body: stale, contentType: "application/wasm" }), { times: 1 });
  await page.goto(`${site.url}/client.html`);
  await page.waitForFunction(() => "Answerdeck" in globalThis);
  const modes = await page.evaluate(`(async () => {
    const modes = [];
    const { fetch } = globalThis;
    globalThis.fetch = (source, options) => (modes.push(options.cache), fetch(source, options));
    await Answerdeck.connect({ baseUrl: "https://platform.example", apiKey: "adk_key" });
    return modes;
  })()`);
  expect(modes).toEqual(["default", "reload"]);
});

test("a missing WebAssembly file is an error that names it, and the next call loads it", async ({ page }) => {
  await page.route("**/answerdeck.wasm", (route) => route.fulfill({ status: 404 }), { times: 1 });
  await page.goto(`${site.url}/load.html`);
  await expect(page.getByRole("status")).toHaveText(/^LOAD_FAILED .*answerdeck\.wasm.*404, then connected$/);
});
