import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { damage, databases, keptAnswers, readAll, recordAnswerLists, untilRead } from "../kept-answers";
import { demo } from "../platform";
import { signIn, signInWithKey, signOut } from "../sign-in";

// The demo organization has finished runs.
const KEY = demo().key;
const ANSWER_LISTS = /\/api\/v1\/platform\/answers\?/;
const WORKER = /\/analysis-[0-9a-f]{16}\.js$/;

/** Runs JavaScript in the analysis worker before its own. */
async function beforeWorker(page: Page, script: string): Promise<void> {
  await page.route(WORKER, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: script + (await response.text()) });
  });
}

test("answers are read once and kept over a reload", async ({ page, labels }) => {
  await signIn(page, labels, KEY);
  const progress = await readAll(page, labels);
  await expect(keptAnswers(page, labels).getByText(labels.keptHere)).toBeVisible();
  const lists = recordAnswerLists(page);
  await page.reload();
  expect(await untilRead(page, labels)).toBe(progress);
  expect(lists).toEqual([]);
});

test("reading continues where a killed worker stopped", async ({ page, labels }) => {
  await signIn(page, labels, KEY);
  const first = recordAnswerLists(page);
  const kept = page.waitForRequest((request) => ANSWER_LISTS.test(request.url()) && first.length > 4);
  await page.goto("/settings");
  await kept;
  await page.goto("about:blank");
  const runs = new Set(first.slice(0, -2).map((query) => new URLSearchParams(query).get("runID")));
  const second = recordAnswerLists(page);
  await readAll(page, labels);
  const again = second.filter((query) => runs.has(new URLSearchParams(query).get("runID")));
  expect(again.filter((query) => query.includes("runID"))).toEqual([]);
});

test("of two tabs, one reads and both have the answers", async ({ page, context, labels }) => {
  await signIn(page, labels, KEY, "/", labels.onThisDevice);
  const other = await context.newPage();
  const lists = [recordAnswerLists(page), recordAnswerLists(other)];
  await Promise.all([page.goto("/settings"), other.goto("/settings")]);
  const progress = await Promise.all([untilRead(page, labels), untilRead(other, labels)]);
  expect(progress[0]).toBe(progress[1]);
  const ofRuns = lists.flat().filter((query) => query.includes("runID"));
  expect(new Set(ofRuns).size).toBe(ofRuns.length);
});

test("without IndexedDB, answers are kept in the tab", async ({ page, labels }) => {
  await beforeWorker(page, "Object.defineProperty(globalThis, 'indexedDB', { value: undefined });");
  await signIn(page, labels, KEY);
  await readAll(page, labels);
  await expect(keptAnswers(page, labels).getByText(labels.noStorage)).toBeVisible();
});

test("a session of an API key keeps nothing on the device", async ({ page, labels }) => {
  await signInWithKey(page, labels, KEY, "/settings");
  await untilRead(page, labels);
  await expect(keptAnswers(page, labels).getByText(labels.keptInTab)).toBeVisible();
  expect(await databases(page)).toEqual([]);
});

test("a full device keeps new answers in the tab", async ({ page, context, labels }) => {
  await signIn(page, labels, KEY);
  const devtools = await context.newCDPSession(page);
  const origin = new URL(page.url()).origin;
  await devtools.send("Storage.overrideQuotaForOrigin", { origin, quotaSize: 60_000 });
  await readAll(page, labels);
  await expect(keptAnswers(page, labels).getByText(labels.deviceFull)).toBeVisible();
  await devtools.send("Storage.overrideQuotaForOrigin", { origin });
  await page.reload();
  await untilRead(page, labels);
  await expect(keptAnswers(page, labels).getByText(labels.keptHere)).toBeVisible();
});

test("a damaged run is read again, and no other", async ({ page, labels }) => {
  await signIn(page, labels, KEY);
  const progress = await readAll(page, labels);
  await page.goto("about:blank");
  await page.goto("/sign-in");
  expect(await damage(page, "run/")).toBeGreaterThan(0);
  const lists = recordAnswerLists(page);
  expect(await readAll(page, labels)).toBe(progress);
  expect(lists.length).toBeGreaterThan(0);
});

test("a store of another version is read anew, and the person is told", async ({ page, labels }) => {
  await signIn(page, labels, KEY);
  const progress = await readAll(page, labels);
  await page.goto("/sign-in");
  expect(await damage(page, "header")).toBe(1);
  await page.goto("/settings");
  await expect(keptAnswers(page, labels).getByText(labels.rebuilt)).toBeVisible();
  expect(await untilRead(page, labels)).toBe(progress);
});

test("signing out leaves nothing, and another organization begins anew", async ({ page, labels, organization }) => {
  await signIn(page, labels, KEY);
  await readAll(page, labels);
  const [former] = await databases(page);
  await signOut(page, labels);
  await expect.poll(() => databases(page)).toEqual([]);
  await signIn(page, labels, organization.key, "/settings");
  expect(await untilRead(page, labels)).toMatch(/^0 /);
  expect(await databases(page)).not.toContain(former);
});

test("signing out from a page without a worker leaves nothing", async ({ page, labels }) => {
  await signIn(page, labels, KEY);
  await readAll(page, labels);
  await page.goto("/prompts");
  await signOut(page, labels);
  await expect.poll(() => databases(page)).toEqual([]);
});

test("what is forgotten is deleted at once, and can be read again", async ({ page, labels }) => {
  await signIn(page, labels, KEY);
  const progress = await readAll(page, labels);
  const section = keptAnswers(page, labels);
  await section.getByRole("button", { name: labels.forget }).click();
  await expect(section.getByText(labels.forgotten)).toBeVisible();
  expect(await databases(page)).toEqual([]);
  await section.getByRole("button", { name: labels.readAgain }).click();
  expect(await untilRead(page, labels)).toBe(progress);
});

test("a platform that counts a kept run otherwise gets it read again", async ({ page, labels }) => {
  await signIn(page, labels, KEY);
  const progress = await readAll(page, labels);
  await page.route(/\/api\/v1\/platform\/runs\?/, async (route) => {
    const response = await route.fetch();
    const list = (await response.json()) as { runs: { totalCount: number; finishedCount: number; successCount: number }[] };
    for (const run of list.runs.slice(0, 1)) {
      run.successCount += 1;
      run.finishedCount += 1;
      run.totalCount += 1;
    }
    await route.fulfill({ response, json: list });
  });
  const lists = recordAnswerLists(page);
  await page.reload();
  await expect.poll(() => lists.length).toBeGreaterThan(0);
  const bar = keptAnswers(page, labels).getByRole("progressbar");
  await expect(bar).not.toHaveAttribute("aria-valuetext", progress);
  await page.unrouteAll({ behavior: "wait" });
  await page.reload();
  await expect(bar).toHaveAttribute("aria-valuetext", progress, { timeout: 40_000 });
});

test("a worker that fails says so, and starts again", async ({ page, labels, pageErrors }) => {
  pageErrors.expect(/broken/);
  await beforeWorker(page, "throw new Error('broken');");
  await signIn(page, labels, KEY);
  await page.goto("/settings");
  await expect(page.getByText(labels.analysisFailed)).toBeVisible();
  await page.unrouteAll({ behavior: "wait" });
  await keptAnswers(page, labels).getByRole("button", { name: labels.retry }).click();
  await untilRead(page, labels);
});

test.describe("with the service worker", () => {
  test.use({ serviceWorkers: "allow" });

  test("without a network, kept answers open after a reload", async ({ page, context, labels, pageErrors }) => {
    pageErrors.expect(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
    await signIn(page, labels, KEY);
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
      const { serviceWorker } = navigator;
      if (!serviceWorker.controller) {
        await new Promise((resolve) => serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
      }
    });
    const progress = await readAll(page, labels);
    await context.setOffline(true);
    await page.reload();
    const section = keptAnswers(page, labels);
    await expect(section.getByText(labels.keptOffline)).toBeVisible();
    await expect(section.getByRole("progressbar")).toHaveAttribute("aria-valuetext", progress);
    await context.setOffline(false);
    await untilRead(page, labels);
  });
});
