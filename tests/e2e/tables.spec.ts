import type { Locator, Page } from "@playwright/test";
import { expectNoHorizontalScroll } from "../accessibility";
import { column, exportCsv } from "../csv";
import { demoTest, expect, organizationTest, test } from "../fixtures";
import { openFilters } from "../filters";
import { fakeMetrics } from "../metrics";
import { demo } from "../platform";
import { follow, goTo, visit } from "../sign-in";

const { platform } = demo();

interface Domain {
  domain: string;
  citationCount: number;
  answerCount: number;
}

async function domains(model = ""): Promise<Domain[]> {
  const filter = model && `&model=${model}`;
  const { domains } = await platform.read<{ domains: Domain[] }>(`v1/platform/statistics/source-domains?limit=100${filter}`);
  return domains;
}

/** The head of a column. */
function head(page: Page, name: string): Locator {
  return page.getByRole("columnheader", { name, exact: true });
}

/** Presses the head of a column. */
async function sort(page: Page, name: string): Promise<void> {
  await head(page, name).getByRole("button").click();
}

/** The texts of the first links of the rows. */
function names(page: Page): Promise<string[]> {
  return page.getByRole("rowheader").getByRole("link").allTextContents();
}

/** Texts as tables sort them: without case, by code points. */
function byName(texts: string[]): string[] {
  return [...texts].sort((one, other) => (one.toLowerCase() < other.toLowerCase() ? -1 : 1));
}

demoTest("a ranking is sorted by its columns, and the address and the file have the same order", async ({ page, labels }) => {
  const ranking = await domains();
  // Domains with the same number of answers remain in the order of the ranking.
  const byAnswers = [...ranking].sort((one, other) => other.answerCount - one.answerCount).map(({ domain }) => domain);
  const shown = Math.min(ranking.length, 20);
  await visit(page, labels, "/sources?days=all");
  await expect(head(page, labels.citations)).toHaveAttribute("aria-sort", "descending");
  await expect(page.getByRole("rowheader")).toHaveCount(shown);
  await head(page, labels.answers).getByRole("button").press("Enter");
  await expect(page).toHaveURL(/[?&]sort=-answers$/);
  await expect(head(page, labels.answers)).toHaveAttribute("aria-sort", "descending");
  await expect(head(page, labels.citations)).not.toHaveAttribute("aria-sort");
  await expect(head(page, labels.answers).getByRole("button")).toBeFocused();
  await expect.poll(() => names(page)).toEqual(byAnswers.slice(0, shown));
  const file = await exportCsv(page, labels);
  expect(column(file, labels.domain)).toEqual(byAnswers);
  expect(column(file, "Rank").map(Number)).toEqual(byAnswers.map((name) => ranking.findIndex(({ domain }) => domain === name) + 1));

  await sort(page, labels.domain);
  await expect(page).toHaveURL(/[?&]sort=name$/);
  const all = byName(ranking.map(({ domain }) => domain));
  await expect.poll(() => names(page)).toEqual(all.slice(0, shown));
  await sort(page, labels.domain);
  await expect(head(page, labels.domain)).toHaveAttribute("aria-sort", "descending");
  await expect.poll(() => names(page)).toEqual([...all].reverse().slice(0, shown));
  await sort(page, labels.domain);
  await expect(page).toHaveURL(/\/sources\?days=all$/);
  await page.goBack();
  await page.goBack();
  await expect(head(page, labels.domain)).toHaveAttribute("aria-sort", "ascending");
  await page.goForward();
  await expect(head(page, labels.domain)).toHaveAttribute("aria-sort", "descending");
  // A filter keeps the order.
  await (await openFilters(page, labels)).getByLabel(labels.model, { exact: true }).selectOption("CHATGPT");
  await expect(page).toHaveURL(/model=CHATGPT.*sort=-name/);
  const ofModel = byName((await domains("CHATGPT")).map(({ domain }) => domain)).reverse();
  await expect.poll(() => names(page)).toEqual(ofModel.slice(0, 20));
});

test.describe(() => {
  test.use({ language: "ko" });

  organizationTest("rows have the chosen height before the first paint", async ({ page, labels, platform }) => {
    await platform.createSet("Commuters", Array.from({ length: 20 }, (_, at) => `Prompt ${at}?`));
    await page.setViewportSize({ width: 1440, height: 900 });
    await visit(page, labels, "/prompts");
    await expect(page.getByRole("rowheader")).toHaveCount(20);
    await expect.poll(() => rowHeights(page)).toEqual([36]);
    expect(await visibleRows(page), "rows in a window of 1440 × 900").toBeGreaterThanOrEqual(18);
    await page.getByRole("button", { name: labels.menu }).click();
    const densities = page.getByRole("group", { name: labels.density });
    await expect(densities.getByRole("radio", { name: labels.compact })).toBeChecked();
    await densities.getByRole("radio", { name: labels.comfortable }).check();
    await expect.poll(() => rowHeights(page)).toEqual([44]);
    await page.reload();
    await expect(page.locator("html")).toHaveAttribute("data-density", "comfortable");
    await expect(page.getByRole("rowheader")).toHaveCount(20);
    await expect.poll(() => rowHeights(page)).toEqual([44]);
    await page.getByRole("button", { name: labels.menu }).click();
    await densities.getByRole("radio", { name: labels.compact }).check();
    await expect(page.locator("html")).not.toHaveAttribute("data-density");
    await expect.poll(() => rowHeights(page)).toEqual([36]);
  });
});

/** The different heights of the rows. */
async function rowHeights(page: Page): Promise<number[]> {
  const heights = await page.locator("tbody tr").evaluateAll((rows) => rows.map((row) => Math.round(row.getBoundingClientRect().height)));
  return [...new Set(heights)];
}

/** How many rows are in the window as a whole. */
async function visibleRows(page: Page): Promise<number> {
  return page.locator("tbody tr").evaluateAll((rows) => {
    const isVisible = (row: Element): boolean => {
      const { top, bottom } = row.getBoundingClientRect();
      return top >= 0 && bottom <= window.innerHeight;
    };
    return rows.filter(isVisible).length;
  });
}

organizationTest("a row of two lines is higher, and brands and analyses of sites are sorted, those without numbers or an end last", async ({
  page,
  labels,
  organization,
  platform,
  step,
}) => {
  await step("a row of two lines is 52 px high", async () => {
    const description = "Questions of people on their way to work";
    await platform.write("v1/platform/prompt-sets", { name: "Commuters", description });
    await visit(page, labels, "/prompt-sets");
    await expect(page.getByText(description)).toBeVisible();
    await expect.poll(() => rowHeights(page)).toEqual([52]);
  });
  await step("the name of a set is not cut where its prompts have two lines", async () => {
    await platform.createSet("Repair and care of earbuds", ["Which parts can be replaced?"]);
    await page.setViewportSize({ width: 1440, height: 900 });
    await visit(page, labels, "/prompts");
    const name = page.locator(".prompt-set a");
    await expect(name).toHaveText("Repair and care of earbuds");
    const isCut = (of: Element) => of.scrollWidth > of.clientWidth || of.scrollHeight > of.clientHeight;
    expect(await name.evaluate(isCut)).toBe(false);
    await page.setViewportSize({ width: 1280, height: 800 });
  });
  await step("brands are sorted, and those without numbers are last", async () => {
    const brands = [];
    for (const [name, named] of [["Tavrin", 4], ["Nurio", 8], ["Arvo", 2]] as const) {
      const { id } = await platform.write<{ id: string }>("v1/platform/brands", { name, synonyms: [] });
      brands.push({ id, name, named: [named] });
    }
    await platform.write("v1/platform/brands", { name: "Unknown", synonyms: [] });
    await fakeMetrics(page, { brands, periods: ["2026-11-16"], answers: 10, prompts: 5, before: [10, 2, 3] });
    await visit(page, labels, "/brands?region=KR");
    await expect(page.getByRole("cell", { name: "80%" })).toBeVisible();
    await expect.poll(() => names(page)).toEqual(["Nurio", "Tavrin", "Arvo", "Unknown"]);
    await sort(page, labels.brandColumn);
    await expect(page).toHaveURL(/\/brands\?region=KR&sort=name$/);
    await expect.poll(() => names(page)).toEqual(["Arvo", "Nurio", "Tavrin", "Unknown"]);
    await sort(page, labels.mentionRate);
    await sort(page, labels.mentionRate);
    await expect.poll(() => names(page)).toEqual(["Arvo", "Tavrin", "Nurio", "Unknown"]);
    expect(column(await exportCsv(page, labels), labels.brandColumn)).toEqual(["Arvo", "Tavrin", "Nurio", "Unknown"]);
    await sort(page, labels.change);
    await expect(page).toHaveURL(/\/brands\?region=KR&sort=-change$/);
    await expect.poll(() => names(page)).toEqual(["Nurio", "Arvo", "Tavrin", "Unknown"]);
    await expect(page.locator("td.brand-change")).toHaveText(["+60 pts Before: 20% (2 of 10)", /^−10 pts /, /^−60 pts /, "–"]);
    // The intervals of the others overlap.
    await expect(page.locator("td.brand-change [data-direction]")).toHaveText(/^−60 pts significant Before: /);
    await expect(page.locator("td.brand-change [data-direction]")).toHaveAttribute("data-direction", "worse");
    // A phone has the change below the rate.
    await page.setViewportSize({ width: 320, height: 640 });
    await expect(page.locator("td.brand-change").first()).toBeHidden();
    await expect(page.getByText("+60 pts").filter({ visible: true })).toHaveCount(1);
    await expectNoHorizontalScroll(page, "the list of brands on a phone");
    await page.setViewportSize({ width: 1280, height: 800 });
  });
  await step("brands that are cited instead are sorted, and the file has their order", async () => {
    const { id } = await platform.write<{ id: string }>("v1/platform/brands", { name: "Pelmora", synonyms: [] });
    const rivals = [["Tavrin", 4], ["arvo", 3], ["Quellor", 1]] as const;
    const citedInstead = rivals.map(([name, answers], at) => ({ brand: { id: String(at + 1).padStart(22, "0"), name }, answers }));
    const brands = [{ id, name: "Pelmora", named: [4] }];
    await fakeMetrics(page, { brands, periods: ["2026-11-16"], answers: 10, prompts: 5, brand: { citedInstead } });
    await visit(page, labels, `/brands/${id}`);
    const table = page.getByRole("region", { name: labels.citedInstead });
    const brand = table.getByRole("columnheader").first();
    await expect(table.getByRole("rowheader")).toHaveText(["Tavrin", "arvo", "Quellor"]);
    await brand.getByRole("button").press("Enter");
    await expect(table.getByRole("rowheader")).toHaveText(["arvo", "Quellor", "Tavrin"]);
    await expect(brand).toHaveAttribute("aria-sort", "ascending");
    await expect(brand.getByRole("button")).toBeFocused();
    expect(column(await exportCsv(page, labels, table), labels.brandColumn)).toEqual(["arvo", "Quellor", "Tavrin"]);
  });
  await step("analyses of sites are sorted, and those without an end are last", async () => {
    const kept = [["2026-11-22", "", "b.example"], ["2026-11-21", " completed 3", "c.example"], ["2026-11-20", " failed 12", "a.example"]];
    const line = ([day, end, site]: string[], at: number) => `${String(at).padStart(22, "0")}\t${day}T00:00:00Z${end}\thttps://${site}/`;
    const item = `answerdeck.organization.${organization.id}.site-analyses`;
    await visit(page, labels, "/prompt-sets");
    await page.evaluate(([item, lines]) => localStorage.setItem(item, lines), [item, kept.map(line).join("\n")] as const);
    await goTo(page, labels, labels.siteKeywords);
    const table = page.getByRole("region", { name: labels.startedHere });
    const sites = (...names: string[]) => names.map((name) => new RegExp(`${name}\\.example`));
    await expect(table.getByRole("rowheader")).toHaveText(sites("b", "c", "a"));
    await sort(page, "Site");
    await expect(page).toHaveURL(/\/site-keywords\?sort=site$/);
    await expect(table.getByRole("rowheader")).toHaveText(sites("a", "b", "c"));
    await sort(page, labels.pagesRead);
    await expect(page).toHaveURL(/\/site-keywords\?sort=-pages$/);
    await expect(table.getByRole("rowheader")).toHaveText(sites("a", "c", "b"));
    const file = await exportCsv(page, labels, table);
    expect(file.rows.map(([site]) => site)).toEqual(["https://a.example/", "https://c.example/", "https://b.example/"]);
  });
});

/** Expects that a press of a column of texts sorts its cells, and that another one reverses them. */
async function expectSorted(page: Page, name: string, address: string): Promise<void> {
  const cells = async (): Promise<string[]> => {
    const at = await head(page, name).evaluate((head) => (head as HTMLTableCellElement).cellIndex);
    return page.getByRole("table").filter({ has: head(page, name) }).locator(`tbody tr > :nth-child(${at + 1})`).allInnerTexts();
  };
  await sort(page, name);
  await expect(page).toHaveURL(new RegExp(`[?&]${address}(&|$)`));
  await expect(head(page, name)).toHaveAttribute("aria-sort");
  const [first = "", ...others] = await cells();
  expect([first, ...others]).toEqual(byName([first, ...others]));
  expect(others.at(-1)).not.toBe(first);
  await sort(page, name);
  // The table shows only the first rows of all.
  await expect.poll(async () => (await cells())[0]).not.toBe(first);
  const reversed = await cells();
  expect(reversed).toEqual(byName(reversed).reverse());
}

/** Expects that there are several names, in their order. */
async function expectByName(names: Locator): Promise<void> {
  await expect(async () => {
    const texts = await names.allInnerTexts();
    expect(texts.length).toBeGreaterThan(1);
    expect(texts).toEqual(byName(texts));
  }).toPass({ timeout: 15_000 });
}

demoTest("searches, words and keywords are sorted, each table by itself", async ({ page, labels, step }) => {
  await step("searches and words are sorted, each table by itself", async () => {
    await visit(page, labels, "/fan-outs");
    await expectSorted(page, "Search", "sort=search");
    await follow(page, "/words");
    const ranking = page.getByRole("region", { name: labels.wordRanking });
    await ranking.getByRole("rowheader").first().getByRole("button").click();
    const neighbors = page.getByRole("region", { name: labels.neighbors });
    await neighbors.getByRole("columnheader").first().getByRole("button").click();
    await expect(page).toHaveURL(/[?&]neighbors=word(&|$)/);
    await expectByName(neighbors.getByRole("rowheader").getByRole("button"));
    await expect(ranking.getByRole("columnheader").last()).toHaveAttribute("aria-sort", "descending");
    await ranking.getByRole("columnheader").first().getByRole("button").click();
    await expect(page).toHaveURL(/[?&]sort=word&neighbors=word$/);
    await expectByName(ranking.getByRole("rowheader").getByRole("button"));
  });
  await step("keywords are sorted, and go back to the order in which they were entered", async () => {
    const address = "/keywords?q=wireless%20earbuds%0A%EB%AC%B4%EC%84%A0%20%EC%9D%B4%EC%96%B4%ED%8F%B0%0Aheadphones";
    await visit(page, labels, address);
    const keywords = page.getByRole("rowheader").locator("bdi");
    const entered = ["wireless earbuds", "무선 이어폰", "headphones"];
    await expect(keywords).toHaveText(entered);
    await sort(page, labels.keywordColumn);
    await expect(keywords).toHaveText(byName(entered));
    expect(column(await exportCsv(page, labels), labels.keywordColumn)).toEqual(byName(entered));
    await sort(page, labels.keywordColumn);
    await expect(keywords).toHaveText(byName(entered).reverse());
    await sort(page, labels.keywordColumn);
    await expect(keywords).toHaveText(entered);
  });
});
