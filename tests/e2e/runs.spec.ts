import type { Page } from "@playwright/test";
import { expectAccessible, expectNoHorizontalScroll } from "../accessibility";
import { passTimeUntil } from "../clock";
import { column, exportCsv } from "../csv";
import { expect, koreanTest, organizationTest, test } from "../fixtures";
import { holdRequests } from "../held-requests";
import { submitAndFinish } from "../runs";
import { command } from "../server";
import { expectLanguage, inBothLanguages } from "../language";
import { createOrganization } from "../organization";
import { Platform, changeOrganization, changeResponses, hideExtensionsOfOrganization, hideExtensionsOfSets } from "../platform";
import { goTo, storeSession, visit } from "../sign-in";
import type { Labels } from "../labels";

/** The last request of the page of a run: its grid marks the answers that name the own brand. */
const OWN_BRAND = "**/api/v1/platform/brands**";
const PROMPTS = Array.from({ length: 40 }, (_, at) => `Which wireless earbuds suit commuter number ${at}?`);
const UNFINISHED = { status: "RUNNING", totalCount: 8, finishedCount: 3, successCount: 3, failedCount: 0, runningCount: 5 };

interface StoppedRun {
  status: string;
  stoppedAt?: string;
  totalCount: number;
  successCount: number;
  failedCount: number;
  answers: { failure?: { code: string } }[];
}

/** Starts a run of 400 items, which takes half a minute, in an organization of its own. */
async function startLongRun(): Promise<{ key: string; platform: Platform; id: string }> {
  const { key } = await createOrganization("Long runs", 1_000);
  const platform = new Platform(key);
  const promptSetID = await platform.createSet("Commuters", PROMPTS);
  const run = { promptSetID, models: ["CHATGPT"], repeatCount: 10 };
  return { key, platform, ...(await platform.write<{ id: string }>("v1/platform/runs", run)) };
}

/** Opens the new run form through links, and selects `models` models. */
async function prepare(page: Page, labels: Labels, set: string, models: number): Promise<void> {
  await goTo(page, labels, labels.runs);
  await page.getByRole("link", { name: labels.newRun }).first().click();
  await page.getByLabel(labels.promptSet, { exact: true }).selectOption({ label: set });
  const boxes = page.getByRole("group", { name: labels.models }).getByRole("checkbox");
  for (let at = 0; at < models; at += 1) await boxes.nth(at).check();
}

organizationTest("an incomplete run form shows its errors and sends nothing, and one that costs more than the balance says how many items will fail", async ({
  page,
  labels,
  platform,
}) => {
  await platform.createSet("Commuters", PROMPTS);
  await visit(page, labels, "/prompt-sets");
  const sent: string[] = [];
  page.on("request", (request) => request.method() === "POST" && sent.push(request.url()));
  await prepare(page, labels, "Commuters", 0);
  await page.getByRole("complementary", { name: labels.cost }).getByRole("button").click();
  // In the next frame.
  await expect(page.locator(".field-error").filter({ hasText: "Select at least one model." })).toBeFocused();
  await page.getByLabel("Times asked").fill("11");
  // At the field, and in place of the cost.
  await expect(page.getByText("Enter a whole number from 1 to 10.")).toHaveCount(2);
  expect(sent).toEqual([]);

  await page.getByLabel("Times asked").fill("1");
  const boxes = page.getByRole("group", { name: labels.models }).getByRole("checkbox");
  for (let at = 0; at < 3; at += 1) await boxes.nth(at).check();
  const cost = page.getByRole("complementary", { name: labels.cost });
  await expect(cost).toContainText(labels.creditsOf(120));
  const shortfall = cost.getByRole("status").filter({ hasText: "20 of 120 items will fail" });
  await expect(shortfall).toContainText("The operator of this platform can add credits.");
  await expect(cost.getByRole("button", { name: labels.startFor(100) })).toBeEnabled();
});

organizationTest("a run form counts each click, and a start whose responses are lost starts one run", async ({ page, labels, platform, step }) => {
  await platform.createSet("Commuters", PROMPTS.slice(0, 2));
  await step("a click on a model counts while the size of the set arrives", async () => {
    await visit(page, labels, "/prompt-sets");
    await hideExtensionsOfSets(page);
    const arrive = await holdRequests(page, "**/api/v1/platform/prompt-sets/*");
    await prepare(page, labels, "Commuters", 0);
    const model = page.getByRole("group", { name: labels.models }).getByRole("checkbox").first();
    await model.hover();
    await page.mouse.down();
    arrive();
    await expect(page.getByText("2 prompts")).toBeVisible();
    await page.mouse.up();
    await expect(model).toBeChecked();
  });
  await step("a start whose first response is lost starts one run", async () => {
    await visit(page, labels, "/prompt-sets");
    await prepare(page, labels, "Commuters", 1);
    const keys = await loseStarts(page, 1);
    await page.getByRole("button", { name: labels.startFor(2) }).click();
    await expect(page.getByRole("region", { name: labels.progress })).toBeVisible();
    expect((await platform.read<{ runs: object[] }>("v1/platform/runs")).runs).toHaveLength(1);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  }, /ERR_FAILED/);
  await step("a start whose responses are all lost starts one run, and the form leads to the list", async () => {
    await visit(page, labels, "/prompt-sets");
    await prepare(page, labels, "Commuters", 1);
    await loseStarts(page, Infinity);
    await page.getByRole("button", { name: labels.startFor(2) }).click();
    await expect(page.getByRole("alert").filter({ hasText: "The run may have started" })).toBeVisible();
    await expect(page.getByRole("button", { name: labels.startFor(2) })).toHaveCount(0);
    await page.getByRole("link", { name: "Go to runs" }).click();
    // The run of the step before, and this one.
    await expect(page.getByRole("table").getByRole("rowheader")).toHaveCount(2);
  }, /ERR_FAILED/);
});

test("a run cannot be started with less than the price of one answer", async ({ page, labels, step }) => {
  const { id, key } = await createOrganization("Without credits", 0);
  await new Platform(key).createSet("Commuters", PROMPTS.slice(0, 2));
  await storeSession(page, key);
  await step("a run cannot be started without credits", async () => {
    await visit(page, labels, "/prompt-sets");
    // Before anything is chosen.
    await prepare(page, labels, "Commuters", 0);
    const why = page.getByText("The balance does not cover one answer. The operator of this platform can add credits.");
    await expect(why).toBeVisible();
    await page.getByRole("group", { name: labels.models }).getByRole("checkbox").first().check();
    await expect(why).toBeVisible();
    await expect(page.getByRole("button", { name: "Start run", exact: true })).toBeDisabled();
  });
  await step("half a credit is too little, too", async () => {
    await changeOrganization(page, { balance: 0.5 });
    await visit(page, labels, "/prompt-sets");
    await prepare(page, labels, "Commuters", 1);
    await expect(page.getByText("The balance does not cover one answer.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Start run", exact: true })).toBeDisabled();
  });
  await step("credits that the operator adds count when the person comes back to the window", async () => {
    await visit(page, labels, "/runs/new");
    const why = page.getByText("The balance does not cover one answer.");
    await expect(why).toBeVisible();
    await command(process.env.ANSWERDECK_DATABASE ?? "", "credits", "add", "--organization", id, "100");
    await page.evaluate(() => ["blur", "focus"].forEach((name) => window.dispatchEvent(new Event(name))));
    await expect(why).toHaveCount(0);
    await expect(page.getByRole("complementary", { name: labels.cost })).toContainText(labels.creditsOf(100));
  });
  await step("so do those of a platform whose organization does not say its balance", async () => {
    await hideExtensionsOfOrganization(page);
    await visit(page, labels, "/runs/new");
    const cost = page.getByRole("complementary", { name: labels.cost });
    await expect(cost).toContainText(labels.creditsOf(100));
    await command(process.env.ANSWERDECK_DATABASE ?? "", "credits", "add", "--organization", id, "100");
    await page.evaluate(() => ["blur", "focus"].forEach((name) => window.dispatchEvent(new Event(name))));
    await expect(cost).toContainText(labels.creditsOf(200));
  });
});

organizationTest("forms preselect the region of the organization, and later the one that was chosen last", async ({ page, labels, platform }) => {
  const promptSetID = await platform.createSet("Commuters", PROMPTS.slice(0, 2));
  await changeOrganization(page, { region: "GB" });
  const region = page.getByLabel(labels.region, { exact: true });
  await visit(page, labels, "/runs/new");
  await expect(region).toHaveValue("GB");
  await visit(page, labels, "/schedules/new");
  await expect(region).toHaveValue("GB");
  await region.selectOption("JP");
  await visit(page, labels, "/runs/new");
  await expect(region).toHaveValue("JP");
  await page.getByRole("link", { name: labels.runWeekly }).click();
  await expect(page).toHaveURL(`/schedules/new?set=${promptSetID}&region=JP`);
  await expect(region).toHaveValue("JP");
});

koreanTest("a run that the platform refuses for lack of credits says so, and can be started later", async ({ page, labels, pageErrors }) => {
  pageErrors.expect(/status of 402/);
  const { key } = await createOrganization("Without credits any more", 0);
  await new Platform(key).createSet("Commuters", PROMPTS.slice(0, 2));
  // Another member spent them after the balance was read.
  await changeOrganization(page, { balance: 100 });
  await storeSession(page, key);
  await visit(page, labels, "/prompt-sets");
  await prepare(page, labels, "Commuters", 1);
  const cost = page.getByRole("complementary", { name: labels.cost });
  const start = cost.getByRole("button", { name: labels.startFor(2) });
  const refused = page.waitForResponse((response) => response.url().endsWith("/platform/runs") && response.status() === 402);
  await start.click();
  const { message } = (await (await refused).json()) as { message: string };
  const refusal = cost.getByRole("alert").filter({ hasText: message });
  await expect(refusal).toBeVisible();
  await expectLanguage(refusal, labels.tag);
  await expect(page).toHaveURL(/\/runs\/new/);
  await expect(start).toBeEnabled();
});

/** Loses the next responses to starts of runs, after the platform has started them. Returns the idempotency keys of all starts. */
async function loseStarts(page: Page, responses: number): Promise<(string | null)[]> {
  const keys: (string | null)[] = [];
  await page.route("**/api/v1/platform/runs", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    keys.push(await route.request().headerValue("idempotency-key"));
    const response = await route.fetch();
    return keys.length > responses ? route.fulfill({ response }) : route.abort("failed");
  });
  return keys;
}

organizationTest("polling of a run pauses while the browser is offline and resumes afterwards, and the page says when the platform no longer has the run", async ({
  page,
  context,
  labels,
  platform,
  step,
}) => {
  const promptSetID = await platform.createSet("Commuters", PROMPTS.slice(0, 2));
  const { id } = await platform.write<{ id: string }>("v1/platform/runs", { promptSetID, models: ["CHATGPT"] });
  const read = () => platform.read<{ status: string }>(`v1/platform/runs/${id}`);
  const unfinished = { ...(await read()), status: "RUNNING" };
  const progress = page.getByRole("region", { name: labels.progress });
  await page.clock.install();
  await step("nothing is sent while the browser is offline, and one poll when it is back", async () => {
    // Playwright answers a replaced request even when the browser is offline.
    let isOffline = false;
    let json = unfinished;
    await page.route(`**/api/v1/platform/runs/${id}`, (route) =>
      isOffline ? route.abort("internetdisconnected") : route.fulfill({ json }),
    );
    await changeOrganization(page, { brands: undefined });
    const ownBrand = page.waitForResponse(OWN_BRAND);
    await visit(page, labels, `/runs/${id}`);
    await expect(progress.getByText(labels.running, { exact: true })).toBeVisible();
    await expect(page.getByRole("link", { name: "Run again" })).toHaveCount(0);
    await ownBrand;
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    const polls = () => asked.filter((path) => path.endsWith(id)).length;
    // The poll that finds out that there is no connection.
    const failed = page.waitForEvent("requestfailed", (request) => request.url().endsWith(id));
    await context.setOffline(true);
    isOffline = true;
    await expect(page.getByText(labels.offline)).toBeVisible();
    await page.clock.runFor(60_000);
    await failed;
    const [sent, polled] = [asked.length, polls()];
    await page.clock.runFor(300_000);
    expect(asked).toHaveLength(sent);
    await expect(progress.getByText(labels.running, { exact: true })).toBeVisible();

    // Time stands still from here, so that no later poll follows.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
    isOffline = false;
    await context.setOffline(false);
    await expect(page.getByText(labels.offline)).toHaveCount(0);
    await expect.poll(polls).toBe(polled + 1);
    await expect.poll(async () => (json = await read()).status).toBe("FINISHED");
    await page.clock.resume();
    await page.clock.runFor(60_000);
    await expect(progress.getByText(labels.finished, { exact: true })).toBeVisible();
  }, /ERR_INTERNET_DISCONNECTED/);
  await step("a run is polled at once when another request finds the server again", async () => {
    let polls = 0;
    let isAway = false;
    await page.route(`**/api/v1/platform/runs/${id}`, (route) => {
      polls += 1;
      return route.fulfill({ json: unfinished });
    });
    await page.route("**/organizations/me", (route) => (isAway ? route.abort("connectionrefused") : route.continue()));
    await visit(page, labels, `/runs/${id}`);
    await expect(progress.getByText(labels.running, { exact: true })).toBeVisible();
    // Each wait is twice as long: after the fifth poll, half a minute. With each, the organization is read.
    await passTimeUntil(page, async () => expect(polls).toBe(4));
    isAway = true;
    const unreachable = page.getByText(labels.unreachable);
    await passTimeUntil(page, () => expect(unreachable).toBeVisible({ timeout: 1 }));
    const before = polls;
    isAway = false;
    await passTimeUntil(page, () => expect(unreachable).toHaveCount(0, { timeout: 1 }));
    await expect.poll(() => polls).toBeGreaterThan(before);
  }, /ERR_CONNECTION_REFUSED/);
  await step("the page of a run that the platform no longer has says so, and does not claim to retry", async () => {
    let isDeleted = false;
    await page.route(`**/api/v1/platform/runs/${id}`, (route) =>
      isDeleted
        ? route.fulfill({ status: 404, json: { code: "RUN_NOT_FOUND", message: "Run not found" } })
        : route.fulfill({ json: unfinished }),
    );
    await visit(page, labels, `/runs/${id}`);
    await expect(progress.getByText(labels.running, { exact: true })).toBeVisible();
    isDeleted = true;
    await page.clock.runFor(60_000);
    await expect(progress.getByRole("alert")).toContainText("This item does not exist");
    await expect(progress.getByText("Retrying")).toHaveCount(0);
  }, /status of 404/);
});

organizationTest("the list of runs watches an unfinished run until it is finished, also when the list grows", async ({ page, labels, platform }) => {
  const promptSetID = await platform.createSet("Commuters", PROMPTS.slice(0, 1));
  for (let run = 0; run < 12; run += 1) {
    await platform.write("v1/platform/runs", { promptSetID, models: ["CHATGPT"] });
  }
  const list = (): Promise<{ runs: Array<{ id: string; status: string }> }> => platform.read("v1/platform/runs?limit=10");
  await expect.poll(async () => (await list()).runs.filter((run) => run.status === "FINISHED").length, { timeout: 60_000 }).toBe(10);
  const [newest = { id: "", status: "" }] = (await list()).runs;
  let state = UNFINISHED;
  await changeResponses(page, "**/api/v1/platform/runs?*", (list: { runs: Array<{ id: string }> }) => ({
    ...list,
    runs: list.runs.map((run) => (run.id === newest.id ? { ...run, ...state } : run)),
  }));
  // The end of the first page is more than 400 pixels below the window.
  await page.setViewportSize({ width: 1280, height: 200 });
  await page.clock.install();
  await visit(page, labels, "/runs");
  const rows = page.getByRole("table").getByRole("rowheader");
  await expect(rows).toHaveCount(10);
  await expect(page.getByRole("cell").getByText(labels.running, { exact: true })).toBeVisible();
  await rows.last().scrollIntoViewIfNeeded();
  await expect(rows).toHaveCount(12);
  await rows.first().scrollIntoViewIfNeeded();
  await expect(page.getByRole("cell").getByText(labels.running, { exact: true })).toBeVisible();
  const progress = page.getByRole("progressbar", { name: "Finished items of the run", exact: true });
  await expect(progress).toHaveCount(1);
  await expect(progress).toHaveAttribute("aria-valuetext", labels.of(3, 8));
  state = { ...UNFINISHED, status: "FINISHED", finishedCount: 8, successCount: 8, runningCount: 0 };
  const row = page.getByRole("table").getByRole("row").nth(1);
  await passTimeUntil(page, () => expect(row.getByRole("cell").getByText(labels.finished, { exact: true })).toBeVisible({ timeout: 1 }));
  await expect(row.getByRole("cell", { name: "8", exact: true })).toBeVisible();
});

organizationTest("runs have names in lists, without a read of each, and can be run again with the same choices", async ({
  page,
  labels,
  platform,
  step,
}) => {
  const promptSetID = await platform.createSet("Commuters", PROMPTS.slice(0, 2));
  await step("runs of sets and of prompts have names in lists, without a read of each", async () => {
    const { prompts } = await platform.read<{ prompts: { id: string; content: string }[] }>("v1/platform/prompts");
    const promptIDs = prompts.map(({ id }) => id);
    const runs = [{ promptSetID }, { promptIDs }].map((asked) => ({ ...asked, models: ["CHATGPT"] }));
    const [ofSet, ofPrompts] = await submitAndFinish(platform, runs);
    const read: string[] = [];
    page.on("request", (request) => /\/runs\/\w{22}$/.test(request.url()) && read.push(request.url()));
    await visit(page, labels, "/overview");
    const link = (run = "") => page.getByRole("main").locator(`a[href="/runs/${run}"]`);
    const expectNames = async (): Promise<void> => {
      await expect(link(ofSet)).toHaveText("Commuters");
      await expect(link(ofPrompts)).toHaveText(`${prompts[0]?.content} ${labels.andMore(1)}`);
    };
    await expectNames();
    await goTo(page, labels, labels.runs);
    await expectNames();
    expect(read).toEqual([]);
  });
  await step("a run is named by its set, and can be run again with the same choices", async () => {
    await visit(page, labels, "/prompt-sets");
    await prepare(page, labels, "Commuters", 2);
    await page.getByRole("button", { name: labels.startFor(4) }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Commuters", exact: true })).toBeVisible();
    await expect(page).toHaveTitle("Commuters · Answerdeck");
    await goTo(page, labels, labels.runs);
    const row = page.getByRole("table").getByRole("row").nth(1);
    await expect(row.getByRole("rowheader")).toContainText(/2 prompts × 2 models(?! ×)/);
    await expect(row.getByRole("cell").getByText(labels.finished, { exact: true })).toBeVisible({ timeout: 60_000 });
    await expect(row.getByRole("progressbar")).toHaveCount(0);

    await row.getByRole("link").click();
    await page.getByRole("link", { name: "Run again" }).click();
    const set = page.getByLabel(labels.promptSet, { exact: true });
    await expect(set.getByRole("option", { selected: true })).toHaveText("Commuters");
    await expect(page.getByRole("group", { name: labels.models }).getByRole("checkbox", { checked: true })).toHaveCount(2);
    await page.getByRole("button", { name: labels.startFor(4) }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Commuters", exact: true })).toBeVisible();
  });
  await step("a run is run again without its deleted prompts, and not at all without any", async () => {
    const promptSetID = await platform.createSet("Travelers", PROMPTS.slice(0, 2));
    const [run] = await submitAndFinish(platform, [{ promptSetID, models: ["CHATGPT", "CLAUDE"] }]);
    const { prompts } = await platform.read<{ prompts: { id: string }[] }>(`v1/platform/prompts?promptSetID=${promptSetID}`);
    const remove = (prompt?: { id: string }) => platform.remove(`v1/platform/prompts/${prompt?.id}`);
    await remove(prompts[0]);
    await visit(page, labels, `/runs/${run}`);
    await page.getByRole("link", { name: "Run again" }).click();
    await expect(page.getByText("1 of 2 prompts was deleted and is left out.")).toBeVisible();
    await expect(page.getByText("1 selected")).toBeVisible();
    await expect(page.getByRole("button", { name: labels.startFor(2) })).toBeEnabled();
    await remove(prompts[1]);
    await page.goBack();
    await expect(page.getByRole("button", { name: "Run again", exact: true })).toBeDisabled();
    await expect(page.getByText("All of its prompts were deleted, so it cannot run again.")).toBeVisible();
    await expect(page.getByRole("link", { name: labels.runWeekly })).toHaveCount(0);
  });
});

organizationTest("a run has its name wherever it is shown", async ({ page, labels, platform }) => {
  await platform.createSet("Commuters", PROMPTS.slice(0, 2));
  await visit(page, labels, "/prompt-sets");
  await prepare(page, labels, "Commuters", 1);
  await page.getByRole("button", { name: labels.startFor(2) }).click();
  await expect(page.getByText(labels.finished, { exact: true })).toBeVisible({ timeout: 60_000 });
  const run = new URL(page.url()).pathname;
  await page.getByRole("main").getByRole("link", { name: "This run in the overview", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: labels.overview, exact: true })).toBeVisible();
  await expect(page).toHaveURL(`/overview?run=${run.split("/").at(-1)}`);
  const cell = page.getByRole("main").getByRole("rowheader").filter({ has: page.getByRole("link", { name: "Commuters", exact: true }) });
  await expect(cell.getByRole("time")).toBeVisible();
  await inBothLanguages(page, labels, async () => {
    for (const [width, colorScheme] of [
      [1280, "light"],
      [320, "dark"],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await expectNoHorizontalScroll(page, `the overview at ${width} px`);
    }
  });
  await page.setViewportSize({ width: 1280, height: 800 });
  await cell.getByRole("link").click();
  await expect(page).toHaveURL(run);
  await page.getByRole("link", { name: labels.seeAnswers }).click();
  // With the time of the run.
  await expect(page.getByRole("list", { name: labels.conditions }).getByText(/^Commuters · ./)).toBeVisible();
  await page.getByRole("table").getByRole("rowheader").first().getByRole("link").click();
  const link = page.getByRole("main").getByRole("link", { name: /^Commuters · ./ });
  await expect(link).toHaveAttribute("href", run);
});

koreanTest("a run is stopped with the keyboard, and ends without what was not asked", async ({ page, labels }) => {
  const { key, platform, id } = await startLongRun();
  await storeSession(page, key);
  await visit(page, labels, `/runs/${id}`);
  const stopping = ({ stop, stopThis }: Labels) => ({
    stop: page.getByRole("button", { name: stop, exact: true }),
    dialog: page.getByRole("dialog", { name: stopThis }),
  });
  await inBothLanguages(page, labels, async (labels) => {
    const { stop, dialog } = stopping(labels);
    await stop.press("Enter");
    await expect(dialog).toContainText(/\d/);
    await expectLanguage(dialog, labels.tag);
    for (const width of [320, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await expectNoHorizontalScroll(page, `the question at ${width} px`);
    }
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(stop).toBeFocused();
  });
  const { stop, dialog } = stopping(labels);
  await stop.press("Enter");
  await expect(dialog).toBeVisible();
  await expectAccessible(page, "the question before a run is stopped");
  await dialog.getByRole("button", { name: labels.keepRunning }).press("Enter");
  await expect(dialog).toBeHidden();
  expect((await platform.read<StoppedRun>(`v1/platform/runs/${id}`)).stoppedAt).toBeUndefined();

  await stop.press("Enter");
  await dialog.getByRole("button", { name: labels.stop }).press("Enter");
  await expect(dialog).toBeHidden();
  await expect(stop).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  const progress = page.getByRole("region", { name: labels.progress });
  await expect(progress.getByText(labels.stopped, { exact: true })).toBeVisible({ timeout: 30_000 });
  const run = await platform.read<StoppedRun>(`v1/platform/runs/${id}`);
  expect([run.status, run.totalCount, run.successCount + run.failedCount]).toEqual(["FINISHED", 400, 400]);
  expect(run.answers.filter((item) => item.failure?.code === "STOPPED").length).toBeGreaterThan(0);
  expect(run.stoppedAt).toBeDefined();
  await goTo(page, labels, labels.runs);
  const row = page.getByRole("table").getByRole("row").nth(1);
  await expect(row.getByRole("cell").getByText(labels.stopped, { exact: true })).toBeVisible();
  const file = await exportCsv(page, labels, page.getByRole("main"));
  expect(file.rows[0]).toContain(labels.stopped);
});

test("a stop that is refused says why, and the question whether to stop disappears when the run finishes", async ({ page, labels, step }) => {
  const { key, platform, id } = await startLongRun();
  await storeSession(page, key);
  await step("a stop that is refused says why, and can be tried again", async () => {
    await visit(page, labels, `/runs/${id}`);
    const address = `**/api/v1/platform/runs/${id}/stop`;
    await page.route(address, (route) => route.fulfill({ status: 500, json: { message: "No", requestID: "a-request" } }));
    await page.getByRole("button", { name: labels.stop, exact: true }).click();
    const dialog = page.getByRole("dialog", { name: labels.stopThis });
    await dialog.getByRole("button", { name: labels.stop }).click();
    await expect(dialog.getByRole("alert")).toContainText("a-request");
    await page.unroute(address);
    await dialog.getByRole("button", { name: labels.stop }).click();
    await expect(dialog).toBeHidden();
    const progress = page.getByRole("region", { name: labels.progress });
    await expect(progress.getByText(labels.stopped, { exact: true })).toBeVisible({ timeout: 30_000 });
  }, /status of 500/);
  await step("the question whether to stop a run disappears when the run finishes", async () => {
    const promptSetID = await platform.createSet("Drivers", PROMPTS.slice(0, 1));
    const [run = ""] = await submitAndFinish(platform, [{ promptSetID, models: ["CHATGPT"] }]);
    const path = `v1/platform/runs/${run}`;
    const json = { ...(await platform.read<object>(path)), status: "RUNNING" };
    await page.clock.install();
    const stop = page.getByRole("button", { name: labels.stop, exact: true });
    const dialog = page.getByRole("dialog", { name: labels.stopThis });
    for (const isAsked of [true, false]) {
      await page.route(`**/api/${path}`, (route) => route.fulfill({ json }));
      await visit(page, labels, `/runs/${run}`);
      await stop.focus();
      if (isAsked) await stop.press("Enter");
      await expect(dialog).toHaveCount(isAsked ? 1 : 0);
      await page.unroute(`**/api/${path}`);
      await passTimeUntil(page, () => expect(stop).toHaveCount(0, { timeout: 1 }));
      await expect(dialog).toBeHidden();
      await expect(page.getByText(labels.finished, { exact: true })).toBeVisible();
      // What had the focus is gone.
      await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    }
  });
});

organizationTest("a list of many unfinished runs reads their progress with one request", async ({ page, labels, platform }) => {
  const promptSetID = await platform.createSet("Commuters", PROMPTS.slice(0, 1));
  await submitAndFinish(platform, [{ promptSetID, models: ["CHATGPT"] }]);
  const [run] = (await platform.read<{ runs: object[] }>("v1/platform/runs")).runs;
  const runs = Array.from({ length: 5 }, (_, at) => ({ ...run, ...UNFINISHED, id: String(at).padStart(22, "0") }));
  await page.route("**/api/v1/platform/runs?*", (route) => route.fulfill({ json: { runs, nextCursor: null } }));
  await page.clock.install();
  await visit(page, labels, "/runs");
  await expect(page.getByRole("table").getByRole("rowheader")).toHaveCount(5);
  const asked: string[] = [];
  page.on("request", (request) => /\/platform\/runs/.test(request.url()) && asked.push(new URL(request.url()).pathname));
  const polled = page.waitForResponse(/\/platform\/runs\?/);
  await page.clock.runFor(3_000);
  await polled;
  expect(asked).toEqual(["/api/v1/platform/runs"]);
});

test("the failed items of a run with one model are shown alone and can be retried", async ({ page, labels }) => {
  // The last item has no credit left.
  const { key } = await createOrganization("Almost without credits", 1);
  const platform = new Platform(key);
  const promptSetID = await platform.createSet("Commuters", PROMPTS.slice(0, 2));
  const run = await platform.write<{ id: string }>("v1/platform/runs", { promptSetID, models: ["CHATGPT"] });
  await storeSession(page, key);
  await visit(page, labels, `/runs/${run.id}`);
  const grid = page.getByRole("region", { name: labels.grid });
  await expect(page.getByText("Partly failed", { exact: true })).toBeVisible({ timeout: 60_000 });
  await expect(grid.getByRole("row")).toHaveCount(3);
  const onlyFailed = grid.getByRole("checkbox", { name: "Only failed" });
  const all = await exportCsv(page, labels, grid);
  expect([column(all, "Succeeded"), column(all, "Failed")].map((cells) => [...cells].sort())).toEqual([["0", "1"], ["0", "1"]]);
  await onlyFailed.check();
  await expect(grid.getByRole("row")).toHaveCount(2);
  const failed = await exportCsv(page, labels, grid);
  expect([column(failed, "Model"), column(failed, "Succeeded"), column(failed, "Failed")]).toEqual([
    [expect.stringContaining("ChatGPT")],
    ["0"],
    ["1"],
  ]);
  // The choice is in the address, and adds an entry to the history.
  await expect(page).toHaveURL(`/runs/${run.id}?failed=1`);
  await page.goBack();
  await expect(onlyFailed).not.toBeChecked();
  await expect(grid.getByRole("row")).toHaveCount(3);
  await page.goForward();
  await expect(onlyFailed).toBeChecked();
  await expect(grid.getByRole("row")).toHaveCount(2);
  const items = await exportCsv(page, labels, page.getByRole("region", { name: "1 failed item" }));
  expect(items.name).toMatch(/^Failed items – Commuters-\d{4}-\d{2}-\d{2}\.csv$/);
  expect(items.columns).toEqual(["Prompt", "Model", "Failed", "Reason", "ID"]);
  expect(items.rows).toEqual([
    [expect.stringMatching(/./), expect.stringContaining("ChatGPT"), "1", "Credits ran out.", expect.stringMatching(/^\w{22}$/)],
  ]);
  const reasons = page.getByRole("list", { name: "Reason" }).getByRole("listitem");
  await expect(reasons).toHaveText([/1 item:\s*Credits ran out\./]);
  // Above the results, of which there may be many.
  const [above, below] = [await reasons.boundingBox(), await grid.boundingBox()];
  expect(above?.y).toBeLessThan(below?.y ?? 0);
  await page.getByRole("link", { name: "Retry 1 failed item" }).click();
  await expect(page.getByText("1 selected")).toBeVisible();
});

organizationTest("the grid of a run leads to its answers, and to a retry that says what it asks", async ({ page, labels, platform, step }) => {
  const promptSetID = await platform.createSet("Commuters", PROMPTS.slice(0, 2));
  await step("a cell opens its only answer, and all models fit a laptop", async () => {
    const { models } = await platform.read<{ models: { code: string }[] }>("v1/platform/models");
    const body = { promptSetID, models: models.map(({ code }) => code) };
    const [once, twice] = await submitAndFinish(platform, [body, { ...body, models: ["CHATGPT", "CLAUDE"], repeatCount: 2 }]);
    await page.setViewportSize({ width: 1440, height: 900 });
    await visit(page, labels, `/runs/${twice}`);
    const cells = page.getByRole("region", { name: labels.grid }).getByRole("table").getByRole("link");
    await expect(cells).toHaveCount(4);
    await expect(cells.first()).toHaveAttribute("href", /^\/answers\?run=\w{22}&prompt=\w{22}&model=\w+$/);
    // With Alt, the arrow keys are those of the browser.
    await cells.first().press("Alt+ArrowRight");
    await expect(cells.first()).toBeFocused();
    await page.keyboard.press("ArrowRight");
    await expect(cells.nth(1)).toBeFocused();
    await page.keyboard.press("Home");
    await expect(cells.first()).toBeFocused();
    await page.keyboard.press("End");
    await expect(cells.nth(1)).toBeFocused();
    await visit(page, labels, `/runs/${once}`);
    await expect(cells).toHaveCount(2 * models.length);
    await expect(cells.first()).toHaveAttribute("href", new RegExp(`^/answers/\\w{22}\\?run=${once}$`));
    const hidden = () => page.locator(".grid-container").evaluate((table) => table.scrollWidth - table.clientWidth);
    await expect.poll(hidden).toBe(0);
    await page.setViewportSize({ width: 390, height: 800 });
    await expect.poll(hidden).toBeGreaterThan(0);
    await expect(page.getByText("Scroll the table sideways for those out of view.")).toBeVisible();
    await cells.first().click();
    await expect(page.getByRole("region", { name: labels.answerText })).toBeVisible();
    await page.getByRole("main").getByRole("link", { name: labels.answers, exact: true }).click();
    await expect(page).toHaveURL(`/answers?run=${once}`);
  });
  // Opens a run of two models: one prompt failed in one, the other prompt in the other.
  const visitFailed = async (repeatCount: number): Promise<void> => {
    const [run = ""] = await submitAndFinish(platform, [{ promptSetID, models: ["CHATGPT", "CLAUDE"], repeatCount }]);
    interface Found {
      answers: { query: string; model: string; status: string }[];
    }
    const found = await platform.read<Found>(`v1/platform/runs/${run}`);
    const answers = found.answers.map((answer) => {
      const isFailed = (answer.query === PROMPTS[0]) === (answer.model === "CHATGPT");
      return { ...answer, status: isFailed ? "FAILED" : "SUCCESS" };
    });
    const json = { ...found, answers, successCount: 2 * repeatCount, failedCount: 2 * repeatCount };
    await page.route(`**/api/v1/platform/runs/${run}`, (route) => route.fulfill({ json }));
    await visit(page, labels, `/runs/${run}`);
  };
  await step("a retry of failures of two models says that it asks more than what failed", async () => {
    await visitFailed(1);
    await page.getByRole("link", { name: "Retry 2 failed items by asking 4", exact: true }).click();
    const cost = page.getByRole("complementary", { name: labels.cost });
    await expect(cost.getByRole("button", { name: labels.startFor(4) })).toBeEnabled();
    const note = cost.getByText("Only 2 of these 4 pairs of a prompt and a model failed: a run asks every prompt of every model.");
    await expect(note).toBeVisible();
    await page.getByRole("group", { name: labels.models }).getByRole("checkbox", { name: /ChatGPT/ }).uncheck();
    await expect(cost.getByText("Only 1 of these 2 pairs")).toBeVisible();
    await page.getByRole("checkbox", { name: PROMPTS[0] }).uncheck();
    await expect(cost.getByRole("button", { name: "Start for 1 credit", exact: true })).toBeVisible();
    await expect(cost.getByText(/of these/)).toHaveCount(0);
  });
  await step("a retry asks as often as before, and counts pairs of a prompt and a model", async () => {
    await visitFailed(3);
    await page.getByRole("link", { name: "Retry 6 failed items by asking 12", exact: true }).click();
    const times = page.getByLabel("Times asked");
    await expect(times).toHaveValue("3");
    const cost = page.getByRole("complementary", { name: labels.cost });
    await expect(cost.getByRole("button", { name: labels.startFor(12) })).toBeVisible();
    await expect(cost.getByText("Only 2 of these 4 pairs")).toBeVisible();
    await times.fill("1");
    await expect(cost.getByRole("button", { name: labels.startFor(4) })).toBeVisible();
    await expect(cost.getByText("Only 2 of these 4 pairs")).toBeVisible();
  });
});
