import { expect, type Page, test } from "@playwright/test";
import { consoleErrors } from "./console-errors";
import { project } from "./project";
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

test("every call in Chromium does what the table of faults says", async ({ page }) => {
  await page.goto(`${site.url}/faults.html`);
  await expect(page.getByRole("status")).toHaveText("done", { timeout: 60_000 });
  const results = JSON.parse((await page.locator("pre").textContent()) ?? "") as { name: string; failure?: string }[];
  expect(results.filter((result) => result.failure)).toEqual([]);
  expect(results.length).toBeGreaterThan(80);
});

test("every sign-in does what its table of faults says", async ({ page }) => {
  await page.goto(`${site.url}/sign-in-faults.html`);
  await expect(page.getByRole("status")).toHaveText("done", { timeout: 60_000 });
  const results = JSON.parse((await page.locator("pre").textContent()) ?? "") as { name: string; failure?: string }[];
  expect(results.filter((result) => result.failure)).toEqual([]);
  expect(results.length).toBeGreaterThan(20);
});

test("a Web Worker loads the package, reads pages, submits a run, watches it and cancels a call", async ({ page }) => {
  await page.goto(`${site.url}/worker.html#${encodeURIComponent(JSON.stringify({ baseUrl: platform, apiKey: key }))}`);
  const done = "pages of 2 and 2, FINISHED, ABORTED";
  await expect(page.getByRole("status")).toHaveText(done, { timeout: 60_000 });
});

test("a missing WebAssembly file is an error that names it, and the next call loads it", async ({ page }) => {
  await page.route("**/answerdeck.wasm", (route) => route.fulfill({ status: 404 }), { times: 1 });
  await page.goto(`${site.url}/load.html`);
  await expect(page.getByRole("status")).toHaveText(/^LOAD_FAILED .*answerdeck\.wasm.*404, then connected$/);
});

async function allow(page: Page): Promise<void> {
  const button = page.getByRole("button", { name: /^(allow|허용)/i });
  await expect(button).toBeVisible();
  await page.getByLabel(/API/).fill(key);
  await button.click();
}
