import type { Page } from "@playwright/test";
import { expect, test as base } from "../fixtures";
import {
  createDatabase,
  damage,
  databases,
  evict,
  finishRuns,
  keptAnswers,
  readAll,
  readRecord,
  recordAnswerLists,
  untilRead,
} from "../kept-answers";
import { createOrganization } from "../organization";
import { Platform } from "../platform";
import { reloadOffline, restoreNetwork, untilKept } from "../service-worker";
import { signIn, signInWithKey, signOut } from "../sign-in";

const WORKER = /\/analysis-[0-9a-f]{16}\.js$/;
/** Each has one answer. */
const RUNS = 3;

const test = base.extend<{ answered: string }>({
  /** The API key of an organization with finished runs. */
  answered: async ({ organization }, use) => {
    await finishRuns(organization.key, RUNS);
    await use(organization.key);
  },
});

// Reading answers leaves half of the rate limit to others.
test.slow();

/** The query of a request for the answers of one run. */
const ofRun = (query: string) => new URLSearchParams(query).get("runID");

/** Runs JavaScript in the analysis worker before its own. */
async function beforeWorker(page: Page, script: string): Promise<void> {
  await page.route(WORKER, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: script + (await response.text()) });
  });
}

test("answers are read once and kept over a reload", async ({ page, labels, answered }) => {
  await signIn(page, labels, answered);
  const progress = await readAll(page, labels);
  await expect(keptAnswers(page, labels).getByText(labels.keptHere)).toBeVisible();
  const lists = recordAnswerLists(page);
  await page.reload();
  expect(await untilRead(page, labels)).toBe(progress);
  expect(lists).toEqual([]);
});

test("of two tabs, one reads and both have the answers", async ({ page, context, labels, answered }) => {
  // No page before this one reads answers.
  await signIn(page, labels, answered, "/prompt-sets", labels.onThisDevice);
  const other = await context.newPage();
  const lists = [recordAnswerLists(page), recordAnswerLists(other)];
  await Promise.all([page.goto("/settings"), other.goto("/settings")]);
  const progress = await Promise.all([untilRead(page, labels), untilRead(other, labels)]);
  expect(progress[0]).toBe(progress[1]);
  // The page of sets asks for the newest answer of each set.
  expect(lists.flat().filter((list) => !list.includes("promptSetID"))).toHaveLength(1);
});

test("without IndexedDB, answers are kept in the tab", async ({ page, labels, answered }) => {
  await beforeWorker(page, "Object.defineProperty(globalThis, 'indexedDB', { value: undefined });");
  await signIn(page, labels, answered);
  await readAll(page, labels);
  await expect(keptAnswers(page, labels).getByText(labels.noStorage)).toBeVisible();
});

test("a session of an API key keeps nothing on the device", async ({ page, labels, answered }) => {
  await signInWithKey(page, labels, answered, "/settings");
  await untilRead(page, labels);
  await expect(keptAnswers(page, labels).getByText(labels.keptInTab)).toBeVisible();
  expect(await databases(page)).toEqual([]);
});

test("a session on this page only keeps nothing on the device", async ({ page, labels, answered }) => {
  await signIn(page, labels, answered, "/settings", labels.onThisPage);
  await untilRead(page, labels);
  await expect(keptAnswers(page, labels).getByText(labels.keptInTab)).toBeVisible();
  expect(await databases(page)).toEqual([]);
});

test("a full device keeps new answers in the tab", async ({ page, labels, answered }) => {
  const full = `
    const { put } = IDBObjectStore.prototype;
    let left = 2_000;
    IDBObjectStore.prototype.put = function (value, key) {
      left -= value.byteLength;
      if (left < 0) throw new DOMException("full", "QuotaExceededError");
      return put.call(this, value, key);
    };`;
  await beforeWorker(page, full);
  await signIn(page, labels, answered);
  const progress = await readAll(page, labels);
  await expect(keptAnswers(page, labels).getByText(labels.deviceFull)).toBeVisible();
  await page.unrouteAll({ behavior: "wait" });
  await page.reload();
  expect(await untilRead(page, labels)).toBe(progress);
  await expect(keptAnswers(page, labels).getByText(labels.keptHere)).toBeVisible();
});

test("a damaged run is read again, and no other", async ({ page, labels, answered }) => {
  const { runs } = await new Platform(answered).read<{ runs: { id: string }[] }>("v1/platform/runs");
  const damaged = runs[1]?.id ?? "";
  await signIn(page, labels, answered);
  const progress = await readAll(page, labels);
  await page.goto("/prompts");
  expect(await damage(page, `run/${damaged}`)).toBe(1);
  const lists = recordAnswerLists(page);
  expect(await readAll(page, labels)).toBe(progress);
  expect(lists.map(ofRun)).toEqual([damaged]);
});

test("answers that the browser evicted between two visits are read again, and the page says so once", async ({
  page,
  labels,
  answered,
}) => {
  await signIn(page, labels, answered);
  const progress = await readAll(page, labels);
  await page.goto("/prompts");
  await evict(page);
  expect(await databases(page)).toEqual([]);
  await page.goto("/settings");
  const evicted = keptAnswers(page, labels).getByText(labels.evicted);
  await expect(evicted).toBeVisible();
  expect(await untilRead(page, labels)).toBe(progress);
  await page.reload();
  await untilRead(page, labels);
  await expect(evicted).toHaveCount(0);
});

test("a store whose header is damaged is read again, and the page says so", async ({ page, labels, answered }) => {
  await signIn(page, labels, answered);
  const progress = await readAll(page, labels);
  await page.goto("/prompts");
  expect(await damage(page, "header")).toBe(1);
  await page.goto("/settings");
  await expect(keptAnswers(page, labels).getByText(labels.rebuilt)).toBeVisible();
  expect(await untilRead(page, labels)).toBe(progress);
});

// Before version 7, the mark of kept answers was the name of the session. Now it is that of the database.
for (const marksSession of [true, false]) {
  const mark = marksSession ? "the session" : "its database";
  test(`after an update of a console whose mark names ${mark}, answers are read again and the page says so once`, async ({
    page,
    labels,
    answered,
  }) => {
    await signIn(page, labels, answered);
    const progress = await readAll(page, labels);
    await page.goto("/prompts");
    const [present = ""] = await databases(page);
    const [, version, name = ""] = /^answerdeck\.answers\.(\d+)\.(.+)$/.exec(present) ?? [];
    const former = `answerdeck.answers.${Number(version) - 1}.${name}`;
    await evict(page);
    await createDatabase(page, former);
    await page.evaluate((mark) => localStorage.setItem("answerdeck.kept-answers", mark), marksSession ? name : former);
    await page.goto("/settings");
    const section = keptAnswers(page, labels);
    await expect(section.getByText(labels.rebuilt)).toBeVisible();
    await expect(section.getByText(labels.evicted)).toHaveCount(0);
    expect(await untilRead(page, labels)).toBe(progress);
    await expect.poll(() => databases(page)).toEqual([present]);
    await page.reload();
    await untilRead(page, labels);
    await expect(section.getByText(labels.rebuilt)).toHaveCount(0);
  });
}

test("answers that a closed tab kept cannot be read, and are deleted at the next start", async ({
  page,
  context,
  labels,
  answered,
}) => {
  await signIn(page, labels, answered);
  await readAll(page, labels);
  const [former = ""] = await databases(page);
  await page.close();
  const next = await context.newPage();
  await next.goto("/");
  await expect(next.getByRole("button", { name: labels.signIn, exact: true })).toBeVisible();
  expect(await databases(next)).toEqual([former]);
  const header = await readRecord(next, "header");
  expect(header.length).toBeGreaterThan(0);
  expect(Buffer.from(header).toString("latin1")).not.toContain("answerdeck");
  const stored = await next.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  expect(stored).not.toContain("answerdeck.session.");
  const lists = recordAnswerLists(next);
  await signIn(next, labels, answered, "/settings");
  await untilRead(next, labels);
  expect(lists).toHaveLength(1);
  await expect.poll(() => databases(next)).toHaveLength(1);
  expect(await databases(next)).not.toContain(former);
});

test("answers that a closed tab kept are deleted by a session that keeps nothing", async ({ page, context, labels, answered }) => {
  await signIn(page, labels, answered);
  await readAll(page, labels);
  await page.close();
  const next = await context.newPage();
  await signInWithKey(next, labels, answered, "/settings");
  await untilRead(next, labels);
  await expect.poll(() => databases(next)).toEqual([]);
});

test("a session that the platform ends on a page without a worker leaves nothing", async ({
  page,
  labels,
  answered,
  pageErrors,
}) => {
  pageErrors.expect(/status of 40[01]/);
  await signIn(page, labels, answered);
  await readAll(page, labels);
  const unauthorized = { code: "COMMON_UNAUTHORIZED", message: "revoked" };
  await page.route("**/api/v1/platform/**", (route) => route.fulfill({ status: 401, json: unauthorized }));
  await page.route("**/oauth/token", (route) => route.fulfill({ status: 400, json: { error: "invalid_grant" } }));
  await page.goto("/prompts");
  await expect(page.getByRole("button", { name: labels.signIn, exact: true })).toBeVisible();
  await expect.poll(() => databases(page)).toEqual([]);
});

test("signing out leaves nothing, and another organization starts with nothing", async ({ page, labels, answered }) => {
  await signIn(page, labels, answered);
  await readAll(page, labels);
  const [former] = await databases(page);
  const other = await createOrganization("another", 0);
  await signOut(page, labels);
  await expect.poll(() => databases(page)).toEqual([]);
  await signIn(page, labels, other.key, "/settings");
  expect(await untilRead(page, labels)).toMatch(/^0 /);
  await expect(page.getByText(labels.evicted)).toHaveCount(0);
  expect(await databases(page)).not.toContain(former);
});

test("signing out from a page without a worker leaves nothing", async ({ page, labels, answered }) => {
  await signIn(page, labels, answered);
  await readAll(page, labels);
  await page.goto("/prompts");
  await signOut(page, labels);
  await expect.poll(() => databases(page)).toEqual([]);
});

test("forgotten answers are deleted at once, and can be read again", async ({ page, labels, answered }) => {
  await signIn(page, labels, answered);
  const progress = await readAll(page, labels);
  const section = keptAnswers(page, labels);
  await section.getByRole("button", { name: labels.forget }).click();
  await expect(section.getByText(labels.forgotten)).toBeVisible();
  expect(await databases(page)).toEqual([]);
  await section.getByRole("button", { name: labels.readAgain }).click();
  expect(await untilRead(page, labels)).toBe(progress);
  await section.getByRole("button", { name: labels.forget }).click();
  await expect(section.getByText(labels.forgotten)).toBeVisible();
  await page.reload();
  expect(await untilRead(page, labels)).toBe(progress);
  await expect(section.getByText(labels.evicted)).toHaveCount(0);
});

test("a kept run whose counts changed is read again", async ({ page, labels, answered }) => {
  await signIn(page, labels, answered);
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

test("a store of an older console is deleted when no tab has it open", async ({ page, labels, answered }) => {
  await signIn(page, labels, answered);
  const old = "answerdeck.answers.4.any";
  await createDatabase(page, old);
  expect(await databases(page)).toContain(old);
  await readAll(page, labels);
  await expect.poll(() => databases(page)).toHaveLength(1);
});

test("a worker that fails says so, and starts again", async ({ page, labels, answered, pageErrors }) => {
  pageErrors.expect(/broken/);
  await beforeWorker(page, "throw new Error('broken');");
  await signIn(page, labels, answered);
  await page.goto("/settings");
  await expect(page.getByText(labels.analysisFailed)).toBeVisible();
  await page.unrouteAll({ behavior: "wait" });
  await keptAnswers(page, labels).getByRole("button", { name: labels.retry }).click();
  await untilRead(page, labels);
});

test.describe("with the service worker", () => {
  test.use({ serviceWorkers: "allow" });

  test("without a network, kept answers open after a reload", async ({ page, context, labels, answered, pageErrors }) => {
    pageErrors.expect(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
    await signIn(page, labels, answered);
    await untilKept(page);
    const progress = await readAll(page, labels);
    await context.setOffline(true);
    await reloadOffline(page);
    const section = keptAnswers(page, labels);
    await expect(section.getByText(labels.keptOffline)).toBeVisible();
    await expect(section.getByRole("progressbar")).toHaveAttribute("aria-valuetext", progress);
    await restoreNetwork(page);
    await untilRead(page, labels);
  });

  test("without a network, brands, sources, searches and answers are those that this device has kept", async ({
    page,
    context,
    labels,
    answered,
    pageErrors,
  }) => {
    pageErrors.expect(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
    const platform = new Platform(answered);
    const { id: brand } = await platform.write<{ id: string }>("v1/platform/brands", { name: "Nurio", synonyms: ["누리오"] });
    const { answers } = await platform.read<{ answers: { id: string; query: string }[] }>("v1/platform/answers");
    await signIn(page, labels, answered);
    await untilKept(page);
    await readAll(page, labels);
    const ranked = (name: string) => page.getByRole("region", { name }).getByRole("rowheader");
    const texts = async (path: string, name: string) => {
      await page.goto(path);
      await expect(ranked(name).first()).toBeVisible();
      return ranked(name).allTextContents();
    };
    await page.goto("/answers");
    await expect(page.getByText(labels.successful(answers.length), { exact: true })).toBeVisible();
    const [sources, searches] = [await texts("/sources", labels.mostCited), await texts("/fan-outs", labels.searchRanking)];
    // The brands are searched for in the texts, and kept with them.
    await page.goto(`/brands/${brand}`);
    await expect(page.getByText(labels.mentionRate).first()).toBeVisible();

    await context.setOffline(true);
    await page.goto("/sources");
    await expect(ranked(labels.mostCited)).toHaveText(sources);
    await page.goto("/fan-outs");
    await expect(ranked(labels.searchRanking)).toHaveText(searches);
    // The value of the previous filter must not be shown for the new one, which was not requested.
    await page.evaluate(() => {
      history.pushState(null, "", "/fan-outs?model=NAVER_AI_TAB");
      dispatchEvent(new PopStateEvent("popstate"));
    });
    await expect(page.getByText("No searches match these filters")).toBeVisible();
    await expect(ranked(labels.searchRanking)).toHaveCount(0);
    await page.goto(`/brands/${brand}`);
    await expect(page.getByRole("heading", { level: 1, name: "Nurio" })).toBeVisible();
    await expect(page.getByText(labels.mentionRate).first()).toBeVisible();
    await page.goto("/overview");
    await expect(page.getByRole("application", { name: labels.mentionTrend })).toBeVisible();
    await expect(page.getByRole("application", { name: labels.topSources })).toBeVisible();
    await page.goto("/answers");
    const kept = page.getByRole("region", { name: labels.answersBehind, exact: true }).getByRole("rowheader");
    await expect(kept).toHaveCount(answers.length);
    await page.goto(`/answers/${answers[0]?.id}`);
    await expect(page.getByRole("heading", { level: 1, name: answers[0]?.query })).toBeVisible();
    await expect(page.getByRole("region", { name: labels.answerText })).toContainText(/\S/);
    await context.setOffline(false);
    await expect(page.getByText(labels.offline)).toBeHidden();
  });
});
