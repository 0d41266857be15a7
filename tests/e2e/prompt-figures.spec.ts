import type { Locator, Page } from "@playwright/test";
import { expectFits } from "../accessibility";
import { column, exportCsv } from "../csv";
import { demoTest, expect, organizationTest, test } from "../fixtures";
import { inBothLanguages } from "../language";
import { demo, demoOwnBrand } from "../platform";
import { submitAndFinish } from "../runs";
import { follow, goTo, visit } from "../sign-in";

test.use({ language: "ko" });

interface Rate {
  numerator: number;
  interval: { lower: number; upper: number };
}

interface Metrics {
  promptID: string;
  query: string;
  answers: number;
  mentionRate: Rate;
  before?: Rate;
  gap: number;
}

interface MetricsList {
  all: { prompts: number; answers: number; mentionRate: { numerator: number; value: number }; behind: number };
  prompts: Metrics[];
}

/** What the platform says about the prompts, in the first response to a request with these parameters. */
async function metricsOf(page: Page, parameters: RegExp, open: () => Promise<unknown>): Promise<MetricsList> {
  const responding = page.waitForResponse((response) => {
    const { pathname, search } = new URL(response.url());
    return pathname.endsWith("/metrics/prompts") && parameters.test(search);
  });
  await open();
  return (await (await responding).json()) as MetricsList;
}

const head = (page: Page, name: string): Locator => page.getByRole("columnheader", { name, exact: true });
const cells = (page: Page, prompt: string): Locator =>
  page.getByRole("row").filter({ has: page.getByRole("rowheader").locator(`a[href="/prompts/${prompt}"]`) }).getByRole("cell");
/** The prompts of the first page of the list. The next page may be there, too. */
const prompts = (page: Page): Promise<string[]> =>
  page
    .getByRole("rowheader")
    .getByRole("link")
    .evaluateAll((links) => links.slice(0, 20).map((link) => link.getAttribute("href")?.split("/")[2] ?? ""));

demoTest("the list of prompts and the page of a prompt say how often answers name the brand, in order and in the scope of other pages", async ({
  page,
  labels,
  step,
}) => {
  await step("the list says how its prompts do, and the first line sums them up with its evidence", async () => {
    const list = await metricsOf(page, /promptIDs=/, () => visit(page, labels, "/prompts"));
    const { all } = list;
    const finding = page.getByRole("main").locator(".finding").getByRole("link");
    const [first] = list.prompts;
    if (!first) throw new Error("the demo has no answers");
    await inBothLanguages(page, labels, async (labels) => {
      await expect(finding.nth(0)).toHaveText(labels.promptsNaming("Nurio", all.mentionRate.numerator, all.answers));
      await expect(finding.nth(1)).toHaveText(labels.promptsBehind(all.behind, all.prompts, "Nurio"));
      await expect(cells(page, first.promptID).nth(1)).toContainText(labels.nOf(first.mentionRate.numerator, first.answers));
    });
    await expect(cells(page, first.promptID).nth(3)).toHaveText(String(first.gap));
    await expect(cells(page, first.promptID).nth(4).getByRole("time")).toBeVisible();

    await finding.nth(1).click();
    await expect(page).toHaveURL("/prompts?sort=-gap");
    await expect(head(page, labels.onlyCompetitors)).toHaveAttribute("aria-sort", "descending");
    await page.goBack();
    await finding.nth(0).click();
    await expect(page).toHaveURL(/\/brands\/\w{22}\?answers=named$/);
    await expect(page.getByRole("status").filter({ hasText: `${all.mentionRate.numerator}` })).toBeVisible();
  });
  await step("the page of a prompt says how often its answers name the brand, over time and by model", async () => {
    const content = "누리오 에어 2랑 타브린 Q7 중에 뭐 살까?";
    const { prompts } = await demo().platform.read<{ prompts: { id: string; content: string }[] }>("v1/platform/prompts?limit=100");
    const id = prompts.find((prompt) => prompt.content === content)?.id;
    const measured = page.waitForResponse((response) => new URL(response.url()).pathname.endsWith("/metrics/brands"));
    await visit(page, labels, `/prompts/${id}`);
    interface Group {
      sample: { answers: number };
      brands: { mentionRate: { numerator: number } }[];
    }
    const { brands, all } = (await (await measured).json()) as { brands: { name: string }[]; all: Group };
    const named = all.brands[brands.findIndex(({ name }) => name === "Nurio")]?.mentionRate.numerator ?? 0;
    const percent = `${Math.round((100 * named) / all.sample.answers)}%`;
    const main = page.getByRole("main");
    await expect(main.getByRole("link", { name: labels.finding("Nurio", percent, named, all.sample.answers) })).toBeVisible();
    await expect(page.getByRole("figure", { name: labels.mentionTrend })).toBeVisible();
    await expect(page.getByRole("figure", { name: labels.byModel })).toContainText(/ChatGPT/);
    const run = main.getByRole("table").getByRole("row").nth(1);
    await expect(run.getByRole("link", { name: "Nurio", exact: true })).toBeVisible();
    // A list of its answers leads to the page.
    await follow(page, `/brands/${(await demoOwnBrand()).id}?prompt=${id}&days=30&answers=unnamed`);
    const filters = page.getByRole("list", { name: labels.conditions });
    await expect(filters.getByRole("link", { name: content, exact: true })).toHaveAttribute("href", `/prompts/${id}`);
  });
  await step("the page of a prompt says how its rate changed since the period before", async () => {
    const list = await metricsOf(page, /order=CHANGE.*ascending=true/, () => visit(page, labels, "/prompts?sort=change"));
    const fallen = list.prompts.find(({ mentionRate, before }) => before && mentionRate.interval.upper < before.interval.lower);
    if (!fallen) throw new Error("the rate of no prompt has fallen");
    await page.locator(`a[href="/prompts/${fallen.promptID}"]`).click();
    await expect(page.getByRole("main").locator(".finding").getByRole("link").first()).toHaveText(/ 이전 30일 대비 −[\d.]+%p/);
  });
  await step("the days and the model of another page are those of the list and of the page of a prompt", async () => {
    await visit(page, labels, "/overview?model=CHATGPT&days=90");
    await goTo(page, labels, labels.prompts);
    await expect(page).toHaveURL("/prompts?model=CHATGPT&days=90");
    const list = await metricsOf(page, /order=RATE/, () => head(page, labels.mentionRate).getByRole("button").click());
    const days = page.getByLabel(labels.window, { exact: true });
    const model = page.getByLabel(labels.model, { exact: true });
    await expect(days).toHaveValue("90");
    await expect(model).toHaveValue("CHATGPT");
    const named = list.prompts.find(({ mentionRate }) => mentionRate.numerator > 0);
    if (!named) throw new Error("no answer names the brand");
    const { promptID, answers, mentionRate } = named;
    const link = page.locator(`a[href="/prompts/${promptID}?model=CHATGPT&days=90"]`);
    await expect(page.getByRole("row").filter({ has: link })).toContainText(labels.nOf(mentionRate.numerator, answers));
    await link.click();
    await expect(days).toHaveValue("90");
    await expect(model).toHaveValue("CHATGPT");
    const percent = `${Math.round((100 * mentionRate.numerator) / answers)}%`;
    const finding = page.getByRole("main").locator(".finding");
    await expect(finding).toContainText(labels.finding("Nurio", percent, mentionRate.numerator, answers));
    // Its answers and its links keep them.
    const main = page.getByRole("main");
    await expect(main.locator(".answer-models .model").first()).toContainText("ChatGPT");
    await expect(main.locator(".answer-models .model").filter({ hasNotText: "ChatGPT" })).toHaveCount(0);
    await expect(main.getByRole("definition").getByRole("link").first()).toHaveAttribute("href", /^\/prompts\?set=\w{22}&model=CHATGPT&days=90$/);
    await expect(main.getByRole("link", { name: labels.compareModels, exact: true })).toHaveAttribute("href", `/prompts/${promptID}/models?days=90`);
    await expect(main.getByRole("link", { name: "인용된 출처", exact: true })).toHaveAttribute("href", `/sources?prompt=${promptID}&model=CHATGPT&days=90`);
    await days.selectOption("all");
    await expect(page).toHaveURL(`/prompts/${promptID}?model=CHATGPT&days=all`);
    await page.getByRole("main").getByRole("link", { name: labels.prompts, exact: true }).click();
    await expect(page).toHaveURL("/prompts?model=CHATGPT&days=all");
    await expect(days).toHaveValue("all");
    // Another model is chosen in the list, too.
    await metricsOf(page, /model=CLAUDE/, () => model.selectOption("CLAUDE"));
    await expect(page).toHaveURL("/prompts?model=CLAUDE&days=all");
    // Without a first day, there is no period before it.
    await expect(head(page, labels.mentionRate)).toBeVisible();
    await visit(page, labels, "/prompts?days=all&sort=-change");
    await expect(page.getByRole("rowheader").first()).toBeVisible();
    await expect(page.getByRole("alert")).toHaveCount(0);
  });
  await step("the head of a column sorts all prompts by it, in both directions, and the file has the same order", async () => {
    await visit(page, labels, "/prompts");
    await expect(page.locator("td.prompt-rate a").first()).toBeVisible();
    const newest = await prompts(page);
    const button = head(page, labels.mentionRate).getByRole("button");
    const list = await metricsOf(page, /order=RATE/, () => button.press("Enter"));
    await expect(page).toHaveURL("/prompts?sort=-rate");
    await expect(head(page, labels.mentionRate)).toHaveAttribute("aria-sort", "descending");
    await expect.poll(() => prompts(page)).toEqual(list.prompts.map(({ promptID }) => promptID));
    await expect(button).toBeFocused();
    await expect(page.getByText(labels.onlyAnswered)).toBeVisible();
    const file = await exportCsv(page, labels);
    expect(column(file, "ID").slice(0, list.prompts.length)).toEqual(list.prompts.map(({ promptID }) => promptID));
    expect(column(file, labels.onlyCompetitors).slice(0, list.prompts.length)).toEqual(list.prompts.map(({ gap }) => String(gap)));
    // What a change starts from.
    for (const name of ["이전 기간 언급률", "이전 기간에 언급한 답변 수", "이전 기간 전체 답변 수"]) {
      expect(column(file, name)).toHaveLength(file.rows.length);
    }
    const [since = "", ...others] = new Set(column(file, "시작일 (Asia/Seoul)"));
    expect([others, since.split(" ")[1]]).toEqual([[], "00:00:00"]);

    const reversed = await metricsOf(page, /order=RATE.*ascending=true/, () => button.press("Enter"));
    await expect(page).toHaveURL("/prompts?sort=rate");
    await expect.poll(() => prompts(page)).toEqual(reversed.prompts.map(({ promptID }) => promptID));
    await button.press("Enter");
    await expect(page).toHaveURL("/prompts");
    await expect.poll(() => prompts(page)).toEqual(newest);
  });
  await step("a phone has the competitors and the change of a prompt in its row, and sorts by them", async () => {
    await page.setViewportSize({ width: 390, height: 800 });
    const list = await metricsOf(page, /promptIDs=/, () => visit(page, labels, "/prompts"));
    const [first] = list.prompts;
    await expect(page.locator("td.prompt-rate").first()).toBeVisible();
    const note = (prompt = "") => page.getByRole("rowheader").filter({ has: page.locator(`a[href="/prompts/${prompt}"]`) }).locator(".cell-note");
    await expect(note(first?.promptID)).toBeVisible();
    await expect(note(first?.promptID)).toContainText(`${labels.onlyCompetitors} ${first?.gap}`);
    const sort = page.getByLabel(labels.sort, { exact: true });
    const sorted = await metricsOf(page, /order=CHANGE/, () => sort.selectOption("change"));
    await expect(page).toHaveURL("/prompts?sort=change");
    await expect.poll(() => prompts(page)).toEqual(sorted.prompts.map(({ promptID }) => promptID));
    await expect(note(sorted.prompts[0]?.promptID)).toContainText(` · ${labels.change} `);
    // A number and its unit are on one line.
    const lines = await page.locator(".cell-note .stat-change").evaluateAll((all) => all.map((change) => change.getClientRects().length));
    expect(new Set(lines)).toEqual(new Set([1]));
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect(sort).toBeHidden();
    await expect(note(first?.promptID)).toBeHidden();
  });
  await step("a platform without metrics has the list without figures", async () => {
    await page.route("**/api/v1beta/platform/metrics/**", (route) => route.fulfill({ status: 404, body: "404 page not found" }));
    await visit(page, labels, "/prompts");
    await expect(head(page, labels.created)).toBeVisible();
    await expect(page.getByRole("rowheader").first()).toBeVisible();
    await expect(head(page, labels.mentionRate)).toHaveCount(0);
    await expect(page.getByRole("alert")).toHaveCount(0);
  }, /status of 404/);
});

organizationTest("without an own brand or without answers, the first line leads to what is missing", async ({ page, labels, platform }) => {
  const set = await platform.createSet("Commuters", ["For the bus?"]);
  await visit(page, labels, `/prompts?set=${set}`);
  await expect(page.getByRole("link", { name: labels.chooseOwnBrand, exact: true })).toHaveAttribute("href", "/brands");
  await expect(head(page, labels.mentionRate)).toHaveCount(0);
  await platform.write("v1/platform/brands", { name: "Nurio", synonyms: [], isOwn: true });
  await page.reload();
  await expect(page.getByRole("link", { name: labels.noRecentAnswers, exact: true })).toHaveAttribute("href", "/runs");
  await expect(page.getByRole("cell", { name: labels.noAnswersOfSet, exact: true })).toBeVisible();
  await follow(page, "/prompts");
  await expect(page.getByRole("link", { name: "최근 90일 보기", exact: true })).toHaveAttribute("href", "/prompts?days=90");
  await follow(page, `/prompts?set=${set}&sort=-rate`);
  await expect(page.getByText(labels.noneAnswered)).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: labels.newRun })).toHaveAttribute("href", "/runs/new");
  await submitAndFinish(platform, [{ promptSetID: set, models: ["CHATGPT"] }]);
  await visit(page, labels, `/prompts?set=${set}`);
  await inBothLanguages(page, labels, ({ promptsNaming }) =>
    expect(page.getByRole("link", { name: promptsNaming("Nurio", 0, 1) })).toBeVisible(),
  );
  await expectFits(page, "prompts with one answer");
  const { prompts } = await platform.read<{ prompts: { id: string }[] }>("v1/platform/prompts");
  const address = `/prompts/${prompts[0]?.id}`;
  await follow(page, `${address}?from=2020-01-01T00:00:00.000Z&to=2020-02-01T00:00:00.000Z`);
  await expect(page.getByRole("link", { name: "전체 기간 보기", exact: true })).toHaveAttribute("href", `${address}?days=all`);
});

organizationTest("the metrics of further prompts are asked for as the list grows, and a failure is no reason to hide the list", async ({
  page,
  labels,
  platform,
  pageErrors,
}) => {
  pageErrors.expect(/status of 500/);
  await platform.createSet("Commuters", Array.from({ length: 45 }, (_, at) => `For seat ${at}?`));
  await platform.write("v1/platform/brands", { name: "Nurio", synonyms: [], isOwn: true });
  await page.setViewportSize({ width: 1280, height: 400 });
  const asked: number[] = [];
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.pathname.endsWith("/metrics/prompts")) asked.push(url.searchParams.getAll("promptIDs").length);
  });
  await visit(page, labels, "/prompts");
  await expect(page.getByRole("cell", { name: labels.noAnswersOfSet, exact: true })).toHaveCount(20);
  await page.getByText(labels.shown(20)).scrollIntoViewIfNeeded();
  await expect(page.getByRole("cell", { name: labels.noAnswersOfSet, exact: true })).toHaveCount(40);
  expect(asked).toEqual([20, 20]);
  await page.route("**/metrics/prompts?*", (route) => route.fulfill({ status: 500, json: {} }));
  await page.getByText(labels.shown(40)).scrollIntoViewIfNeeded();
  const alert = page.getByRole("alert").filter({ hasText: labels.failed });
  await expect(alert).toBeVisible();
  await expect(page.getByRole("rowheader")).toHaveCount(45);
  await page.unroute("**/metrics/prompts?*");
  await alert.getByRole("button").click();
  await expect(page.getByRole("cell", { name: labels.noAnswersOfSet, exact: true })).toHaveCount(45);
  await expect(alert).toHaveCount(0);
});
