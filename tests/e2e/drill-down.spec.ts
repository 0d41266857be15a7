import type { Locator, Page } from "@playwright/test";
import { focusChart, untilDrawn } from "../charts";
import { column, exportCsv } from "../csv";
import { demoTest, expect, test as base } from "../fixtures";
import { fakeMetrics } from "../metrics";
import type { Labels } from "../labels";
import { expectFitsInBothLanguages, expectTexts } from "../language";
import { createOrganization } from "../organization";
import { demo, demoBrands, Platform } from "../platform";
import { submitAndFinish } from "../runs";
import { storeSession, visit } from "../sign-in";

interface Answer {
  status: string;
  content: string;
  sources?: { url: string }[];
}

interface Collected {
  key: string;
  /** A brand that some answers name, with a site that some answers cite. */
  brand: string;
  /** A brand that no answer names, without a site. */
  absent: string;
  answers: number;
}

const THINGS = ["shoes", "earbuds", "backpacks", "jackets", "cameras"];
const QUESTIONS = THINGS.flatMap((thing) => [`light ${thing}`, `cheap ${thing}`]);
const MODELS = ["CHATGPT", "CLAUDE", "GEMINI", "PERPLEXITY"];

const test = base.extend<{ collected: Collected }>({
  collected: async ({}, use, info) => {
    const { key } = await createOrganization(info.title.slice(0, 100), 1_000);
    const platform = new Platform(key);
    const promptSetID = await platform.createSet("Figures", QUESTIONS.map((question) => `Which is the best of ${question}?`));
    await submitAndFinish(platform, [{ promptSetID, models: MODELS }, { promptSetID, models: MODELS }]);
    const list = await platform.read<{ answers: Answer[] }>("v1/platform/answers?limit=100");
    const answers = list.answers.filter(({ status }) => status === "SUCCESS");
    const name = someWord(answers.map(({ content }) => content));
    const hosts = answers.flatMap(({ sources = [] }) => sources.map(({ url }) => new URL(url).hostname));
    const create = async (brand: object) => (await platform.write<{ id: string }>("v1/platform/brands", brand)).id;
    const absent = await create({ name: "Vonquist", synonyms: [], websites: [] });
    await create({ name: "Quellor", synonyms: [], websites: [...new Set(hosts)].slice(1, 4).map((host) => `https://${host}`) });
    const brand = await create({ name, synonyms: [], websites: [`https://${hosts[0]}`] });
    await use({ key, brand, absent, answers: answers.length });
  },
});

/** A place on the first bar of a chart of bars, which are 28 pixels apart below the axis. */
const FIRST_BAR = { x: 100, y: 38 };

/** A word that some of the texts have, but not all. */
function someWord(texts: string[]): string {
  const words = new Map<string, number>();
  for (const text of texts) {
    for (const word of new Set(text.match(/\b[A-Z][a-z]{4,}\b/g) ?? [])) words.set(word, (words.get(word) ?? 0) + 1);
  }
  const [word = ""] = [...words].filter(([, count]) => count > 2 && count < texts.length - 2).map(([word]) => word);
  return word;
}

const numbers = (text: string): number[] => (text.match(/\d[\d,]*/g) ?? []).map((number) => Number(number.replaceAll(",", "")));

/** Opens the answers behind a figure, and expects as many as it says. */
async function expectAsMany(page: Page, labels: Labels, figure: Locator, count: number): Promise<void> {
  await figure.click();
  const answers = page.getByRole("region", { name: labels.answers, exact: true });
  if (count === 0) {
    await expect(answers.getByText(labels.noneMeets)).toBeVisible();
    return;
  }
  await expect(answers.getByRole("rowheader")).toHaveCount(count);
  await expect(answers.getByText(labels.answersAbout(count), { exact: true })).toBeVisible();
}

test.extend({ language: "ko" })("a figure leads to as many answers as it says, and all can be seen", async ({ page, labels, collected, step }) => {
  const { key, brand, absent, answers } = collected;
  await storeSession(page, key);
  await step("a figure of a brand leads to as many answers as it says", async () => {
    await visit(page, labels, `/brands/${brand}`);
    const named = page.locator(".stats").getByRole("link", { name: labels.ofAnswers(answers) }).first();
    const [least = 0] = numbers((await named.textContent()) ?? "").sort((one, other) => one - other);
    expect(least).toBeGreaterThan(0);
    await expectAsMany(page, labels, named, least);
    await expect(page).toHaveURL(`/brands/${brand}?answers=named`);
    await expect(page.getByRole("columnheader", { name: labels.brands, exact: true })).toBeVisible();
    await expect(page.locator(`td.named a[href^="/brands/${brand}?"]`)).toHaveCount(least);
    await expectTexts(page, labels, page.locator(".finding"), {
      ko: new RegExp(`^브랜드를 언급한 답변: ${answers}개 중 ${least}개\\([\\d.]+%\\)\\.$`),
      en: new RegExp(`^Answers that mention the brand: ${least} of ${answers} \\([\\d.]+%\\)\\.$`),
    });
    await page.getByLabel(labels.figure).selectOption({ label: labels.unnamedAnswers });
    await expect(page).toHaveURL(`/brands/${brand}?answers=unnamed`);
    const unnamed = page.getByRole("region", { name: labels.answers, exact: true });
    await expect(unnamed.getByText(labels.answersAbout(answers - least), { exact: true })).toBeVisible();
    const rivalNamed = page.getByLabel(labels.mentionedRival);
    await expect(rivalNamed.getByRole("option")).toHaveCount(3);
    await rivalNamed.selectOption({ label: "Quellor" });
    await expect(page).toHaveURL(new RegExp(`/brands/${brand}\\?answers=unnamed&names=\\w{22}$`));
    await expect(page.getByRole("button", { name: labels.removeMentionedRival })).toHaveCount(0);
    await rivalNamed.selectOption("");
    await expect(page).toHaveURL(`/brands/${brand}?answers=unnamed`);
    await page.getByRole("link", { name: labels.backToMetrics }).click();
    const cells = page.getByRole("table", { name: labels.namedAndCited }).getByRole("link");
    await expect(cells).toHaveCount(4);
    const counts = (await cells.allTextContents()).map((text) => numbers(text)[0] ?? -1);
    expect(counts.reduce((sum, count) => sum + count)).toBe(answers);
    for (const [at, count] of counts.entries()) {
      await expectAsMany(page, labels, cells.nth(at), count);
      await page.goBack();
    }
    const rivals = page.getByRole("region", { name: labels.citedInstead });
    const rival = rivals.getByRole("link").first();
    const file = await exportCsv(page, labels, rivals);
    expect(file.rows.map(([name]) => name)).toEqual(await rivals.getByRole("rowheader").allTextContents());
    expect(file.rows.map((row) => Number(row[1]))).toEqual((await rivals.getByRole("link").allTextContents()).map((text) => numbers(text)[0]));
    await expectAsMany(page, labels, rival, numbers((await rival.textContent()) ?? "")[0] ?? -1);
    await expect(page.getByText("Quellor")).toBeVisible();
    await expectFitsInBothLanguages(page, labels, "the answers behind a figure");
  });
  await step("all answers behind a figure can be seen and are in the file", async () => {
    await visit(page, labels, `/brands/${absent}?answers=unnamed`);
    const list = page.getByRole("region", { name: labels.answers, exact: true });
    await expect(list.getByRole("rowheader")).toHaveCount(answers);
    const links = list.getByRole("rowheader").getByRole("link");
    const addresses = await links.evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
    const file = await exportCsv(page, labels, list);
    expect(column(file, "ID")).toEqual(addresses.map((address) => /\/answers\/(\w+)/.exec(address)?.[1]));
  });
});

/** Opens the overview of the demo organization, and returns its most cited domains. */
async function openOverview(page: Page, labels: Labels): Promise<[string, string]> {
  const { platform } = demo();
  const brands = await demoBrands();
  const { domains } = await platform.read<{ domains: { domain: string }[] }>("v1/platform/statistics/source-domains?limit=2");
  const counted = brands.map(({ id, name }) => ({ id, name, named: [40, null, 44] }));
  const periods = ["2026-11-02", "2026-11-09", "2026-11-16"];
  await fakeMetrics(page, { brands: counted, periods, answers: 60, prompts: 55 });
  await visit(page, labels, "/overview");
  return [domains[0]?.domain ?? "", domains[1]?.domain ?? ""];
}

demoTest("bars and periods of charts open the answers behind them", async ({ page, labels }) => {
  const [first] = await openOverview(page, labels);
  const trend = page.getByRole("application", { name: labels.mentionTrend });
  await expect(trend).toHaveAccessibleDescription(/Enter opens what is selected/);
  await focusChart(trend);
  await page.keyboard.press("Home");
  // A period without answers leads nowhere.
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/overview");
  await page.keyboard.press("Home");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/answers\?from=2026-11-0[12]T[^&]+&to=2026-11-0[89]T/);
  await page.goBack();
  const bars = page.getByRole("application", { name: labels.topSources });
  await focusChart(bars);
  await page.keyboard.press("Home");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/sources?domain=${encodeURIComponent(first)}`);
  await page.goBack();
  // The first click of a mouse opens the first bar.
  await untilDrawn(bars);
  await bars.click({ position: FIRST_BAR });
  await expect(page).toHaveURL(`/sources?domain=${encodeURIComponent(first)}`);
  await page.goBack();
  await page.getByRole("link", { name: labels.allSources }).click();
  await expect(page.getByRole("heading", { level: 1, name: labels.sourcesPage, exact: true })).toBeVisible();
});

test.describe("with a finger", () => {
  test.use({ hasTouch: true });

  demoTest("the first tap on a bar shows its value, and the second one opens its answers", async ({ page, labels }) => {
    const [first, second] = await openOverview(page, labels);
    const bars = page.getByRole("application", { name: labels.topSources });
    const tooltip = bars.locator("[aria-live]");
    await untilDrawn(bars);
    await bars.tap({ position: FIRST_BAR });
    await expect(tooltip).toContainText(first);
    await bars.tap({ position: { ...FIRST_BAR, y: FIRST_BAR.y + 28 } });
    await expect(tooltip).toContainText(second);
    await bars.tap({ position: FIRST_BAR });
    await expect(tooltip).toContainText(first);
    // A tap elsewhere ends it.
    await page.getByRole("heading", { level: 1 }).tap();
    await expect(tooltip).toBeEmpty();
    await bars.tap({ position: FIRST_BAR });
    await expect(tooltip).toContainText(first);
    await expect(page).toHaveURL("/overview");
    await bars.tap({ position: FIRST_BAR });
    await expect(page).toHaveURL(`/sources?domain=${encodeURIComponent(first)}`);
  });
});

demoTest("the answers behind a figure keep their order while they are read", async ({ page, labels }) => {
  const brands = await demoBrands();
  const address = `/brands/${brands.at(-1)?.id}?answers=named`;
  await visit(page, labels, address);
  const list = page.getByRole("region", { name: labels.answers, exact: true });
  const links = list.getByRole("rowheader").getByRole("link");
  const [first, second] = await Promise.all([links.nth(0), links.nth(1)].map((link) => link.getAttribute("href")));
  const id = (href: string | null | undefined) => new RegExp(`/answers/${new URL(href ?? "", "http://a").pathname.split("/").pop()}`);
  await links.first().click();
  await expect(page).toHaveURL(id(first));
  await expect(page.getByRole("link", { name: labels.nextInList })).toBeVisible();
  await page.keyboard.press("j");
  await expect(page).toHaveURL(id(second));
  await page.keyboard.press("k");
  await expect(page).toHaveURL(id(first));
  await page.getByRole("link", { name: "Answers of the brand" }).click();
  await expect(page).toHaveURL(address);
  await expect(links.first()).toHaveAttribute("href", first ?? "");
});
