import type { Page } from "@playwright/test";
import { expectFits } from "../accessibility";
import { focusChart } from "../charts";
import { column, exportCsv } from "../csv";
import { demoTest, expect, koreanDemoTest } from "../fixtures";
import { openFilters } from "../filters";
import { expectFitsInBothLanguages } from "../language";
import { demo, demoOwnBrand } from "../platform";
import { visit } from "../sign-in";

const { platform } = demo();
const FANOUTS = "**/api/v1/platform/statistics/fanouts?*";
const PROMPT = "0".repeat(21) + "1";

interface Fanouts {
  fanouts: { query: string; fanoutCount: number }[];
  totalFanouts: number;
}

async function ranking(filter = ""): Promise<Fanouts> {
  return platform.read<Fanouts>(`v1/platform/statistics/fanouts?limit=100${filter}`);
}

interface Unnamed {
  searches: { query: string; answerCount: number }[];
  totalSearches: number;
  totalUnnamed: number;
}

/** The end in a file of a period that ends now. */
const NOW: unknown = expect.stringMatching(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/);

interface Prompt {
  promptID: string;
  query: string;
  answerCount: number;
}

/** Prompts without a search. */
function withoutSearch(count: number): Prompt[] {
  const more = Array.from({ length: Math.max(count - 1, 0) }, (_, at) => ({
    promptID: String(at + 1_000).padStart(22, "0"),
    query: `${at}번 신발은?`,
    answerCount: 2,
  }));
  return [{ promptID: PROMPT, query: "<b>Which shoes?</b>", answerCount: 12 }, ...more].slice(0, count);
}

const SEARCHLESS = "**/metrics/prompts-without-search?*";

/** Replaces the prompts without a search, of which the platform sends 100 at a time. */
async function fakeSearchless(page: Page, count = 1): Promise<void> {
  const prompts = withoutSearch(count);
  await page.route(SEARCHLESS, (route) => {
    const first = Number(new URL(route.request().url()).searchParams.get("cursor") ?? 0);
    const next = first + 100 < count ? String(first + 100) : null;
    const part = { prompts: prompts.slice(first, first + 100), nextCursor: next };
    return route.fulfill({ json: { totalPrompts: 20 * count, totalWithoutSearch: count, ...part } });
  });
}

/** Replaces the ranking by one whose second search names the own brand. No other does. */
async function fakeRanking(page: Page): Promise<Fanouts> {
  const found = await ranking("&include=models,regions");
  const { name: own } = await demoOwnBrand();
  const fanouts = found.fanouts.map((fanout, at) => {
    const namesOwn = at === 1;
    return { ...fanout, query: namesOwn ? `${own} 추천` : `search ${at}`, namesOwn };
  });
  const changed = { ...found, fanouts };
  await page.route(FANOUTS, (route) => route.fulfill({ json: changed }));
  return changed;
}

koreanDemoTest("the ranking shows which searches leave out the own brand, and leads to the answers of a search", async ({ page, labels, step }) => {
  await step("the ranking shows which searches leave out the own brand, and only those if asked", async () => {
    const { fanouts } = await fakeRanking(page);
    await fakeSearchless(page);
    await visit(page, labels, "/fan-outs");
    const table = page.getByRole("region", { name: labels.searchRanking });
    await expect(table.getByRole("rowheader")).toHaveCount(Math.min(20, fanouts.length));
    await expect(table.getByRole("rowheader").nth(1)).toContainText(labels.ownBrand);
    await expect(table.getByRole("rowheader").nth(0)).not.toContainText(labels.ownBrand);
    // What belongs to no brand has the gray of such sources.
    await expect(table.locator(".bar").nth(0)).toHaveAttribute("data-series", "10");
    await expect(table.locator(".bar").nth(1)).toHaveAttribute("data-series", "1");
    await page.getByRole("radio", { name: labels.withoutOwn }).check();
    await expect(page).toHaveURL(/own=absent/);
    const without = fanouts.filter((_, at) => at !== 1).map(({ query }) => query);
    await expect(table.getByRole("rowheader").nth(1)).toContainText(without[1] ?? "");
    const file = await exportCsv(page, labels);
    expect(file.rows.map(([query]) => query)).toEqual(without);
    const models = table.getByRole("rowheader").first().locator(".initials");
    await expect(models).toBeHidden();
    await expectFits(page, "fan-outs");
    await expect(models).toBeVisible();
    await expect(models).toContainText(/ChatGPT|Gemini|Perplexity|Claude|Google|네이버/);
  });
  await step("a search leads to the answers for which a model ran it", async () => {
    const [first] = (await ranking()).fanouts;
    await visit(page, labels, "/fan-outs?days=all");
    await page.getByRole("region", { name: labels.searchRanking }).getByRole("rowheader").first().getByRole("link").click();
    await expect(page).toHaveURL(/\/fan-outs\?days=all&search=/);
    await expect(page.locator(".finding")).toHaveText(/^이 검색을 한 답변: [\d,]+개 중 [\d,]+개\([\d.]+%\)\.$/, { timeout: 40_000 });
    const answers = page.getByRole("region", { name: labels.answers, exact: true });
    await answers.getByRole("rowheader").first().getByRole("link").click({ timeout: 40_000 });
    await expect(page).toHaveURL(/\/answers\/\w{22}/);
    const [id = ""] = new URL(page.url()).pathname.split("/").slice(-1);
    const answer = await platform.read<{ fanouts: string[] }>(`v1/platform/answers/${id}`);
    expect(answer.fanouts).toContain(first?.query);
  });
});

demoTest("the ranking says what it counts, in the text, the chart and the file", async ({ page, labels, step }) => {
  await step("the ranking says which searches it looks at, and where in them", async () => {
    const [{ fanouts }, { name: own }] = [await fakeRanking(page), await demoOwnBrand()];
    await visit(page, labels, "/fan-outs");
    const table = page.getByRole("region", { name: labels.searchRanking });
    const shown = fanouts.length < 100 ? String(fanouts.length) : "the 100 most frequent";
    await expect(table).toContainText(`Of ${shown} searches, ${fanouts.length - 1} do not name ${own}.`);
    await page.getByText("How is this counted?").click();
    await expect(page.getByText(/at most the 100 most frequent searches, and your brand is looked for in these only/)).toBeVisible();
  });
  await step("the searches whose answers never name the own brand are those that the platform lists, in the page and in the file", async () => {
    const { id, name } = await demoOwnBrand();
    const from = `from=${new Date(Date.now() - 31 * 86_400_000).toISOString()}`;
    const { searches, totalSearches, totalUnnamed } = await platform.read<Unnamed>(
      `v1beta/platform/metrics/unnamed-searches?brandID=${id}&limit=100&finished=true&${from}`,
    );
    expect(searches.length).toBeGreaterThan(20);
    await visit(page, labels, `/fan-outs?${from}`);
    await page.getByRole("radio", { name: "Never in answers" }).check();
    await expect(page).toHaveURL(/\/fan-outs\?.*own=unnamed/);
    const table = page.getByRole("region", { name: labels.searchRanking });
    const [unnamed, all] = [totalUnnamed, totalSearches].map((number) => number.toLocaleString("en"));
    await expect(table).toContainText(`For ${unnamed} of ${all} searches in all regions, no answer mentions ${name}.`);
    await expect(table.getByText(`The ${searches.length} with the most answers are listed.`)).toHaveCount(searches.length < totalUnnamed ? 1 : 0);
    await table.getByRole("button", { name: labels.showMore(searches.length - 20) }).click();
    await expect(table.getByRole("rowheader")).toHaveText(searches.map(({ query }) => query));
    const file = await exportCsv(page, labels);
    expect(column(file, "Search")).toEqual(searches.map(({ query }) => query));
    expect(column(file, "Answers")).toEqual(searches.map(({ answerCount }) => String(answerCount)));
    await expect(page.locator("details.methodology")).toContainText("searches whose answers never mention your brand");
    await expectFitsInBothLanguages(page, labels, "searches whose answers never name the own brand");
    await page.setViewportSize({ width: 1280, height: 800 });
    await table.getByRole("rowheader").first().getByRole("link").click();
    const answers = page.getByRole("region", { name: labels.answers, exact: true });
    await expect(answers.getByText(labels.answersAbout(searches[0]?.answerCount ?? 0), { exact: true })).toBeVisible({ timeout: 40_000 });
  });
  await step("with one prompt, each search is compared with it word by word", async () => {
    interface Answers {
      answers: { promptID: string; query: string; fanouts: string[] }[];
    }
    const { answers } = await platform.read<Answers>("v1/platform/answers?limit=100");
    const answer = answers.find(({ query, fanouts }) => fanouts.some((search) => search !== query));
    await visit(page, labels, `/fan-outs?days=all&prompt=${answer?.promptID}`);
    const table = page.getByRole("region", { name: labels.searchRanking });
    const { fanouts } = await ranking(`&promptID=${answer?.promptID}`);
    await expect(table.getByRole("rowheader")).toHaveCount(Math.min(20, fanouts.length));
    await expect(table.getByText("A + and an underline mark words that are not in the prompt.")).toBeVisible();
    await expect(table.locator("ins, del")).not.toHaveCount(0);
  });
  await step("the chart of searches reads each value, and its table has the same", async () => {
    const { fanouts, totalFanouts } = await ranking();
    await visit(page, labels, "/fan-outs?days=all&view=chart");
    const chart = page.getByRole("application", { name: labels.searchRanking });
    await focusChart(chart);
    await page.keyboard.press("Home");
    const times = `${fanouts[0]?.fanoutCount} of ${totalFanouts.toLocaleString("en")} searches`;
    await expect(chart.locator("[aria-live]")).toContainText(times);
    const figure = page.getByRole("figure", { name: labels.searchRanking });
    await figure.getByRole("button", { name: labels.asTable }).click();
    await expect(figure.getByRole("rowheader")).toHaveText(fanouts.map(({ query }) => query));
    // What it counts is said once.
    await expect(page.getByText(/^The \d+ most frequent/)).toHaveCount(1);
  });
  await step("the file of the ranking has the platform's counts", async () => {
    await visit(page, labels, "/fan-outs?from=2020-01-01T00:00:00Z&to=2099-01-01T00:00:00Z");
    await expect(page.getByRole("region", { name: labels.searchRanking }).getByRole("rowheader").first()).toBeVisible();
    const { fanouts } = await ranking();
    const file = await exportCsv(page, labels);
    expect(column(file, "Count")).toEqual(fanouts.map(({ fanoutCount }) => String(fanoutCount)));
    expect(new Set(column(file, "From (Asia/Seoul)"))).toEqual(new Set(["2020-01-01 09:00:00"]));
    expect(new Set(column(file, "To (Asia/Seoul)"))).toEqual(new Set(["2099-01-01 09:00:00"]));
  });
});

demoTest("prompts without a search are listed with all their answers, in the filter and in the file", async ({ page, labels, step }) => {
  await step("prompts without a search show that none of their answers has one, and link to them, in the filter", async () => {
    await fakeSearchless(page);
    await visit(page, labels, "/fan-outs?days=all");
    const section = page.getByRole("region", { name: labels.searchless });
    await expect(section).toContainText("For 1 of 20 prompts, no model searched.");
    await expect(section.getByRole("rowheader")).toHaveText("<b>Which shoes?</b>");
    const link = section.getByRole("link", { name: "0 of 12" });
    await expect(link).toHaveAttribute("href", `/answers?prompt=${PROMPT}&days=all`);
    await expect(page.locator("details.methodology")).toContainText("Sample: 20 prompts.");
    const file = await exportCsv(page, labels, section);
    expect(file.rows).toEqual([["<b>Which shoes?</b>", "12", "", NOW, PROMPT]]);
    await (await openFilters(page, labels)).getByLabel(labels.model, { exact: true }).selectOption("CHATGPT");
    await expect(page).toHaveURL(/model=CHATGPT/);
    await expect(link).toHaveAttribute("href", `/answers?prompt=${PROMPT}&model=CHATGPT&days=all`);
  });
  await step("the file of prompts without a search includes those that the page does not show yet", async () => {
    await fakeSearchless(page, 250);
    await visit(page, labels, "/fan-outs?days=all");
    const section = page.getByRole("region", { name: labels.searchless });
    await expect(section.getByRole("rowheader")).toHaveCount(100);
    const all = withoutSearch(250).map(({ promptID, query, answerCount }) => [query, String(answerCount), "", NOW, promptID]);
    expect((await exportCsv(page, labels, section)).rows).toEqual(all);
    await section.getByText(labels.shown(100)).scrollIntoViewIfNeeded();
    await expect(section.getByRole("rowheader")).toHaveCount(200);
  });
  await step("without answers, the prompts without a search say that the period has none", async () => {
    await visit(page, labels, "/fan-outs?to=2020-01-01T00:00:00.000Z");
    const section = page.getByRole("region", { name: labels.searchless });
    await expect(section).toContainText("No answers in this period");
  });
});
