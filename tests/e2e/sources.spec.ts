import type { Page } from "@playwright/test";
import { focusChart } from "../charts";
import { column, exportCsv } from "../csv";
import { demoTest, expect, koreanDemoTest, organizationTest } from "../fixtures";
import { holdRequests } from "../held-requests";
import { expectFitsInBothLanguages, expectTexts, inBothLanguages } from "../language";
import { fakeMetrics, rate, sample } from "../metrics";
import { changeOrganization, demo, demoBrands, demoOwnBrand } from "../platform";
import { submitAndFinish } from "../runs";
import { follow, visit } from "../sign-in";

const { platform } = demo();
const DOMAINS = "**/api/v1/platform/statistics/source-domains?*";

interface Domains {
  domains: { domain: string; citationCount: number; answerCount: number }[];
  totalCitations: number;
}

/** A source, and the answers that cite it. */
interface Influence {
  source: string;
  title?: string;
  gap: number;
  citing: { answers: number };
  mentionRateCiting: { numerator: number };
  others: { answers: number };
  mentionRateOthers: { numerator: number };
  difference?: number;
  significant: boolean;
}

/** A source that is new or lost. */
interface Changed {
  source: string;
  title?: string;
  citationCount: number;
  answerCount: number;
}

interface Changes {
  totalNew: number;
  new: Changed[];
  totalLost: number;
  lost: Changed[];
  before?: { runID?: string };
}

interface Urls {
  urls: { url: string; title: string; citationCount: number; answerCount: number }[];
}

async function ranking(filter = ""): Promise<Domains> {
  return platform.read<Domains>(`v1/platform/statistics/source-domains?limit=100${filter}`);
}

/** Replaces the trend of domains. The second period has no answers. */
async function fakeTrend(page: Page): Promise<void> {
  const { domains } = await ranking();
  const ofDomains = (first: number) => domains.slice(0, 6).map((_, at) => Math.max(0, first - at));
  const points = [
    { day: "2026-11-02", sample: sample(9, 5), citations: 20, domains: ofDomains(5) },
    { day: "2026-11-09", sample: sample(0, 0), citations: 0, domains: [] },
    { day: "2026-11-16", sample: sample(9, 5), citations: 20, domains: ofDomains(10) },
  ];
  const stability = { overlap: 2 / 3, pairs: 12, sample: sample(24, 6) };
  const values = { "source-trend": { points, stability } };
  await fakeMetrics(page, { brands: [], periods: [], answers: 1, prompts: 1, values });
}

koreanDemoTest("the ranking leads from a domain to its pages and answers, and is accessible and fits a phone", async ({ page, labels, step }) => {
  await step("a ranking leads from a domain to its pages, and from a page to an answer that cites it", async () => {
    const [first] = (await ranking()).domains;
    const domain = first?.domain ?? "";
    const path = `v1/platform/statistics/source-urls?limit=100&domain=${encodeURIComponent(domain)}`;
    const { urls } = await platform.read<Urls>(path);
    await visit(page, labels, "/sources?days=all");
    await page.getByRole("region", { name: labels.mostCited }).getByRole("link", { name: domain, exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name: domain })).toBeVisible();
    await expect(page).toHaveURL(/\/sources\?days=all&domain=/);
    const [citations, naming] = [first?.citationCount, first?.answerCount].map((count) => count?.toLocaleString("en"));
    await expectTexts(page, labels, page.locator(".finding"), {
      ko: new RegExp(`^${domain}: 답변 [\\d,]+개 중 ${naming}개\\([\\d.]+%\\)에서 ${citations}번 인용됐어요\\.$`),
      en: new RegExp(`^${domain} is cited ${citations} times, in ${naming} of [\\d,]+ answers \\([\\d.]+%\\)\\.$`),
    });
    const pages = page.getByRole("region", { name: labels.citedPages });
    await expect(pages.getByRole("rowheader")).toHaveCount(Math.min(20, urls.length));
    await pages.getByRole("row").nth(1).getByRole("link").last().click();
    await expect(page).toHaveURL(/&page=/);
    const answers = page.getByRole("region", { name: labels.answers, exact: true });
    await answers.getByRole("rowheader").first().getByRole("link").click({ timeout: 40_000 });
    await expect(page).toHaveURL(/\/answers\/\w{22}/);
    const source = page.getByRole("region", { name: labels.sources }).locator(`a[href="${urls[0]?.url}"]`);
    await expect(source.first()).toBeVisible();
    await page.goBack();
    await page.goBack();
    await page.getByRole("link", { name: labels.sourcesPage, exact: true }).last().click();
    await expect(page.getByRole("heading", { level: 1, name: labels.sourcesPage, exact: true })).toBeVisible();
  });
  await step("the chart of the ranking and a domain are accessible and fit a phone", async () => {
    await fakeTrend(page);
    await visit(page, labels, "/sources");
    await inBothLanguages(page, labels, async (labels) => {
      await expect(page.getByRole("application", { name: labels.citationTrend })).toBeVisible();
      await expect(page.getByText(labels.stability).first()).toBeVisible();
    });
    await page.getByRole("radio", { name: labels.chart }).check();
    await expect(page.getByRole("application", { name: labels.mostCited })).toBeVisible();
    await expect(page).toHaveURL(/view=chart/);
    await expectFitsInBothLanguages(page, labels, "the chart of sources");

    // The chart was a step in the history.
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goBack();
    await expect(page).toHaveURL("/sources");
    const first = page.getByRole("region", { name: labels.mostCited }).getByRole("rowheader").first().getByRole("link");
    const domain = (await first.textContent()) ?? "";
    await first.click();
    await expect(page.getByRole("heading", { level: 1, name: domain, exact: true })).toBeVisible();
    await expect(page.getByRole("region", { name: labels.citedPages }).getByRole("rowheader").first()).toBeVisible();
    await expectFitsInBothLanguages(page, labels, "a domain");
  });
});

demoTest("sources are the platform's, with their brands and types, and what is hostile in them stays text", async ({ page, labels, step }) => {
  await step("the ranking is the platform's, in the scope of the address, and so is its file", async () => {
    const { domains, totalCitations } = await ranking("&model=CHATGPT");
    await fakeTrend(page);
    await visit(page, labels, "/sources?model=CHATGPT&days=all");
    const table = page.getByRole("region", { name: labels.mostCited });
    await expect(table.getByRole("rowheader")).toHaveCount(Math.min(20, domains.length));
    await expect(table.getByRole("rowheader").getByRole("link")).toHaveText(domains.slice(0, 20).map(({ domain }) => domain));
    await expect(table).toContainText(`${totalCitations.toLocaleString("en")} citation`);
    const file = await exportCsv(page, labels);
    expect(column(file, "Domain")).toEqual(domains.map(({ domain }) => domain));
    expect(column(file, "Citations")).toEqual(domains.map(({ citationCount }) => String(citationCount)));
    expect(column(file, "Answers")).toEqual(domains.map(({ answerCount }) => String(answerCount)));
    await page.getByRole("list", { name: labels.conditions }).getByRole("link", { name: "Clear all" }).click();
    await expect(page).toHaveURL(/\/sources$/);
  });
  await step("the files of domains and of pages name their period", async () => {
    const { domains } = await ranking();
    for (const address of ["/sources?", `/sources?domain=${domains[0]?.domain}&`]) {
      await visit(page, labels, `${address}from=2020-01-01T00:00:00Z&to=2099-01-01T00:00:00Z`);
      await expect(page.getByRole("rowheader").first()).toBeVisible();
      const file = await exportCsv(page, labels);
      expect(new Set(column(file, "From (Asia/Seoul)"))).toEqual(new Set(["2020-01-01 09:00:00"]));
      expect(new Set(column(file, "To (Asia/Seoul)"))).toEqual(new Set(["2099-01-01 09:00:00"]));
    }
  });
  await step("a domain says how its citation rate changed since the period before", async () => {
    const domain = (await ranking()).domains[0]?.domain ?? "";
    await fakeTrend(page);
    await page.route("**/api/v1beta/platform/metrics/answers?*", (route) => {
      const isBefore = new URL(route.request().url()).searchParams.get("to")?.startsWith("2020");
      const coverage = { answers: 40, counted: 40 };
      return route.fulfill({ json: { coverage, totalAnswers: isBefore ? 10 : 30, answers: [], nextCursor: null } });
    });
    await visit(page, labels, `/sources?domain=${domain}&from=2020-01-01T00:00:00Z&to=2099-01-01T00:00:00Z`);
    await expectTexts(page, labels, page.locator(".finding"), {
      ko: /답변 40개 중 30개\(75%\)에서 [\d,]+번 인용됐어요\. 이전 기간 대비 \+50%p\.$/,
      en: /, in 30 of 40 answers \(75%\)\. \+50 points vs\. the period before\.$/,
    });
  });
  await step("sources of the own brand and of other brands are marked, also when the brands arrive later", async () => {
    const brands = await demoBrands();
    const { domains } = await ranking();
    const owned = domains.flatMap(({ domain }) => {
      const owner = brands.find(({ websites }) => websites.some((site) => new URL(site).hostname.replace(/^www\./, "") === domain));
      return owner ? [{ domain, owner: owner.name }] : [];
    });
    expect(owned.length, "domains of brands in the demo").toBeGreaterThan(1);
    await fakeTrend(page);
    await changeOrganization(page, { brands: undefined });
    const respond = await holdRequests(page, "**/api/v1/platform/brands?*");
    await visit(page, labels, "/sources?days=all");
    const table = page.getByRole("region", { name: labels.mostCited });
    await expect(table.getByRole("rowheader").first()).toBeVisible();
    respond();
    await expect(table.getByText("Your brand", { exact: true })).toBeVisible();
    const rest = table.getByRole("button", { name: /^Show \d+ more/ });
    if (await rest.isVisible()) await rest.click();
    const file = await exportCsv(page, labels);
    const marks = new Map(file.rows.map((row) => [row[1], row[2]]));
    expect([...marks.values()].filter((mark) => mark === "Nurio")).toHaveLength(1);
    // The links of the rows have the period that is chosen later.
    await page.getByRole("group", { name: labels.period }).getByText(labels.byMonth).click();
    await expect(table.getByRole("rowheader").first().getByRole("link")).toHaveAttribute("href", /[?&]by=month/);
    // The period is a step in the history.
    await page.goBack();
    await expect(table.getByRole("rowheader").first().getByRole("link")).not.toHaveAttribute("href", /[?&]by=month/);
    for (const { domain, owner } of owned) {
      const mark = marks.get(domain);
      expect(["Nurio", owner]).toContain(mark);
      await expect(table.getByRole("rowheader", { name: domain })).toContainText(mark === "Nurio" ? "Your brand" : (mark ?? ""));
    }
  });
  await step("the trend of a domain has a gap where there are no answers, and a site has the color of its brand in the ranking, too", async () => {
    const { domains } = await ranking();
    const brands = await demoBrands();
    const isOfBrand = ({ domain }: { domain: string }) => brands.some(({ websites }) => websites.some((site) => site.includes(`//${domain}`)));
    const owned = domains.slice(0, 6).filter(isOfBrand);
    expect(owned.length).toBeGreaterThan(1);
    await fakeTrend(page);
    await visit(page, labels, "/sources?days=all");
    // The colors are those of the brands once they are known.
    await expect(page.getByRole("region", { name: labels.mostCited }).getByText("Your brand", { exact: true })).toBeVisible();
    const trend = page.getByRole("figure", { name: labels.citationTrend });
    const color = /^[1-8]$/;
    for (const { domain } of owned) {
      const line = trend.locator("text[data-series]", { hasText: domain });
      await expect(line).toHaveAttribute("data-series", color);
      const bar = page.getByRole("row", { name: domain }).locator(".bar");
      await expect(bar).toHaveAttribute("data-series", (await line.getAttribute("data-series")) ?? "");
    }
    const series = await trend.locator("text[data-series]").evaluateAll((lines) => lines.map((line) => line.getAttribute("data-series")));
    expect(new Set(series).size).toBe(6);
    // A site of no brand has the color of none.
    for (const { domain } of domains.slice(0, 6).filter((domain) => !isOfBrand(domain))) {
      const color = await trend.locator("text[data-series]", { hasText: domain }).getAttribute("data-series");
      expect(Number(color)).toBeGreaterThan(brands.length);
    }

    const chart = page.getByRole("application", { name: labels.citationTrend });
    const tooltip = chart.locator("[aria-live]");
    await focusChart(chart);
    await page.keyboard.press("End");
    await expect(tooltip).toContainText("Week of Nov 16");
    await expect(tooltip).toContainText(`${domains[0]?.domain} 50% · 10 of 20 citations`);
    await page.keyboard.press("ArrowLeft");
    await expect(tooltip).toContainText(`${domains[0]?.domain} no data`);
    const overlap = "The domains that two runs in a row cite overlap by 67% (cited by both ÷ cited by either, mean of 12 pairs from 6 prompts).";
    await expect(page.getByText(overlap)).toBeVisible();
    // Sites are compared, counted and explained as sites.
    const asked = page.waitForRequest((request) => /\/metrics\/source-trend\?.*level=SITE/.test(request.url()));
    await page.getByRole("radio", { name: "Sites" }).check();
    await asked;
    await expect(page.getByText(overlap.replace("domains", "sites"))).toBeVisible();
    await expect(trend).toContainText(/\d sites, from the week of Nov 2 to the week of Nov 16\./);
    const definitions = page.locator("details.methodology");
    await expect(definitions).toContainText(", by site.");
    await expect(definitions).toContainText("Share: citations of the site ÷ all citations.");
  });
  await step("a type that the platform cannot store is reported", async () => {
    const { domains } = await ranking("&domainType=REVIEW");
    await page.route("**/api/v1beta/platform/domain-types", (route) =>
      route.fulfill({ status: 409, json: { code: "DOMAIN_TYPE_LIMIT_EXCEEDED", message: "An organization can assign a type to at most 1,000 domains." } }),
    );
    await visit(page, labels, `/sources?days=all&domain=${domains[0]?.domain}`);
    const type = page.getByLabel("Type for your whole organization");
    await page.getByText("Type: Reviews").click();
    await expect(type).toHaveValue("REVIEW");
    await type.selectOption({ label: "News" });
    await expect(page.getByText("at most 1,000 domains.")).toBeVisible();
    await expect(type).toHaveValue("REVIEW");
    await expect(page.getByText("Chosen by your organization.")).toBeVisible();
  }, /status of 409/);
  await step("a source that is hostile text stays text", async () => {
    await fakeTrend(page);
    const domain = "<img src=x onerror=alert(1)>\u202E.example";
    const statistic = { domain, citationCount: 3, answerCount: 2, latestCreatedAt: "2026-11-20T00:00:00.000Z" };
    await page.route(DOMAINS, (route) => route.fulfill({ json: { domains: [statistic], totalCitations: 3, totalDomains: 1 } }));
    const url = { ...statistic, url: "javascript:alert(1)", title: "=1+1" };
    await page.route("**/statistics/source-urls?*", (route) => route.fulfill({ json: { urls: [url], totalCitations: 3 } }));
    await visit(page, labels, "/sources");
    await page.getByRole("link", { name: "<img src=x onerror=alert(1)>[U+202E].example", exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name: "<img src=x onerror=alert(1)>[U+202E].example" })).toBeVisible();
    const pages = page.getByRole("region", { name: labels.citedPages });
    await expect(pages).toContainText("Unsafe address, not linked: javascript:alert(1)");
    await expect(page.locator('a[href^="javascript"]')).toHaveCount(0);
    const file = await exportCsv(page, labels);
    expect(column(file, "Page")).toEqual(["'=1+1"]);
  });
  await step("the first domain that is shown on demand has the focus", async () => {
    const statistic = { citationCount: 3, answerCount: 2, latestCreatedAt: "2026-11-20T00:00:00.000Z" };
    const domains = Array.from({ length: 22 }, (_, at) => ({ ...statistic, domain: `site-${at}.example` }));
    await page.route(DOMAINS, (route) => route.fulfill({ json: { domains, totalCitations: 66, totalDomains: 22 } }));
    await visit(page, labels, "/sources");
    const table = page.getByRole("region", { name: labels.mostCited });
    await table.getByRole("button", { name: labels.showMore(2) }).click();
    await expect(table.getByRole("rowheader")).toHaveCount(22);
    await expect(table.getByRole("rowheader").nth(20).getByRole("link")).toBeFocused();
  });
  await step("a domain that no answer cites says so, and leads to those that are cited", async () => {
    await visit(page, labels, "/sources?days=all&domain=nothing.example");
    const pages = page.getByRole("region", { name: labels.citedPages });
    await expect(pages).toContainText("No answer cites this domain");
    await expect(pages.getByRole("link", { name: labels.allSources })).toHaveAttribute("href", "/sources?days=all");
  });
});

demoTest("the sources that only competitors are mentioned with are one link away, with their answers and their file", async ({ page, labels, step }) => {
  const { id, name } = await demoOwnBrand();
  const brands = await demoBrands();
  /** What comes first in the table: a significantly lower mention rate. */
  const shortfall = ({ difference = 0, significant }: Influence) => (significant ? Math.min(difference, 0) : 0);
  /** What the table shows: the sources of no tracked brand with a gap. */
  const gapsAt = async (level: string): Promise<Influence[]> => {
    const { sources } = await platform.read<{ sources: Influence[] }>(
      `v1beta/platform/metrics/source-influence?brandID=${id}&level=${level}&order=GAP&limit=100&finished=true`,
    );
    const owned = brands.flatMap(({ websites }) => websites.map((site) => new URL(site).hostname.replace(/^www\./, "")));
    const host = (source: string) => (source.includes("://") ? new URL(source).hostname : source);
    const gaps = sources.filter(({ source, gap }) => gap > 0 && !owned.some((site) => `.${host(source)}`.endsWith(`.${site}`)));
    return gaps.sort((one, other) => shortfall(one) - shortfall(other));
  };
  const table = page.getByRole("region", { name: labels.gaps });
  await step("the domains are one choice away, and a number leads to as many answers as it says", async () => {
    const domains = await gapsAt("DOMAIN");
    expect(domains.length).toBeGreaterThan(0);
    await visit(page, labels, "/sources?days=all");
    await page.getByRole("radio", { name: labels.gaps }).check();
    await expect(page).toHaveURL("/sources?days=all&view=gaps");
    await inBothLanguages(page, labels, async (labels) => {
      await expect(page.getByRole("region", { name: labels.gaps }).getByRole("rowheader")).toHaveCount(Math.min(20, domains.length));
    });
    const file = await exportCsv(page, labels);
    expect(column(file, "Domain")).toEqual(domains.map(({ source }) => source));
    expect(column(file, "Only competitors")).toEqual(domains.map(({ gap }) => String(gap)));
    expect(column(file, "Your brand")).toEqual(domains.map(({ mentionRateCiting }) => String(mentionRateCiting.numerator)));
    expect(column(file, "Answers")).toEqual(domains.map(({ citing }) => String(citing.answers)));
    expect(column(file, "Difference").map(Boolean)).toEqual(domains.map(({ difference }) => difference !== undefined));
    expect(column(file, "Significant difference").map(Boolean)).toEqual(domains.map(({ significant }) => significant));
    expect(column(file, "Other answers")).toEqual(domains.map(({ others }) => String(others.answers)));
    expect(column(file, "Other answers that mention your brand")).toEqual(domains.map(({ mentionRateOthers }) => String(mentionRateOthers.numerator)));
    await table.getByRole("row").nth(1).getByRole("cell").nth(1).getByRole("link").click();
    await expect(page).toHaveURL(/\/sources\?days=all&domain=.*&names=/);
    const answers = page.getByRole("region", { name: labels.answers, exact: true });
    await expect(answers.getByText(labels.answersAbout(domains[0]?.gap ?? 0), { exact: true })).toBeVisible();
    await expect(page.getByText(labels.onlyRivals, { exact: true })).toBeVisible();
  });
  await step("pages have their titles, and the choice is in the address", async () => {
    const pages = await gapsAt("PAGE");
    await visit(page, labels, "/sources?days=all");
    await page.getByRole("radio", { name: labels.gaps }).check();
    await page.getByRole("radio", { name: "Pages" }).check();
    await expect(page).toHaveURL("/sources?days=all&rank=pages&view=gaps");
    await page.reload();
    await expect(table.getByRole("rowheader").first()).toContainText(pages[0]?.source ?? "");
    const file = await exportCsv(page, labels);
    expect(column(file, "Address")).toEqual(pages.map(({ source }) => source));
    expect(column(file, "Page")).toEqual(pages.map(({ title = "" }) => title));
    await expect(page.locator("details.methodology")).toContainText(/Only competitors: those that cite the source/);
    await expectFitsInBothLanguages(page, labels, "the pages where the own brand is missing");
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole("radio", { name: labels.mostCited }).check();
    await expect(page.getByRole("region", { name: labels.mostCited }).getByRole("rowheader").first()).toBeVisible();
    await expect(page).toHaveURL("/sources?days=all");
  });
  await step("a source with a significantly lower mention rate is first, and the sentences are about it and the one with the largest gap", async () => {
    const source = { citationCount: 30, others: sample(40, 5), mentionRateOthers: rate(10, 40), significant: false };
    const of = (domain: string, gap: number, named: number, all: number) =>
      ({ ...source, source: domain, gap, citing: sample(all, 5), mentionRateCiting: rate(named, all) });
    const reviews = { type: "REVIEW", origin: "ORGANIZATION" };
    const alone = { others: sample(0, 0), mentionRateOthers: rate(0, 0) };
    const sources = [
      { ...of("even.example", 15, 14, 30), difference: -0.2 },
      { ...of("review.example", 14, 2, 20), domainType: reviews, difference: -0.183, significant: true },
      { ...of("alone.example", 9, 1, 10), ...alone },
    ];
    const rival = brands.find(({ isOwn }) => !isOwn);
    const influence = { coverage: { answers: 60, counted: 60 }, rivals: [rival], sources };
    await fakeMetrics(page, { brands: [], periods: [], answers: 1, prompts: 1, values: { "source-influence": influence } });
    await visit(page, labels, "/sources?view=gaps");
    await expect(table).toContainText(`3 domains cited by answers that mention competitors (${rival?.name}) and not ${name}`);
    const cells = (domain: string) => table.getByRole("row", { name: domain }).getByRole("cell");
    const [even, review] = ["47% (14 of 30)", "10% (2 of 20)"].map(
      (rate) => `A weighted mean of the differences prompt by prompt. All prompts together: ${rate} in answers that cite it, 25% (10 of 40) in others.`,
    );
    await expect(cells("even.example")).toHaveText(["", "15 50%", "14", "30", `−20 pts ${even}`]);
    await expect(cells("review.example")).toHaveText(["Reviews", "14 70%", "2", "20", `−18 pts significant ${review}`]);
    await expect(cells("alone.example")).toHaveText(["", "9 90%", "1", "10", "–"]);
    const colored = table.getByRole("cell").locator("[data-direction]");
    await expect(colored).toHaveText(/^−18 pts/);
    await expect(colored).toHaveAttribute("data-direction", "worse");
    await expect(colored).toHaveAttribute("title", review ?? "");
    const file = await exportCsv(page, labels);
    expect(column(file, "Domain")).toEqual(["review.example", "even.example", "alone.example"]);
    expect(column(file, "Type")).toEqual(["Reviews", "", ""]);
    expect(column(file, "Only competitors (share)")).toEqual(["0.7000", "0.5000", "0.9000"]);
    expect(column(file, "Difference")).toEqual(["-0.1830", "-0.2000", ""]);
    expect(column(file, "Significant difference")).toEqual(["-0.1830", "", ""]);
    await expectTexts(page, labels, page.locator(".finding"), {
      ko: `review.example 인용 답변의 ${name} 언급률은 같은 프롬프트의 다른 답변보다 18%p 낮아요. even.example: 인용한 답변 30개 중 경쟁 브랜드만 언급 15개, ${name} 언급 14개.`,
      en: `Answers that cite review.example mention ${name} 18 points less often than others to the same prompts. even.example: of 30 answers that cite it, 15 mention only competitors and 14 mention ${name}.`,
    });
    const expectOrder = (order: string[]) => expect(table.getByRole("rowheader").getByRole("link")).toHaveText(order);
    await table.getByRole("button", { name: "Difference" }).click();
    await expect(page).toHaveURL("/sources?view=gaps&sort=difference");
    await expectOrder(["even.example", "review.example", "alone.example"]);
    await table.getByRole("button", { name: "Only competitors" }).click();
    await expect(page).toHaveURL("/sources?view=gaps&sort=-gap");
    await expectOrder(["even.example", "review.example", "alone.example"]);
    // A page with a title has its domain beside it, and a phone has the difference below it.
    const titled = { ...sources[1], source: "https://review.example/q8", title: "Tavrin Q8", domain: "review.example" };
    const values = { "source-influence": { ...influence, sources: [titled] } };
    await fakeMetrics(page, { brands: [], periods: [], answers: 1, prompts: 1, values });
    await follow(page, "/sources?rank=pages&view=gaps");
    await expect(page.locator(".finding")).toContainText("Answers that cite “Tavrin Q8” (review.example) mention");
    await page.setViewportSize({ width: 320, height: 640 });
    await expect(table.getByRole("rowheader")).toContainText("mention your brand · Difference −18 pts");
    await expect(table.getByText("−18 pts").filter({ visible: true })).toHaveCount(1);
    await page.setViewportSize({ width: 1280, height: 800 });
  });
});

demoTest("what is new and what is lost is said first, with the own brand's lost sources, and without a type", async ({ page, labels, step }) => {
  await step("the sentence is about the most cited sources of both sides and the own brand's lost one", async () => {
    const { websites } = await demoOwnBrand();
    const own = new URL(websites[0] ?? "").hostname.replace(/^www\./, "");
    const of = (source: string, citationCount: number) => ({ source, citationCount, answerCount: 3, latestCreatedAt: "2026-11-20T00:00:00.000Z" });
    const changes = {
      before: { from: "2026-11-08T15:00:00.000Z", to: "2026-11-15T15:00:00.000Z", sample: sample(40, 4) },
      after: { from: "2026-11-15T15:00:00.000Z", to: "2026-11-22T15:00:00.000Z", sample: sample(60, 5) },
      totalNew: 1,
      new: [of("new.example", 5)],
      totalLost: 120,
      lost: [of("lost.example", 7), of(own, 2)],
    };
    await fakeMetrics(page, { brands: [], periods: [], answers: 1, prompts: 1, values: { "source-changes": changes } });
    await visit(page, labels, "/sources?view=changes&from=2026-11-15T15:00:00.000Z&to=2026-11-22T15:00:00.000Z");
    await expect(page.getByText(/^Nov 16.+22: 60 answers \(5 prompts\); before, Nov 9.+15: 40 answers \(4 prompts\)$/)).toBeVisible();
    const lost = page.getByRole("region", { name: labels.lostDomains(120) });
    await expect(lost).toContainText("The 2 most cited are listed.");
    await expect(lost.getByRole("row", { name: own })).toContainText("Your brand");
    // The bars of both tables have the same scale.
    const bar = (source: string) => page.getByRole("row", { name: source }).locator(".bar");
    await expect(bar("lost.example")).toHaveAttribute("style", /: 100%/);
    await expect(bar("new.example")).toHaveAttribute("style", /: 71\.4%/);
    await expectTexts(page, labels, page.locator(".finding"), {
      ko: `새로 인용된 도메인 1개. 가장 많이 인용된 곳은 new.example(5건). 더 이상 인용되지 않는 도메인 120개. 이전에 가장 많이 인용된 곳은 lost.example(7건, 마지막 인용 2026. 11. 20.). 우리 브랜드의 ${own}도 더 이상 인용되지 않아요(마지막 인용 2026. 11. 20.).`,
      en: `1 domain newly cited, most often new.example (5 citations). 120 domains no longer cited; the most cited before was lost.example (7 citations, last on Nov 20, 2026). Your ${own} is no longer cited (last on Nov 20, 2026).`,
    });
    // A tablet has no column for the day.
    const day = lost.getByText("Last cited Nov 20, 2026").filter({ visible: true });
    await expect(day).toHaveCount(0);
    await page.setViewportSize({ width: 800, height: 800 });
    await expect(day).toHaveCount(2);
    await page.setViewportSize({ width: 1280, height: 800 });
    const file = await exportCsv(page, labels);
    expect(file.name).toMatch(/^New and lost, top 3 – Sources\b/);
    expect(column(file, "Brand")).toEqual(["", "", "Nurio"]);
  });
  await step("a type is a choice of the ranking only", async () => {
    await visit(page, labels, "/sources?type=COMMUNITY");
    const type = page.getByLabel("Type", { exact: true });
    await expect(type).toHaveValue("COMMUNITY");
    for (const [view, name] of [[labels.gaps, "gaps"], [labels.changes, "changes"]] as const) {
      await page.getByRole("radio", { name: view }).check();
      await expect(page).toHaveURL(`/sources?view=${name}`);
      await expect(type).toHaveCount(0);
    }
    await page.getByRole("radio", { name: "Pages" }).check();
    await page.getByRole("radio", { name: labels.gaps }).check();
    await expect(page).toHaveURL("/sources?rank=pages&view=gaps");
    await page.getByRole("radio", { name: labels.mostCited }).check();
    await expect(page).toHaveURL("/sources");
    await expect(type).toHaveValue("");
  });
});

organizationTest("new and lost sources are those of one period or run only, and lead to exactly its answers", async ({ page, labels, platform, step }) => {
  const earbuds = await platform.createSet("Earbuds", ["Best noise cancelling earbuds for commuting?", "Best wireless earbuds under 100,000 won"]);
  const shoes = await platform.createSet("Shoes", ["Which running shoes are light?"]);
  const run = async (promptSetID: string) => (await submitAndFinish(platform, [{ promptSetID, models: ["CHATGPT"] }]))[0] ?? "";
  const first = await run(earbuds);
  const from = new Date().toISOString();
  const second = await run(shoes);
  const [before = "", until = ""] = [-1, 1].map((hours) => new Date(Date.parse(from) + hours * 3_600_000).toISOString());
  const between = (from: string, to: string) => `from=${encodeURIComponent(from)}&to=${encodeURIComponent(to)}`;
  const period = between(from, until);
  const read = (scope: string) => platform.read<Changes>(`v1beta/platform/metrics/source-changes?limit=100&finished=true&${scope}`);
  const changes = await read(period);
  const [added, lost] = [changes.new[0]?.source ?? "", changes.lost[0]?.source ?? ""];
  expect([added, lost]).not.toContain("");
  const answers = page.getByRole("region", { name: labels.answers, exact: true });
  const newOnes = page.getByRole("region", { name: labels.newDomains(changes.totalNew) });
  const lostOnes = page.getByRole("region", { name: labels.lostDomains(changes.totalLost) });
  await step("a period is compared with the one before, on the page and in the file", async () => {
    await platform.write("v1beta/platform/domain-types", { domain: added, type: "REVIEW" });
    await visit(page, labels, `/sources?${period}`);
    await page.getByRole("radio", { name: labels.changes }).check();
    await expect(page).toHaveURL(`/sources?${period}&view=changes`);
    await expect(page.getByText(/^.+: 1 answer \(1 prompt\); before, .+: 2 answers \(2 prompts\)$/)).toBeVisible();
    await expect(newOnes.getByRole("rowheader").getByRole("link")).toHaveText(changes.new.slice(0, 20).map(({ source }) => source));
    await expect(lostOnes.getByRole("rowheader").getByRole("link")).toHaveText(changes.lost.slice(0, 20).map(({ source }) => source));
    const file = await exportCsv(page, labels);
    const all = [...changes.new, ...changes.lost];
    expect(column(file, "Change")).toEqual([...changes.new.map(() => "New"), ...changes.lost.map(() => "Lost")]);
    expect(column(file, "Domain")).toEqual(all.map(({ source }) => source));
    expect(column(file, "Type")[0]).toBe("Reviews");
    expect(column(file, "Citations")).toEqual(all.map(({ citationCount }) => String(citationCount)));
    expect(column(file, "Answers")).toEqual(all.map(({ answerCount }) => String(answerCount)));
    expect(new Set(column(file, "From (Asia/Seoul)")).size).toBe(2);
  });
  await step("a new source leads to the answers of the period, and a lost one to those of the period before", async () => {
    await visit(page, labels, `/sources?${period}&view=changes`);
    await newOnes.getByRole("row").nth(1).getByRole("link").last().click();
    await expect(page).toHaveURL(`/sources?${period}&domain=${added}&view=changes`);
    await expect(answers.getByText(labels.answersAbout(changes.new[0]?.answerCount ?? 0), { exact: true })).toBeVisible();
    await page.getByRole("link", { name: labels.sourcesPage, exact: true }).last().click();
    await lostOnes.getByRole("row").nth(1).getByRole("link").last().click();
    await expect(page).toHaveURL(`/sources?${between(before, from)}&domain=${lost}`);
    await expect(answers.getByText(labels.answersAbout(changes.lost[0]?.answerCount ?? 0), { exact: true })).toBeVisible();
  });
  await step("pages have their titles, those of the own brand are marked, and a number leads to the answers that cite the page", async () => {
    const brand = { name: "Vonquist", synonyms: [], websites: [`https://${lost}`] };
    const { id } = await platform.write<{ id: string }>("v1/platform/brands", brand);
    await platform.change(`v1/platform/brands/${id}`, { isOwn: true });
    const pages = await read(`${period}&level=PAGE`);
    await visit(page, labels, `/sources?${period}&view=changes`);
    await expect(lostOnes.getByRole("row", { name: lost })).toContainText("Your brand");
    await page.getByRole("radio", { name: "Pages" }).check();
    await expect(page).toHaveURL(`/sources?${period}&rank=pages&view=changes`);
    const newPages = page.getByRole("region", { name: "newly cited" });
    await expect(newPages.getByRole("rowheader").first()).toContainText(pages.new[0]?.title ?? "");
    await expect(newPages.getByRole("rowheader").first()).toContainText(pages.new[0]?.source ?? "");
    await expect(page.locator(".finding")).toContainText(/ Your “.+” is no longer cited \(last on .+\)\. *$/);
    const file = await exportCsv(page, labels);
    expect(column(file, "Address")).toEqual([...pages.new, ...pages.lost].map(({ source }) => source));
    expect(column(file, "Brand")).toContain("Vonquist");
    await expect(page.locator("details.methodology")).toContainText(/Newly cited: sources that only answers of the period cite/);
    await expectFitsInBothLanguages(page, labels, "new and lost pages");
    await page.setViewportSize({ width: 1280, height: 800 });
    await newPages.getByRole("row").nth(1).getByRole("link").last().click();
    await expect(page).toHaveURL(/&page=.+&rank=pages&view=changes$/);
    await expect(answers.getByText(labels.answersAbout(pages.new[0]?.answerCount ?? 0), { exact: true })).toBeVisible({ timeout: 40_000 });
  });
  await step("without answers before, another period is offered", async () => {
    await visit(page, labels, "/sources?view=changes");
    await expect(page.getByRole("heading", { name: "Nothing to compare" })).toBeVisible();
    await expect(page.getByRole("main").getByRole("link", { name: "Last 90 days" })).toHaveAttribute("href", "/sources?days=90&view=changes");
  });
  await step("a longer period of a domain without pages keeps the view that it was opened from", async () => {
    await visit(page, labels, "/sources?domain=nothing.example&view=changes");
    const longer = page.getByRole("region", { name: labels.citedPages }).getByRole("link", { name: "Show the last 90 days" });
    await expect(longer).toHaveAttribute("href", "/sources?days=90&domain=nothing.example&view=changes");
  });
  await step("a run is compared with the run before that asked the same", async () => {
    const third = await run(earbuds);
    const { totalNew, totalLost, before } = await read(`runID=${third}`);
    expect(before?.runID).toBe(first);
    await visit(page, labels, `/sources?run=${third}&view=changes`);
    await expect(page.getByRole("region", { name: labels.newDomains(totalNew) })).toBeVisible();
    await expect(page.getByRole("region", { name: labels.lostDomains(totalLost) })).toBeVisible();
    await expect(page.getByText("This run: 2 answers; the run before: 2 answers")).toBeVisible();
    await expect(page.getByRole("link", { name: "See the run before" })).toHaveAttribute("href", `/runs/${first}`);
    await follow(page, `/sources?run=${second}&view=changes`);
    await expect(page.getByText("No earlier run asked the same prompts of the same models.")).toBeVisible();
    await expect(page.getByRole("main").getByRole("link", { name: "New schedule" })).toHaveAttribute("href", "/schedules/new");
  });
});

organizationTest("the type of a domain is chosen for everybody, and filters the ranking and its file", async ({ page, labels, platform }) => {
  const promptSetID = await platform.createSet("Commuters", ["Best noise cancelling earbuds for commuting?", "Best wireless earbuds under 100,000 won"]);
  await submitAndFinish(platform, [{ promptSetID, models: ["CHATGPT"] }]);
  const { domains } = await platform.read<Domains>("v1/platform/statistics/source-domains?limit=100");
  const [first = { domain: "" }] = domains;
  expect(domains.length).toBeGreaterThan(1);
  await visit(page, labels, `/sources?domain=${first.domain}`);
  const type = page.getByLabel("Type", { exact: true });
  const typeOfAll = page.getByLabel("Type for your whole organization");
  await expect(page.getByText("Not on the list of well-known domains.")).toBeVisible();
  // The control that changes it for everybody is not the filter of the ranking.
  await expect(type).toHaveCount(0);
  await expect(typeOfAll).toBeHidden();
  await page.getByText("Type: none").click();
  await typeOfAll.selectOption({ label: "Reviews" });
  await expect(page.getByText("Chosen by your organization.")).toBeVisible();
  await expect(page.getByText("Type: Reviews")).toBeVisible();
  await page.getByRole("link", { name: labels.sourcesPage, exact: true }).last().click();
  const table = page.getByRole("region", { name: labels.mostCited });
  await expect(table.getByRole("row").filter({ has: page.getByRole("rowheader", { name: first.domain }) })).toContainText("Reviews");
  await type.selectOption({ label: "Reviews" });
  await expect(page).toHaveURL("/sources?type=REVIEW");
  await expect(table.getByRole("rowheader")).toHaveText([new RegExp(first.domain)]);
  // It is the only one of its type.
  await expect(table.getByRole("columnheader", { name: "Share of type" })).toBeVisible();
  await expect(table.getByRole("row").nth(1)).toContainText("100%");
  await expect(page.locator("details.methodology")).toContainText("all citations of this type");
  const file = await exportCsv(page, labels);
  expect([column(file, "Domain"), column(file, "Type"), column(file, "Share of type")]).toEqual([[first.domain], ["Reviews"], ["1.0000"]]);
  await type.selectOption({ label: "News" });
  await expect(page.getByText("No sources match these filters")).toBeVisible();
  await expect(table.getByRole("link", { name: "Clear all" })).toHaveAttribute("href", "/sources?days=all");
  await page.goBack();
  await table.getByRole("link", { name: first.domain, exact: true }).click();
  await page.getByText("Type: Reviews").click();
  await typeOfAll.selectOption({ label: "Default type" });
  await expect(page.getByText("Not on the list of well-known domains.")).toBeVisible();
  expect(await platform.read("v1beta/platform/domain-types")).toEqual({ domains: [] });
});
