import { type Browser, expect, type Page, test } from "@playwright/test";
import { startServer } from "../server";
import { pagePaths } from "./page-paths";

/** What a page asked of the API. */
interface Visit {
  requests: number;
  bytes: number;
  /** From the click or the address to the last response, in ms. */
  milliseconds: number;
  /** Requests that the rate limit refused. */
  refused: number;
}

/** Notes what `page` asks for until it has all of it. */
async function visit(page: Page, open: () => Promise<unknown>): Promise<Visit> {
  const visit: Visit = { requests: 0, bytes: 0, milliseconds: 0, refused: 0 };
  const begin = performance.now();
  const reads: Promise<void>[] = [];
  page.on("requestfinished", (request) => {
    if (!new URL(request.url()).pathname.startsWith("/api/")) return;
    visit.requests += 1;
    visit.milliseconds = Math.round(performance.now() - begin);
    reads.push(
      (async () => {
        visit.bytes += (await request.sizes()).responseBodySize;
        if ((await request.response())?.status() === 429) visit.refused += 1;
      })(),
    );
  });
  await open();
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.waitForLoadState("networkidle");
  await expect(page.locator("main .skeleton")).toHaveCount(0);
  await Promise.all(reads);
  page.removeAllListeners("requestfinished");
  return visit;
}

function print(name: string, { requests, bytes, milliseconds, refused }: Visit): void {
  console.log(name.padEnd(48) + [requests, bytes, milliseconds, refused].map((value) => String(value).padStart(10)).join(""));
}

/** A fresh browser on the page that asks for the key. */
async function newPerson(browser: Browser, server: { url: string; key: string }): Promise<Page> {
  const page = await (await browser.newContext({ locale: "en-US" })).newPage();
  await page.goto(`${server.url}/overview`);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  // The sign-in page has a field of the same name.
  await page.waitForURL(/\/oauth\/authorize/);
  await page.getByLabel("API key").fill(server.key);
  return page;
}

/** Submits this page. The overview follows. */
async function submitKey(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("navigation").first()).toBeVisible();
}

// At the rate limit of the contract. `ANSWERDECK_URL` and `ANSWERDECK_KEY` choose a platform with more answers than the demo.
test("requests, bytes of JSON and time of each page", async ({ browser }) => {
  const { ANSWERDECK_URL: url, ANSWERDECK_KEY: key } = process.env;
  const server = url && key ? { url, key, stop: async () => {} } : await startServer();
  console.log("".padEnd(48) + ["requests", "bytes", "ms", "429"].map((head) => head.padStart(10)).join(""));
  const page = await newPerson(browser, server);
  print("/overview after the sign-in", await visit(page, () => submitKey(page)));
  for (const path of await pagePaths(server)) print(path, await visit(page, () => page.goto(server.url + path)));
  const five = await Promise.all(Array.from({ length: 5 }, () => newPerson(browser, server)));
  const visits = await Promise.all(five.map((page) => visit(page, () => submitKey(page))));
  visits.forEach((visit, number) => print(`/overview in browser ${number + 1} of 5 at once`, visit));
  await server.stop();
});
