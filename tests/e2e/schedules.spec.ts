import { demoTest, expect, koreanDemoTest, koreanOrganizationTest, organizationTest } from "../fixtures";
import { expectFitsInBothLanguages, inBothLanguages } from "../language";
import { choose } from "../menus";
import { changeResponses, demo, hideExtensionsOfSets, Platform } from "../platform";
import { submitAndFinish } from "../runs";
import { goTo, visit } from "../sign-in";

const { platform } = demo();
const PROMPTS = ["Which wireless earbuds fit small ears?", "Best earbuds for commuting?"];

interface Schedule {
  id: string;
  name: string;
  run: object;
  recurrence: object;
  monthlyBudget?: number;
  paused: boolean;
  nextDueAt?: string;
}

const schedulesOf = async (platform: Platform) => (await platform.read<{ schedules: Schedule[] }>("v1beta/platform/schedules")).schedules;

/** Creates a daily schedule, and returns its id. */
async function createSchedule(platform: Platform, name: string): Promise<string> {
  const promptSetID = await platform.createSet("Commuters", PROMPTS);
  const recurrence = { frequency: "DAILY", time: "09:00", timeZone: "Asia/Seoul" };
  const schedule = { name, run: { promptSetID, models: ["CHATGPT"] }, recurrence };
  return (await platform.write<{ id: string }>("v1beta/platform/schedules", schedule)).id;
}

koreanOrganizationTest("a schedule is created with its cost before it is saved", async ({ page, labels, platform }) => {
  const promptSetID = await platform.createSet("Commuters", PROMPTS);
  await visit(page, labels, "/prompt-sets");
  await goTo(page, labels, labels.schedules);
  await expect(page.getByText(labels.noSchedules)).toBeVisible();
  await page.getByRole("link", { name: labels.newSchedule }).first().click();
  await page.getByLabel(labels.name, { exact: true }).fill("월요일 Mondays");
  await page.getByRole("group", { name: labels.models }).getByRole("checkbox").first().check();
  await expect(page.getByRole("complementary", { name: labels.estimate }).getByRole("listitem")).toHaveCount(3);
  await page.getByLabel(labels.monthlyBudget).fill("10");
  await inBothLanguages(page, labels, async (labels) => {
    const estimate = page.getByRole("complementary", { name: labels.estimate });
    await expect(estimate).toContainText(labels.creditsAWeek(2));
    await expect(estimate).toContainText(labels.balanceLasts(50));
    await expect(estimate).toContainText(labels.budgetPays(5));
  });
  await expectFitsInBothLanguages(page, labels, "the form", 1440);
  await page.getByRole("button", { name: labels.save, exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "월요일 Mondays" })).toBeVisible();
  await inBothLanguages(page, labels, (labels) => expect(page.getByText(labels.everyMonday)).toBeVisible());
  const [schedule] = await schedulesOf(platform);
  expect(schedule).toMatchObject({
    name: "월요일 Mondays",
    monthlyBudget: 10,
    run: { promptSetID, models: ["CHATGPT"], region: "KR", repeatCount: 1 },
    recurrence: { frequency: "WEEKLY", weekday: "MONDAY", time: "09:00", timeZone: "Asia/Seoul" },
  });
});

organizationTest("a schedule is saved although nothing says how many prompts its set has", async ({ page, labels, platform }) => {
  await platform.createSet("Commuters", PROMPTS);
  await hideExtensionsOfSets(page);
  await changeResponses(page, "**/platform/prompt-sets/*", (set) => ({ ...set, promptCount: undefined }));
  await visit(page, labels, "/schedules/new");
  await page.getByLabel(labels.name, { exact: true }).fill("Mondays");
  await page.getByRole("group", { name: labels.models }).getByRole("checkbox").first().check();
  await page.getByRole("button", { name: labels.save, exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Mondays" })).toBeVisible();
});

koreanDemoTest("the history of the demo names each run", async ({ page, labels }) => {
  const [{ id, name } = { id: "", name: "" }] = await schedulesOf(platform);
  await visit(page, labels, "/schedules");
  await expect(page.getByRole("row")).toHaveCount(2);
  await page.getByRole("link", { name, exact: true }).click();
  await expect(page).toHaveURL(`/schedules/${id}`);
  const history = page.getByRole("region", { name: labels.history });
  await expect(history.getByRole("row")).toHaveCount(13);
  await expect(history.getByRole("link")).toHaveCount(12);
  await expectFitsInBothLanguages(page, labels, "the history", 1440);
  await history.getByRole("link").first().click();
  await expect(page).toHaveURL(/\/runs\/\w{22}$/);
  await expect(page.getByRole("link", { name, exact: true })).toHaveAttribute("href", `/schedules/${id}`);
});

organizationTest("a schedule is paused, resumed, edited and deleted", async ({ page, labels, platform }) => {
  await createSchedule(platform, "Daily");
  await visit(page, labels, "/schedules");
  await expect(page.getByText(/^Next run \w+ \d+, 9:00\sAM; 0 credits spent$/)).toBeVisible();
  const row = page.getByRole("row").nth(1);
  await choose(row, labels, "Daily", "Pause");
  await expect(row).toContainText(labels.paused);
  await expect(page.getByText("No run is due; 0 credits spent")).toBeVisible();
  expect((await schedulesOf(platform))[0]).toMatchObject({ paused: true });
  await choose(row, labels, "Daily", "Resume");
  await expect(row).not.toContainText(labels.paused);
  await choose(row, labels, "Daily", labels.edit);
  await expect(page.getByRole("heading", { level: 1, name: "Edit schedule" })).toBeVisible();
  await page.getByLabel("How often").selectOption("MONTHLY");
  await page.getByLabel("Day of the month").selectOption("31");
  await page.getByLabel(labels.timeZone).selectOption("America/New_York");
  await page.getByRole("button", { name: labels.save }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Daily" })).toBeVisible();
  expect((await schedulesOf(platform))[0]).toMatchObject({
    run: { models: ["CHATGPT"], region: "KR", repeatCount: 1 },
    recurrence: { frequency: "MONTHLY", dayOfMonth: 31, time: "09:00", timeZone: "America/New_York" },
  });
  await goTo(page, labels, labels.schedules);
  // It is not the time zone of the browser.
  await expect(row).toContainText(/9:00\sAM \(Eastern Time\)/);
  await choose(row, labels, "Daily", labels.remove);
  await expect(row).toBeHidden();
  await page.getByRole("button", { name: labels.undo, exact: true }).click();
  await row.getByRole("link", { name: "Daily", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Daily" })).toBeVisible();
  await choose(page, labels, "Daily", labels.remove);
  await expect(page.getByRole("heading", { level: 1, name: labels.schedules, exact: true })).toBeVisible();
  await expect(page.getByText("Deleted “Daily”.")).toBeVisible();
  await expect(row).toBeHidden();
  await page.getByRole("button", { name: labels.dismiss }).last().click();
  await expect(page.getByText(labels.noSchedules)).toBeVisible();
  await expect.poll(() => schedulesOf(platform)).toEqual([]);
});

organizationTest("the browser can go from a schedule that is edited to a new one at once", async ({ page, labels, platform }) => {
  await createSchedule(platform, "Daily");
  await visit(page, labels, "/schedules/new");
  await goTo(page, labels, labels.schedules);
  await choose(page.getByRole("row").nth(1), labels, "Daily", labels.edit);
  const name = page.getByLabel(labels.name, { exact: true });
  await expect(name).toHaveValue("Daily");
  await page.evaluate(() => history.go(-2));
  await expect(page.getByRole("heading", { level: 1, name: labels.newSchedule })).toBeVisible();
  await expect(name).toHaveValue("");
});

organizationTest("the list and the page of a schedule say that its set was deleted and that the operator has paused it", async ({
  page,
  labels,
  platform,
}) => {
  await createSchedule(platform, "Daily");
  const paused = (schedule: Schedule) => ({ ...schedule, nextDueAt: undefined, pausedByOperator: true });
  await changeResponses(page, /\/platform\/schedules(\?|$)/, ({ schedules, ...list }: { schedules: Schedule[] }) => ({
    ...list,
    schedules: schedules.map(paused),
  }));
  await changeResponses(page, /\/platform\/schedules\/\w{22}$/, paused);
  const { promptSets } = await platform.read<{ promptSets: { id: string }[] }>("v1/platform/prompt-sets");
  for (const set of promptSets) await platform.remove(`v1/platform/prompt-sets/${set.id}`);
  const deleted = "A deleted set. No run starts until you choose another one.";
  await visit(page, labels, "/schedules");
  await expect(page.getByRole("rowheader", { name: "Daily" })).toContainText(deleted);
  await inBothLanguages(page, labels, (labels) => expect(page.getByRole("row").nth(1)).toContainText(labels.pausedByOperator));
  await page.getByRole("link", { name: "Daily", exact: true }).click();
  const asks = page.getByRole("region", { name: "Asks" });
  await expect(asks).toContainText(labels.pausedByOperator);
  await expect(asks.getByText(deleted)).toBeVisible();
  await expect(asks.getByRole("link")).toBeHidden();
});

organizationTest("an incomplete form of a schedule keeps what was typed, a run leads to the form with what it asks, and the cost is asked for when typing pauses", async ({
  page,
  labels,
  platform,
  step,
}) => {
  const promptSetID = await platform.createSet("Commuters", PROMPTS);
  await step("an incomplete form shows its errors and keeps what was typed", async () => {
    await visit(page, labels, "/schedules/new");
    await page.getByLabel(labels.lastDay).fill("2026-11-20");
    await page.getByLabel("First day").fill("2026-11-21");
    await page.getByLabel(labels.monthlyBudget).fill("0");
    await page.getByRole("button", { name: labels.save }).click();
    for (const error of ["The last day must not be before the first.", "Select at least one model.", "Enter a whole number from 1 to 100,000,000."]) {
      await expect(page.getByText(error)).toBeVisible();
    }
    await page.reload();
    await expect(page.getByLabel(labels.lastDay)).toHaveValue("2026-11-20");
    expect(await schedulesOf(platform)).toEqual([]);
  });
  await step("a last day in the past is marked when it is saved", async () => {
    await visit(page, labels, "/schedules/new");
    await page.getByLabel(labels.name, { exact: true }).fill("Mondays");
    await page.getByRole("group", { name: labels.models }).getByRole("checkbox").first().check();
    const lastDay = page.getByLabel(labels.lastDay);
    await lastDay.fill("2020-11-20");
    await expect(page.getByRole("complementary", { name: labels.estimate })).toContainText("No run is left.");
    await page.getByRole("button", { name: labels.save }).click();
    await expect(lastDay).toHaveAttribute("aria-invalid", "true");
    await expect(lastDay).toHaveAccessibleDescription(/there is no due time until then/);
    await expect(page.getByText("recurrence.untilDate")).toHaveCount(0);
    await lastDay.fill("2099-11-20");
    await expect(lastDay).not.toHaveAttribute("aria-invalid", "true");
    await expect(page.getByRole("alert").locator(".form-error")).toHaveCount(0);
  }, /status of 400/);
  await step("a run leads to the form of a schedule with what it asks", async () => {
    const [run] = await submitAndFinish(platform, [{ promptSetID, models: ["CHATGPT", "CLAUDE"], region: "US", repeatCount: 2 }]);
    await visit(page, labels, `/runs/${run}`);
    await page.getByRole("link", { name: labels.runWeekly }).click();
    await expect(page.getByLabel(labels.promptSet, { exact: true })).toHaveValue(promptSetID);
    await expect(page.getByRole("group", { name: labels.models }).getByRole("checkbox", { checked: true })).toHaveCount(2);
    await expect(page.getByLabel(labels.region)).toHaveValue("US");
    const estimate = page.getByRole("complementary", { name: labels.estimate });
    await expect(estimate).toContainText(labels.creditsAWeek(8));

    await visit(page, labels, `/runs/new?set=${promptSetID}`);
    await page.getByRole("group", { name: labels.models }).getByRole("checkbox").first().check();
    await page.getByRole("link", { name: labels.runWeekly }).click();
    await expect(page).toHaveURL(`/schedules/new?set=${promptSetID}&models=CHATGPT&region=KR`);
    await expect(estimate).toContainText(labels.creditsAWeek(2));
  });
  await step("the cost of a schedule is asked for when typing pauses", async () => {
    await page.clock.install();
    await visit(page, labels, "/schedules/new");
    await page.getByRole("group", { name: labels.models }).getByRole("checkbox").first().check();
    const estimate = page.getByRole("complementary", { name: labels.estimate });
    await expect(estimate).toContainText(labels.creditsAWeek(2));
    const budgets: (number | undefined)[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/schedules/estimate")) budgets.push((request.postDataJSON() as { monthlyBudget?: number }).monthlyBudget);
    });
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.getByLabel(labels.monthlyBudget).pressSequentially("1000");
    await page.clock.runFor(300);
    await expect(estimate).toContainText(labels.budgetPays(500));
    expect(budgets).toEqual([1000]);
  });
});

organizationTest("the overview suggests a schedule until there is one", async ({ page, labels, platform }) => {
  await platform.write("v1/platform/brands", { name: "Nurio", synonyms: [], isOwn: true });
  await platform.write("v1/platform/brands", { name: "Tavrin", synonyms: [] });
  const promptSetID = await platform.createSet("Commuters", PROMPTS);
  await submitAndFinish(platform, [{ promptSetID, models: ["CHATGPT"] }]);
  const suggestion = page.getByRole("link", { name: "Ask them regularly with a schedule" });
  await visit(page, labels, "/overview");
  await expect(suggestion).toBeVisible();
  await createSchedule(platform, "Daily");
  const schedules = page.waitForResponse(/\/platform\/schedules\?/);
  await visit(page, labels, "/overview");
  await schedules;
  await expect(page.getByText(labels.noEarlierRun)).toBeVisible();
  await expect(suggestion).toHaveCount(0);
});

demoTest("a run of a schedule leads to its schedule, not to another one", async ({ page, labels }) => {
  const runs = await platform.readAll<{ id: string; scheduleID?: string }>("v1/platform/runs?limit=10", "runs");
  const run = runs.find(({ scheduleID }) => scheduleID !== undefined);
  await visit(page, labels, `/runs/${run?.id}`);
  const main = page.getByRole("main");
  await expect(main.locator(".run-schedule").getByRole("link")).toHaveAttribute("href", `/schedules/${run?.scheduleID}`);
  await expect(main.getByRole("link", { name: "Run again", exact: true })).toBeVisible();
  await expect(main.getByRole("link", { name: labels.runWeekly })).toHaveCount(0);
});
