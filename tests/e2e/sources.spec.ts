import type { Page } from "@playwright/test";
import { column, exportCsv } from "../csv";
import { demoTest, expect, test } from "../fixtures";
import { holdRequests } from "../held-requests";
import { expectFitsInBothLanguages, inBothLanguages } from "../language";
import { fakeMetrics, rate, sample } from "../metrics";
import { changeOrganization, demo, demoBrands, demoOwnBrand } from "../platform";
import { submitAndFinish } from "../runs";
import { signInWithKey, visit } from "../sign-in";

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

test.describe(() => {
  test.use({ language: "ko" });

  demoTest("the ranking leads from a domain to its pages and answers, and is accessible and fits a phone", async ({ page, labels, step }) => {
    await step("a ranking leads from a domain to its pages, and from a page to an answer that cites it", async () => {
      const [first] = (await ranking()).domains;
      const domain = first?.domain ?? "";
      const path = `v1/platform/statistics/source-urls?limit=100&domain=${encodeURIComponent(domain)}`;
      const { urls } = await platform.read<Urls>(path);
      await visit(page, labels, "/sources");
      await page.getByRole("region", { name: labels.mostCited }).getByRole("link", { name: domain, exact: true }).click();
      await expect(page.getByRole("heading", { level: 1, name: domain })).toBeVisible();
      await expect(page).toHaveURL(/\/sources\?domain=/);
      const [citations, naming] = [first?.citationCount, first?.answerCount].map((count) => count?.toLocaleString("en"));
      await inBothLanguages(page, labels, ({ tag }) =>
        expect(page.locator(".finding")).toHaveText(
          tag === "ko"
            ? new RegExp(`^${domain}: 답변 [\\d,]+개 중 ${naming}개\\([\\d.]+%\\)에서 ${citations}번 인용됐어요\\.$`)
            : new RegExp(`^${domain} is cited ${citations} times, in ${naming} of [\\d,]+ answers \\([\\d.]+%\\)\\.$`),
        ),
      );
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
    await step("the ranking, its chart and a domain are accessible and fit a phone", async () => {
      await fakeTrend(page);
      await visit(page, labels, "/sources");
      await inBothLanguages(page, labels, async (labels) => {
        await expect(page.getByRole("application", { name: labels.citationTrend })).toBeVisible();
        await expect(page.getByText(labels.stability).first()).toBeVisible();
      });
      await expectFitsInBothLanguages(page, labels, "the ranking of sources");
      await page.setViewportSize({ width: 1280, height: 800 });
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
});

demoTest("sources are the platform's, with their brands and types, and what is hostile in them stays text", async ({ page, labels, step }) => {
  await step("the ranking is the platform's, in the scope of the address, and so is its file", async () => {
    const { domains, totalCitations } = await ranking("&model=CHATGPT");
    await fakeTrend(page);
    await visit(page, labels, "/sources?model=CHATGPT");
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
    await visit(page, labels, "/sources");
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
    await visit(page, labels, "/sources");
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

    const chart = page.getByRole("application", { name: labels.citationTrend });
    const tooltip = chart.locator("[aria-live]");
    await chart.focus();
    await page.keyboard.press("End");
    await expect(tooltip).toContainText("Week of Nov 16");
    await expect(tooltip).toContainText(`${domains[0]?.domain} 50% · 10 of 20 citations`);
    await page.keyboard.press("ArrowLeft");
    await expect(tooltip).toContainText(`${domains[0]?.domain} no data`);
    await expect(page.getByText("67% of cited domains stay from run to run.")).toBeVisible();
  });
  await step("a type that the platform cannot store is reported", async () => {
    const { domains } = await ranking("&domainType=REVIEW");
    await page.route("**/api/v1beta/platform/domain-types", (route) =>
      route.fulfill({ status: 409, json: { code: "DOMAIN_TYPE_LIMIT_EXCEEDED", message: "An organization can assign a type to at most 1,000 domains." } }),
    );
    await visit(page, labels, `/sources?domain=${domains[0]?.domain}`);
    const type = page.getByLabel("Type", { exact: true });
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
    await visit(page, labels, "/sources?domain=nothing.example");
    const pages = page.getByRole("region", { name: labels.citedPages });
    await expect(pages).toContainText("No answer cites this domain");
    await expect(pages.getByRole("link", { name: labels.allSources })).toHaveAttribute("href", "/sources");
  });
});

demoTest("the sources that only competitors are mentioned with are one link away, with their answers and their file", async ({ page, labels, step }) => {
  const { id, name } = await demoOwnBrand();
  const brands = await demoBrands();
  /** What the table shows: the sources of no tracked brand with a gap. */
  const missed = async (level: string): Promise<Influence[]> => {
    const { sources } = await platform.read<{ sources: Influence[] }>(
      `v1beta/platform/metrics/source-influence?brandID=${id}&level=${level}&order=GAP&limit=100&finished=true`,
    );
    const owned = brands.flatMap(({ websites }) => websites.map((site) => new URL(site).hostname.replace(/^www\./, "")));
    const host = (source: string) => (source.includes("://") ? new URL(source).hostname : source);
    return sources.filter(({ source, gap }) => gap > 0 && !owned.some((site) => `.${host(source)}`.endsWith(`.${site}`)));
  };
  const table = page.getByRole("region", { name: labels.missed });
  await step("the domains are one choice away, and a number leads to as many answers as it says", async () => {
    const domains = await missed("DOMAIN");
    expect(domains.length).toBeGreaterThan(0);
    await visit(page, labels, "/sources");
    await page.getByRole("radio", { name: labels.missed }).check();
    await expect(page).toHaveURL("/sources?view=missed");
    await inBothLanguages(page, labels, async (labels) => {
      await expect(page.getByRole("region", { name: labels.missed }).getByRole("rowheader")).toHaveCount(Math.min(20, domains.length));
    });
    const file = await exportCsv(page, labels, table);
    expect(column(file, "Domain")).toEqual(domains.map(({ source }) => source));
    expect(column(file, "Only competitors")).toEqual(domains.map(({ gap }) => String(gap)));
    expect(column(file, "Your brand")).toEqual(domains.map(({ mentionRateCiting }) => String(mentionRateCiting.numerator)));
    expect(column(file, "Answers")).toEqual(domains.map(({ citing }) => String(citing.answers)));
    await table.getByRole("row").nth(1).getByRole("cell").first().getByRole("link").click();
    await expect(page).toHaveURL(/\/sources\?domain=.*&names=/);
    const answers = page.getByRole("region", { name: labels.answers, exact: true });
    await expect(answers.getByText(labels.answersAbout(domains[0]?.gap ?? 0), { exact: true })).toBeVisible();
    await expect(page.getByText(labels.onlyRivals, { exact: true })).toBeVisible();
  });
  await step("pages have their titles, and the choice is in the address", async () => {
    const pages = await missed("PAGE");
    await visit(page, labels, "/sources");
    await page.getByRole("radio", { name: labels.missed }).check();
    await page.getByRole("radio", { name: "Pages" }).check();
    await expect(page).toHaveURL("/sources?rank=pages&view=missed");
    await page.reload();
    await expect(table.getByRole("rowheader").first()).toContainText(pages[0]?.source ?? "");
    const file = await exportCsv(page, labels, table);
    expect(column(file, "Address")).toEqual(pages.map(({ source }) => source));
    expect(column(file, "Page")).toEqual(pages.map(({ title = "" }) => title));
    await expect(page.locator("details.methodology")).toContainText(/Only competitors: those that cite the source/);
    await expectFitsInBothLanguages(page, labels, "the pages where the own brand is missing");
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole("radio", { name: labels.mostCited }).check();
    await expect(page.getByRole("region", { name: labels.mostCited }).getByRole("rowheader").first()).toBeVisible();
    await expect(page).toHaveURL("/sources");
  });
  await step("a source without a significant difference is in no sentence, and one with it says its answers", async () => {
    const source = { citationCount: 30, others: sample(0, 0), mentionRateOthers: rate(0, 0), significant: false };
    const of = (domain: string, gap: number, named: number, all: number) =>
      ({ ...source, source: domain, gap, citing: sample(all, 5), mentionRateCiting: rate(named, all) });
    const sources = [of("even.example", 15, 14, 30), of("review.example", 14, 2, 20)];
    const rival = brands.find(({ isOwn }) => !isOwn);
    const influence = { coverage: { answers: 60, counted: 60 }, rivals: [rival], sources };
    await fakeMetrics(page, { brands: [], periods: [], answers: 1, prompts: 1, values: { "source-influence": influence } });
    await visit(page, labels, "/sources?view=missed");
    await expect(table).toContainText(`2 domains cited by answers that mention competitors (${rival?.name}) and not ${name}`);
    await inBothLanguages(page, labels, ({ tag }) =>
      expect(page.locator(".finding")).toHaveText(
        tag === "ko"
          ? `review.example: 인용한 답변 20개 중 경쟁 브랜드만 언급 14개, ${name} 언급 2개.`
          : `review.example: of 20 answers that cite it, 14 mention only competitors and 2 mention ${name}.`,
      ),
    );
  });
});

test("the type of a domain is chosen for everybody, and filters the ranking and its file", async ({ page, labels, organization, platform }) => {
  const promptSetID = await platform.createSet("Commuters", ["Best noise cancelling earbuds for commuting?", "Best wireless earbuds under 100,000 won"]);
  await submitAndFinish(platform, [{ promptSetID, models: ["CHATGPT"] }]);
  const { domains } = await platform.read<Domains>("v1/platform/statistics/source-domains?limit=100");
  const [first = { domain: "" }] = domains;
  expect(domains.length).toBeGreaterThan(1);
  await signInWithKey(page, labels, organization.key, `/sources?domain=${first.domain}`);
  const type = page.getByLabel("Type", { exact: true });
  await expect(page.getByText("Not on the list of well-known domains.")).toBeVisible();
  await type.selectOption({ label: "Reviews" });
  await expect(page.getByText("Chosen by your organization.")).toBeVisible();
  await page.getByRole("link", { name: labels.sourcesPage, exact: true }).last().click();
  const table = page.getByRole("region", { name: labels.mostCited });
  await expect(table.getByRole("row").filter({ has: page.getByRole("rowheader", { name: first.domain }) })).toContainText("Reviews");
  await type.selectOption({ label: "Reviews" });
  await expect(page).toHaveURL("/sources?type=REVIEW");
  await expect(table.getByRole("rowheader")).toHaveText([new RegExp(first.domain)]);
  const file = await exportCsv(page, labels);
  expect([column(file, "Domain"), column(file, "Type")]).toEqual([[first.domain], ["Reviews"]]);
  await type.selectOption({ label: "News" });
  await expect(page.getByText("No sources match these filters")).toBeVisible();
  await expect(table.getByRole("link", { name: "Clear all" })).toHaveAttribute("href", "/sources");
  await page.goBack();
  await table.getByRole("link", { name: first.domain, exact: true }).click();
  await type.selectOption({ label: "Default type" });
  await expect(page.getByText("Not on the list of well-known domains.")).toBeVisible();
  expect(await platform.read("v1beta/platform/domain-types")).toEqual({ domains: [] });
});
