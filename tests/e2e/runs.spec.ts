import type { Page } from "@playwright/test";
import { expect, test } from "../console";
import { makeOrganization } from "../organization";
import { Platform } from "../platform";
import { goTo, signInWithKey } from "../sign-in";
import type { Words } from "../words";

const PROMPTS = Array.from({ length: 40 }, (_, at) => `Which wireless earbuds suit commuter number ${at}?`);

/** Opens the form of a new run by links, and chooses so many models. */
async function prepare(page: Page, words: Words, set: string, models: number): Promise<void> {
  await goTo(page, words, words.runs);
  await page.getByRole("link", { name: words.newRun }).first().click();
  await page.getByLabel(words.promptSet, { exact: true }).selectOption({ label: set });
  const boxes = page.getByRole("group", { name: words.models }).getByRole("checkbox");
  for (let at = 0; at < models; at += 1) await boxes.nth(at).check();
}

test("a run that costs more than the balance says how many items will fail", async ({ page, words, organization }) => {
  await new Platform(organization.key).makeSet("Commuters", PROMPTS);
  await signInWithKey(page, words, organization.key);
  await prepare(page, words, "Commuters", 3);
  const cost = page.getByRole("complementary", { name: words.cost });
  await expect(cost).toContainText(words.creditsOf(120));
  await expect(cost.getByRole("status").filter({ hasText: "20 of 120 items will fail" })).toBeVisible();
  await expect(cost.getByRole("button", { name: words.startFor(120) })).toBeEnabled();
});

test("without credits no run can be started", async ({ page, words }) => {
  const { key } = await makeOrganization("Without credits", 0);
  await new Platform(key).makeSet("Commuters", PROMPTS.slice(0, 2));
  await signInWithKey(page, words, key);
  await prepare(page, words, "Commuters", 1);
  const cost = page.getByRole("complementary", { name: words.cost });
  await expect(cost).toContainText("The balance is empty");
  await expect(cost.getByRole("button", { name: words.startFor(2) })).toBeDisabled();
});

test("a form of a run that lacks something says what, and sends nothing", async ({ page, words, organization }) => {
  await new Platform(organization.key).makeSet("Commuters", PROMPTS.slice(0, 2));
  await signInWithKey(page, words, organization.key);
  const sent: string[] = [];
  page.on("request", (request) => request.method() === "POST" && sent.push(request.url()));
  await prepare(page, words, "Commuters", 0);
  await page.getByRole("complementary", { name: words.cost }).getByRole("button").click();
  await expect(page.getByText("Select at least one model.")).toBeVisible();
  await page.getByLabel("Repetitions").fill("11");
  await expect(page.getByText("Enter a whole number from 1 to 10.")).toBeVisible();
  expect(sent).toEqual([]);
});

test("a start whose answer gets lost is not sent twice: the list comes first", async ({
  page,
  words,
  organization,
  complaints,
}) => {
  complaints.expect(/ERR_FAILED/);
  const platform = new Platform(organization.key);
  await platform.makeSet("Commuters", PROMPTS.slice(0, 2));
  await signInWithKey(page, words, organization.key);
  await prepare(page, words, "Commuters", 1);
  const starts: string[] = [];
  await page.route("**/api/v1/platform/runs", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    starts.push(route.request().url());
    await route.fetch();
    await route.abort("failed");
  });
  await page.getByRole("button", { name: words.startFor(2) }).click();
  await expect(page.getByRole("alert").filter({ hasText: "The run may have started" })).toBeVisible();
  await expect(page.getByRole("button", { name: words.startFor(2) })).toHaveCount(0);
  await page.getByRole("link", { name: "Go to runs" }).click();
  await expect(page.getByRole("table").getByRole("rowheader")).toHaveCount(1);
  expect(starts).toHaveLength(1);
});

test("a run that is watched is not asked about while the browser is offline, and goes on when it is back", async ({
  page,
  context,
  words,
  organization,
  complaints,
}) => {
  complaints.expect(/ERR_INTERNET_DISCONNECTED/);
  const platform = new Platform(organization.key);
  const promptSetID = await platform.makeSet("Commuters", PROMPTS.slice(0, 10));
  const run = await platform.write<{ id: string }>("v1/platform/runs", { promptSetID, models: ["CHATGPT", "CLAUDE"] });
  await signInWithKey(page, words, organization.key, `/runs/${run.id}`);
  const progress = page.getByRole("region", { name: words.progress });
  await expect(progress.getByText(words.running, { exact: true })).toBeVisible();

  await context.setOffline(true);
  await expect(page.getByText(words.offline)).toBeVisible();
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await expect
    .poll(async () => (await platform.read<{ status: string }>(`v1/platform/runs/${run.id}`)).status, { timeout: 60_000 })
    .toBe("FINISHED");
  await expect(progress.getByText(words.running, { exact: true })).toBeVisible();
  // The one that finds out.
  expect(asked.length).toBeLessThanOrEqual(1);

  await context.setOffline(false);
  await expect(progress.getByText(words.finished, { exact: true })).toBeVisible();
  await expect(page.getByText(words.offline)).toHaveCount(0);
});

test("the list of runs shows a running one move, without a reload", async ({ page, words, organization }) => {
  const platform = new Platform(organization.key);
  const promptSetID = await platform.makeSet("Commuters", PROMPTS.slice(0, 10));
  await signInWithKey(page, words, organization.key);
  await platform.write("v1/platform/runs", { promptSetID, models: ["CHATGPT", "CLAUDE"] });
  await goTo(page, words, words.runs);
  const row = page.getByRole("table").getByRole("row").nth(1);
  await expect(row.getByText(words.running, { exact: true })).toBeVisible();
  await expect(row.getByText(words.finished, { exact: true })).toBeVisible({ timeout: 60_000 });
  await expect(row.getByRole("cell", { name: "20", exact: true })).toBeVisible();
});
