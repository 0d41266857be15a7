import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { focusChart, saveChart } from "../charts";
import { passTimeUntil } from "../clock";
import { demoTest, expect, FAILURE, organizationTest } from "../fixtures";
import { expectTexts, inBothLanguages } from "../language";
import { fakeMetrics, rate, sample } from "../metrics";
import { changeResponses, demoBrands } from "../platform";
import { submitAndFinish } from "../runs";
import { follow, goTo, visit } from "../sign-in";

const PERIODS = ["2026-10-26", "2026-11-02", "2026-11-09", "2026-11-16"];

/** Replaces the metrics by those of the brands of the demo: the newest is named most often. */
async function fakeDemoMetrics(page: Page, counted?: number): Promise<string[]> {
  const brands = await demoBrands();
  const named = brands.map(({ id, name }, at) => ({ id, name, named: [40 - at * 6, null, 44 - at * 7, 50 - at * 8] }));
  await fakeMetrics(page, { brands: named, periods: PERIODS, answers: 60, prompts: 55, counted });
  return brands.map(({ name }) => name);
}

demoTest("a chart is one Tab stop whose values the arrow keys read, gaps included, a table with a caption, and a file as SVG and PNG", async ({
  page,
  labels,
}) => {
  const names = await fakeDemoMetrics(page);
  const [first = ""] = names;
  await visit(page, labels, "/overview");
  await inBothLanguages(page, labels, ({ finding }) =>
    expect(page.getByRole("link", { name: finding(first, "74%", 134, 180) })).toBeVisible(),
  );
  const chart = page.getByRole("application", { name: labels.mentionTrend });
  const tooltip = chart.locator("[aria-live]");
  await focusChart(chart);
  await page.keyboard.press("End");
  await expect(tooltip).toHaveAttribute("aria-live", "polite");
  await expect(tooltip).toContainText("Week of Nov 16");
  await expect(tooltip).toContainText(`${first} 83% · 50 of 60 answers`);
  await expect(tooltip).not.toContainText("95% interval");
  await page.keyboard.press("Home");
  await expect(tooltip).toContainText("Week of Oct 26");
  await page.keyboard.press("ArrowRight");
  await expect(tooltip).toContainText(`${first} no data`);
  await page.keyboard.press("Escape");
  await expect(tooltip).toBeEmpty();
  await page.keyboard.press("Tab");
  await expect(chart.locator(":focus")).toHaveCount(0);

  const figure = page.getByRole("figure", { name: labels.mentionTrend });
  await figure.getByRole("button", { name: labels.asTable }).click();
  const table = figure.getByRole("table", { name: labels.mentionTrend });
  await expect(table.getByRole("columnheader")).toHaveCount(1 + names.length);
  await expect(table.getByRole("row")).toHaveCount(1 + PERIODS.length);
  await expect(table.getByRole("row", { name: "Week of Nov 2" }).getByRole("cell")).toHaveText(names.map(() => "no data"));
  await figure.getByRole("button", { name: labels.asChart }).click();
  await expect(figure.getByRole("application")).toBeVisible();

  await expect(figure.locator("path").first()).toBeVisible();
  const save = async (name: "SVG" | "PNG"): Promise<{ name: string; bytes: Buffer }> => {
    const download = await saveChart(figure, labels, name);
    return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
  };
  const svg = await save("SVG");
  expect(svg.name).toMatch(new RegExp(`^${labels.mentionTrend} – ${labels.overview} \\(Last 30 days\\)-\\d{4}-\\d{2}-\\d{2}\\.svg$`));
  const text = svg.bytes.toString();
  expect(text).toContain(`<title>${labels.mentionTrend}</title>`);
  for (const line of [labels.mentionTrend, "Overview · Answerdeck · "]) expect(text).toMatch(new RegExp(`<text[^>]*>${line}`));
  expect(text).toMatch(/<path[^>]+stroke="(?!none)[^"]+"/);
  expect(text).not.toContain("var(");
  const png = await save("PNG");
  expect(png.name).toBe(svg.name.replace(/svg$/, "png"));
  expect(png.bytes.subarray(1, 4).toString()).toBe("PNG");
});

demoTest("the charts of the overview have their places and scales, and lead to answers", async ({ page, labels, step }) => {
  await step("a line of a chart leads to the answers that name its brand in the period", async () => {
    const [first = "", second = ""] = await fakeDemoMetrics(page);
    await visit(page, labels, "/overview");
    const chart = page.getByRole("application", { name: labels.mentionTrend });
    const tooltip = chart.locator("[aria-live]");
    await expect(chart).toHaveAccessibleDescription(/up and down a series/);
    await focusChart(chart);
    await page.keyboard.press("End");
    await page.keyboard.press("ArrowDown");
    await expect(tooltip).toContainText(`Week of Nov 16 · ${first}`);
    // Only the selected one has its interval.
    await expect(tooltip).toContainText(`${first} 83% · 50 of 60 answers · 95% interval 72% to 91% · Small sample`);
    await expect(tooltip).not.toContainText(`${second} 70% · 42 of 60 answers · 95%`);
    await page.keyboard.press("ArrowDown");
    await expect(tooltip).toContainText(`Week of Nov 16 · ${second}`);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1 })).toContainText(second);
    await expect(page).toHaveURL(/answers=named/);
    await expect(page).toHaveURL(/from=2026-11-1[56]T/);
    await page.goBack();
    // The pointer takes the line that it is over; away from all lines, it takes all answers of the period.
    const dot = chart.locator("circle.chart-dot").last();
    await dot.scrollIntoViewIfNeeded();
    await dot.hover({ force: true });
    await expect(tooltip).toContainText("Week of Nov 16 · ");
    await dot.click({ force: true });
    await expect(page).toHaveURL(/answers=named/);
  });
  await step("the values of a chart on a phone are above the navigation", async () => {
    await page.setViewportSize({ width: 390, height: 800 });
    await fakeDemoMetrics(page);
    await visit(page, labels, "/overview");
    const chart = page.getByRole("application", { name: labels.mentionTrend });
    await expect(chart.locator("circle.chart-dot").first()).toBeVisible();
    // The controls above it are in two rows with the same edges.
    const controls = page.locator(".scope-bar > :is(select, .segmented, .button)");
    const edges = (side: "left" | "right" | "top") =>
      controls.evaluateAll((all, side) => all.map((control) => Math.round(control.getBoundingClientRect()[side])), side);
    const [lefts, rights, tops] = [await edges("left"), await edges("right"), await edges("top")];
    expect(lefts).toHaveLength(5);
    expect(new Set(tops.slice(0, 3)).size).toBe(1);
    expect([lefts[3], rights[4]]).toEqual([lefts[0], rights[2]]);
    expect(Math.abs((lefts[4] ?? 0) - (lefts[2] ?? 0))).toBeLessThanOrEqual(1);
    // The chart ends where the navigation begins: below it, there is no room.
    await chart.evaluate((plot) => window.scrollBy(0, plot.getBoundingClientRect().bottom - window.innerHeight + 70));
    await focusChart(chart);
    await page.keyboard.press("End");
    const values = await chart.locator("[aria-live] > div").boundingBox();
    const navigation = await page.locator(".nav").boundingBox();
    expect(values?.height).toBeGreaterThan(0);
    expect((values?.y ?? 0) + (values?.height ?? 0)).toBeLessThanOrEqual(navigation?.y ?? 0);
  });
  await step("the charts of the overview begin near the top of a desktop", async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await fakeDemoMetrics(page);
    await visit(page, labels, "/overview");
    const charts = [labels.mentionTrend, labels.shareTrend].map((name) => page.getByRole("application", { name }));
    for (const chart of charts) {
      await expect(chart).toBeVisible();
      expect((await chart.boundingBox())?.y).toBeLessThan(320);
    }
    const bar = page.locator(".scope-bar");
    expect((await bar.boundingBox())?.height).toBe(40);
    await page.mouse.wheel(0, 600);
    await expect.poll(async () => (await bar.boundingBox())?.y).toBe(0);
    // The name of a model is not cut where there is room for it.
    const models = bar.getByLabel(labels.model, { exact: true });
    await models.selectOption("GOOGLE_OVERVIEW");
    await expect.poll(async () => (await models.boundingBox())?.width).toBeGreaterThan(130);
    expect((await bar.boundingBox())?.height).toBe(40);
    await models.selectOption("");
    for (const width of [1024, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      const newRun = bar.getByRole("link", { name: labels.newRun, exact: true });
      await expect(newRun).toBeInViewport({ ratio: 1 });
      // What the Tab key reaches first comes first.
      const [action, filter] = [await newRun.boundingBox(), await bar.getByRole("combobox").first().boundingBox()];
      expect(action?.x).toBeLessThan(filter?.x ?? 0);
    }
    // The number of answers is on one line.
    const total = bar.locator(".scope-total");
    await expect(total).toContainText("55");
    expect((await total.boundingBox())?.height).toBeLessThan(20);
    // On a tablet, the bar has two lines.
    await page.setViewportSize({ width: 768, height: 1024 });
    expect((await bar.boundingBox())?.height).toBeLessThan(80);
  });
  await step("the mention rates have a scale of their own, and the shares that of the whole", async () => {
    const brands = await demoBrands();
    const counted = brands.map(({ id, name }) => ({ id, name, named: [18, 19, 20] }));
    await fakeMetrics(page, { brands: counted, periods: PERIODS.slice(1), answers: 60, prompts: 55 });
    await visit(page, labels, "/overview");
    const ticks = (name: string) => page.getByRole("application", { name }).locator(".chart-tick[text-anchor=end]");
    await expect(ticks(labels.mentionTrend)).toHaveText(["0%", "10%", "20%", "30%", "40%"]);
    await expect(ticks(labels.shareTrend)).toHaveText(["0%", "50%", "100%"]);
  });
  await step("the description of a trend names the value that is clearly outside of both ends", async () => {
    const counted = (await demoBrands()).map(({ id, name }) => ({ id, name, named: [18, 30, 18] }));
    await fakeMetrics(page, { brands: counted, periods: PERIODS.slice(1), answers: 60, prompts: 55 });
    await visit(page, labels, "/overview");
    await inBothLanguages(page, labels, ({ tag, mentionTrend }) =>
      expect(page.getByRole("figure", { name: mentionTrend })).toContainText(
        tag === "ko"
          ? ": 처음과 끝 모두 30%, 그 사이 50%(11월 9일~15일 주)."
          : ": 30%, as at the start; 50% in between (the week of Nov 9).",
      ),
    );
  });
});

organizationTest("the overview says what its numbers say, with links to the evidence", async ({ page, labels, platform }) => {
  const create = async (name: string, isOwn = false) =>
    (await platform.write<{ id: string }>("v1/platform/brands", { name, synonyms: [], websites: isOwn ? ["https://nurio.example"] : [], isOwn })).id;
  const [nurio, bruvane, pelmora] = [await create("Nurio", true), await create("Bruvane"), await create("Pelmora")];
  await submitAndFinish(platform, [{ promptSetID: await platform.createSet("Commuters", ["For the bus?"]), models: ["CHATGPT"] }]);
  const brands = [
    { id: bruvane, name: "Bruvane", named: [16, 40, 40] },
    { id: nurio, name: "Nurio", named: [18, 18, 18] },
    { id: pelmora, name: "Pelmora", named: [5, 17, 17] },
  ];
  const metrics = { brands, periods: PERIODS.slice(1), answers: 60, prompts: 37 };
  await fakeMetrics(page, { ...metrics, before: [90, 90, 15] });
  await visit(page, labels, "/overview");
  const finding = page.locator(".finding");
  await expect(finding.getByRole("link")).toHaveText([
    "In the last 30 days, 30% of answers mention Nurio (54 of 180), second of 3 brands. −20 points vs. the 30 days before.",
    "Pelmora rose 13 points, to 22% (39 of 180).",
    // Its rise from 90 of 180 answers is not significant.
    "Bruvane has been ahead of Nurio since the week of Nov 9.",
    "More reliable with 50 prompts that have answers (now 37).",
  ]);
  // The answers are not those of the real services.
  await expect(page.locator(".scope-total")).toHaveText("180 answers to 37 prompts Local");
  await expect(finding.getByRole("link").first()).toHaveAttribute("href", `/brands/${nurio}?answers=named`);
  await expect(finding.getByRole("link").nth(1)).toHaveAttribute("href", `/brands/${pelmora}`);
  await expect(finding.getByRole("link").nth(2)).toHaveAttribute("href", `/brands/${bruvane}`);
  const numbers = page.locator(".brand-stats").getByRole("link");
  const moved = page.locator(".brand-stats .stat-change").first();
  await expect(moved).toHaveAttribute("data-direction", "worse");
  // A significant change has a sign, not only a color.
  await expectTexts(page, labels, moved, { ko: "−20%p 유의함", en: "−20 pts significant" });
  expect(await moved.evaluate((change) => getComputedStyle(change, "::before").content)).toContain("▼");
  await inBothLanguages(page, labels, ({ changesSince }) => expect(page.getByText(changesSince, { exact: true })).toBeVisible());
  await expect(numbers).toHaveCount(4);
  for (const number of await numbers.all()) await expect(number).toHaveAttribute("href", `/brands/${nurio}`);
  // A short finding names the most cited source, and every one a source with a significant influence.
  await follow(page, "/overview?days=all");
  await expect(finding.getByRole("link").nth(2)).toHaveText(/^Most cited: \S+ \([\d,]+ of [\d,]+ citations\)\.$/);
  const influence = {
    source: "gwitgil.example", citationCount: 70, significant: true, difference: 0.37, gap: 0,
    citing: sample(36, 12), mentionRateCiting: rate(22, 36), others: sample(50, 12), mentionRateOthers: rate(12, 50),
  };
  await changeResponses(page, "**/metrics/highlights?*", (highlights) => ({ ...highlights, sourceInfluence: influence }));
  await follow(page, "/overview");
  const source = finding.getByRole("link").nth(3);
  await expect(source).toHaveText("Answers that cite gwitgil.example mention Nurio in 61% (22 of 36), others of the same models and prompts in 24% (12 of 50).");
  await expect(source).toHaveAttribute("href", /^\/sources\?.*domain=gwitgil\.example/);
  // A new page that many answers cite is named in its place, with its day, which the chart has, too.
  const newPage = { source: "https://tavrin.example/q8", title: "Tavrin Q8", domain: "tavrin.example", citationCount: 45, answerCount: 45, firstCreatedAt: "2026-11-03T02:00:00.000Z" };
  const sourceChanges = { before: { sample: sample(180, 37) }, after: { sample: sample(180, 37) }, totalNew: 1, new: [newPage], totalLost: 0, lost: [] };
  await changeResponses(page, "**/metrics/highlights?*", (highlights) => ({ ...highlights, sourceInfluence: influence, sourceChanges }));
  await visit(page, labels, "/overview");
  await expect(source).toHaveText("New since Nov 3: “Tavrin Q8” (tavrin.example), cited in 45 of 180 answers.");
  await expect(source).toHaveAttribute("href", "/sources?rank=pages&view=changes");
  const trend = page.getByRole("figure", { name: labels.mentionTrend });
  // Labels that would touch are in two rows.
  await expect(trend.locator(".chart-annotation-label")).toHaveText(["Bruvane ahead", "New on tavrin.example"]);
  await expect(trend.locator(".chart-annotation")).toHaveCount(2);
  await page.setViewportSize({ width: 1440, height: 900 });
  await trend.getByRole("button", { name: labels.asTable }).click();
  // The table has room for all of its columns, and a sentence does not make its row high.
  const table = trend.locator(".chart-table");
  expect(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  const heights = await table.getByRole("row").evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
  expect(Math.max(...heights)).toBeLessThan(70);
  await page.setViewportSize({ width: 1280, height: 800 });
  const eventOf = (week: string) => trend.getByRole("row", { name: week }).getByRole("cell").last();
  await expect(eventOf("Week of Nov 2")).toHaveText("“Tavrin Q8” (tavrin.example) is newly cited");
  await expect(eventOf("Week of Nov 9")).toHaveText("Bruvane is ahead of Nurio from here on");
  await expect(eventOf("Week of Nov 16")).toHaveText("");
  // As many as may be chance are no finding.
  const fewer = { ...sourceChanges, new: [{ ...newPage, answerCount: 3 }] };
  await changeResponses(page, "**/metrics/highlights?*", (highlights) => ({ ...highlights, sourceChanges: fewer }));
  await visit(page, labels, "/overview");
  await expect(source).toHaveText(/^More reliable/);
  // A balloon about a number closes with Escape.
  const balloon = page.locator(".stat-balloon").first();
  await page.locator(".stat-about").first().click();
  await expect(balloon).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(balloon).toBeHidden();
  // The page of a rival has the same verdict.
  await follow(page, `/brands/${pelmora}?days=30`);
  await expect(finding.getByRole("link").first()).toHaveText(/third of 3 brands\. \+13 points vs\. the 30 days before\.$/);
  await follow(page, `/brands/${bruvane}?days=30`);
  await expectTexts(page, labels, finding.getByRole("link").first(), {
    ko: /3개 중 1위\. 이전 30일 대비 \+3%p, 우연일 수 있어요\.$/,
    en: /first of 3 brands\. \+3 points vs\. the 30 days before; it may be chance\.$/,
  });
  await expect(page.locator(".brand-stats .stat-change").first()).toContainText("+3 pts");
  await expect(page.locator(".brand-stats .stat-change").first()).not.toHaveAttribute("data-direction");
  // What alerts find significant is not chance here.
  const mentionRateChange = { before: 0.5, after: 0.53, prompts: 0, models: 0, brand: 0.03, otherBrands: 0, significant: true };
  await fakeMetrics(page, { ...metrics, before: [90, 90, 15], brand: { mentionRateChange } });
  await visit(page, labels, `/brands/${bruvane}?days=30`);
  await expect(finding.getByRole("link").first()).toHaveText(/first of 3 brands\. \+3 points vs\. the 30 days before\.$/);
  await expect(page.locator(".brand-stats .stat-change").first()).toHaveAttribute("data-direction", "better");
  // One point is one, and a position has no verdict.
  await fakeMetrics(page, { ...metrics, before: [94, 90, 15], brandBefore: { meanPosition: 1.2 } });
  await visit(page, labels, `/brands/${bruvane}?days=30`);
  await expect(page.locator(".brand-stats .stat-change").first()).toHaveText("+1 pt");
  await expect(page.locator(".brand-stats .stat-change").nth(2)).toHaveText("−0.2");
  // One that moved and is ahead has one sentence.
  await fakeMetrics(page, { ...metrics, before: [20, 90, 20] });
  await follow(page, "/overview");
  await expectTexts(page, labels, finding.getByRole("link").nth(1), {
    ko: "Bruvane 언급률은 42%p 올라 53%(180개 중 96개)이고, 11월 9일~15일 주부터 Nurio보다 높아요.",
    en: "Bruvane rose 42 points, to 53% (96 of 180), and has been ahead of Nurio since the week of Nov 9.",
  });
  // A change of the citation rate is said, too: then it is not true that nothing changed.
  const cited = { brand: { citationRate: rate(94, 180) }, brandBefore: { citationRate: rate(126, 180) }, all: { citing: sample(180, 37) } };
  await fakeMetrics(page, { ...metrics, ...cited, before: [90, 60, 39] });
  await visit(page, labels, "/overview");
  await expect(finding.getByRole("link").first()).toHaveText(/second of 3 brands\.$/);
  await expect(finding.getByRole("link").nth(1)).toHaveAttribute("href", `/brands/${nurio}?answers=cited`);
  await expectTexts(page, labels, finding.getByRole("link").nth(1), {
    ko: "Nurio 사이트를 인용한 답변 비율은 이전 30일 대비 18%p 떨어져 52%(180개 중 94개)예요.",
    en: "Answers citing Nurio’s site fell 18 points vs. the 30 days before, to 52% (94 of 180).",
  });
  await expect(page.locator(".brand-stats .stat-change").last()).toHaveText("−18 pts significant");
  // Without days there is no period before.
  await page.getByLabel(labels.window, { exact: true }).selectOption("all");
  await expect(page).toHaveURL("/overview?days=all");
  await expect(finding.getByRole("link").first()).toHaveText("30% of all answers mention Nurio (54 of 180), second of 3 brands.");
  await expect(page.getByText(labels.changesSince)).toHaveCount(0);
  await follow(page, "/overview?from=2026-11-01T15:00:00.000Z&to=2026-11-30T15:00:00.000Z");
  await expectTexts(page, labels, finding.getByRole("link").first(), {
    ko: /^2026년\s11월\s2일\s?~\s?30일: Nurio 언급률 30%/,
    en: /^Nov\s2\s–\s30,\s2026: 30% of answers mention Nurio/,
  });
  // One that as many answers mention does not follow.
  const tied = brands.map((brand) => (brand.id === bruvane ? { ...brand, named: [18, 18, 18] } : brand));
  await fakeMetrics(page, { ...metrics, brands: tied });
  await follow(page, "/overview?days=all");
  await expect(finding.getByRole("link").first()).toHaveText(/tied for first of 3 brands\.$/);
  await expect(finding.getByRole("link").nth(1)).toHaveText("Tied with Bruvane.");
  await expect(finding.getByRole("link").nth(1)).toHaveAttribute("href", "/brands?days=all");
  // The one that is ahead all the time is named, and not one behind it that has overtaken the own brand.
  const led = [{ id: pelmora, name: "Pelmora", named: [40, 45, 45] }, ...brands.slice(0, 2)];
  await fakeMetrics(page, { ...metrics, brands: led });
  await visit(page, labels, "/overview?days=all");
  await expectTexts(page, labels, finding.getByRole("link").nth(1), {
    ko: "앞선 브랜드: Pelmora 72%(180개 중 130개). 기간 내내 Nurio보다 높아요.",
    en: "Pelmora leads with 72% (130 of 180), ahead of Nurio throughout the period.",
  });
  // Also if it rose since the period before.
  await fakeMetrics(page, { ...metrics, brands: led, before: [40, 90, 60] });
  await follow(page, "/overview");
  await expectTexts(page, labels, finding.getByRole("link").nth(1), {
    ko: "Pelmora 언급률은 50%p 올라 72%(180개 중 130개)이고, 기간 내내 Nurio보다 높아요.",
    en: "Pelmora rose 50 points, to 72% (130 of 180), and has been ahead of Nurio throughout the period.",
  });
  // A lead that may be chance is none, over all days or since one.
  const close = brands.map((brand) => (brand.id === bruvane ? { ...brand, named: [16, 22, 22] } : brand));
  await fakeMetrics(page, { ...metrics, brands: close });
  await follow(page, "/overview?days=all");
  await expectTexts(page, labels, finding.getByRole("link").nth(1), {
    ko: "Bruvane 언급률은 33%(180개 중 60개)로, 유의한 차이는 없어요.",
    en: "Bruvane is at 33% (60 of 180): no significant difference.",
  });
});

organizationTest("while a run collects the first answers, the overview says how far it is, and offers no other", async ({ page, labels, platform }) => {
  await platform.write("v1/platform/brands", { name: "Nurio", synonyms: [], isOwn: true });
  const run = { id: "0".repeat(22), status: "RUNNING", totalCount: 160, finishedCount: 53, successCount: 50, failedCount: 3, runningCount: 107 };
  await page.route("**/api/v1/platform/runs?*", (route) => route.fulfill({ json: { runs: [run], nextCursor: null } }));
  await visit(page, labels, "/overview");
  const main = page.getByRole("main");
  await inBothLanguages(page, labels, async ({ tag }) => {
    const [title, progress] =
      tag === "ko"
        ? ["첫 답변을 모으고 있어요", "160개 중 53개가 끝났어요. 실행이 끝나면 여기에 결과가 나타나요."]
        : ["Collecting the first answers", "53 of 160 done. The results appear here when the run ends."];
    await expect(main.getByRole("heading", { name: title })).toBeVisible();
    await expect(main.getByText(progress)).toBeVisible();
  });
  await expect(main.getByRole("link", { name: "See the progress" })).toHaveAttribute("href", `/runs/${run.id}`);
  await expect(page.getByRole("region", { name: labels.nextSteps })).toHaveCount(0);
  await expect(main.locator(".state-panel")).toHaveCount(1);
});

organizationTest("the newest runs say what they asked, and how many answers they have", async ({ page, labels, platform }) => {
  const promptSetID = await platform.createSet("Commuters", ["For the bus?"]);
  const run = { promptSetID, models: ["CHATGPT"] };
  await submitAndFinish(platform, [run, run]);
  await visit(page, labels, "/overview");
  const rows = page.getByRole("region", { name: "Newest runs" }).getByRole("row");
  await expect(rows).toHaveCount(3);
  for (const row of [rows.nth(1), rows.nth(2)]) {
    await expect(row.getByRole("rowheader")).toContainText(/Commuters.*1 prompt × 1 model$/);
    await expect(row.getByRole("cell")).toHaveText("1 answer");
    await expect(row.getByRole("progressbar")).toHaveCount(0);
  }
});

demoTest("the overview keeps its scope, and says what it does not count or cannot load", async ({ page, context, labels, step }) => {
  await step("the period is in the address, and days of one's own are chosen in the filters", async () => {
    await fakeDemoMetrics(page);
    await visit(page, labels, "/overview");
    await page.getByRole("group", { name: labels.period }).getByText(labels.byMonth).click();
    await expect(page).toHaveURL("/overview?by=month");
    await page.getByLabel(labels.window, { exact: true }).selectOption("own");
    await expect(page.getByRole("search").getByLabel("From", { exact: true })).not.toHaveValue("");
    await expect(page).toHaveURL(/from=/);
    await expect(page.getByLabel(labels.window, { exact: true })).toHaveValue("own");
  });
  await step("the links to all brands and all sources keep the filter", async () => {
    await fakeDemoMetrics(page);
    await visit(page, labels, "/overview?model=CHATGPT");
    const main = page.getByRole("main");
    await expect(main.getByRole("link", { name: "All brands" })).toHaveAttribute("href", /^\/brands\?.*model=CHATGPT/);
    await expect(main.getByRole("link", { name: "All sources" })).toHaveAttribute("href", /^\/sources\?.*model=CHATGPT/);
    await expect(main.getByRole("heading", { name: "Newest of all runs", exact: true })).toBeVisible();
    // Nothing is compared.
    await expect(page.getByRole("region", { name: labels.whatMoved })).toContainText(labels.noEarlierRun);
    await expect(main.getByText("Only the two runs")).toHaveCount(0);
  });
  await step("days without answers say when the newest were, and lead to the next longer period that has these", async () => {
    const answers = { coverage: { answers: 1, counted: 1 }, totalAnswers: 1, answers: [], nextCursor: null };
    await fakeMetrics(page, { brands: [], periods: [], answers: 0, prompts: 0, values: { answers } });
    let daysAgo = 20;
    await changeResponses(page, "**/api/v1/platform/runs?*", (list: { runs: object[] }) => {
      const createdAt = new Date(Date.now() - daysAgo * 86_400_000).toISOString();
      return { ...list, runs: list.runs.map((run) => ({ ...run, status: "FINISHED", successCount: 1, createdAt })) };
    });
    const panel = page.getByRole("main").locator(".state-panel");
    const longer = (name: string) => panel.getByRole("link", { name, exact: true });
    await visit(page, labels, "/overview?days=7");
    await inBothLanguages(page, labels, async ({ tag }) => {
      await expect(panel.getByRole("heading")).toHaveText(tag === "ko" ? "최근 7일에는 답변이 없어요" : "No answers in the last 7 days");
      await expect(panel).toContainText(tag === "ko" ? /가장 최근 답변은 .+에 받았어요\./ : /The newest are from .+\./);
    });
    await longer("Show the last 30 days").click();
    await expect(page).toHaveURL("/overview");
    await expect(longer("Show the last 90 days")).toBeVisible();
    daysAgo = 40;
    await visit(page, labels, "/overview?days=this-month");
    await expect(panel.getByRole("heading")).toHaveText("No answers in this period");
    await expect(longer("Show the last 90 days")).toHaveAttribute("href", "/overview?days=90");
  });
  await step("while a brand is searched for, the overview says in how many answers, until it counts all", async () => {
    await page.clock.install();
    await fakeDemoMetrics(page, 42);
    await visit(page, labels, "/overview");
    const note = page.getByText("Searched 42 of 180 answers for all brands so far.");
    await expect(note).toBeVisible();
    await page.unroute("**/api/v1beta/platform/metrics/**");
    await fakeDemoMetrics(page);
    await passTimeUntil(page, () => expect(note).toBeHidden({ timeout: 1 }));
  });
  await step("sources that cannot be loaded leave the rest of the overview", async () => {
    await fakeDemoMetrics(page);
    await page.route("**/metrics/highlights?*", (route) => route.fulfill(FAILURE));
    await visit(page, labels, "/overview");
    const sources = page.getByRole("region", { name: labels.topSources });
    await expect(sources.getByRole("alert")).toContainText("request-4711");
    await expect(page.getByRole("application", { name: labels.mentionTrend })).toBeVisible();
    await page.unroute("**/metrics/highlights?*");
    await sources.getByRole("button", { name: labels.retry }).click();
    await expect(sources.getByRole("application")).toBeVisible();
  }, /status of 500/);
  await step("when nothing can be read, the overview says why once, and reads all of it again", async () => {
    await fakeDemoMetrics(page);
    const isRead = /platform\/(metrics\/|runs\?|brands\?)/;
    await page.route(isRead, (route) => route.fulfill(FAILURE));
    await visit(page, labels, "/overview");
    const [main, runs] = [page.getByRole("main"), page.getByRole("region", { name: "Newest runs" })];
    await expect(main.getByRole("alert").first()).toBeVisible();
    await expect(runs).toBeHidden();
    await expect(main.getByRole("alert")).toHaveCount(1);
    await expect(main.getByRole("alert")).toContainText("request-4711");
    await page.unroute(isRead);
    await main.getByRole("button", { name: labels.retry }).click();
    await expect(runs.getByRole("row").first()).toBeVisible();
    await expect(page.getByRole("application", { name: labels.mentionTrend })).toBeVisible();
  }, /status of 500/);
  await step("without a connection the overview says so, and loads by itself when it is back", async () => {
    await fakeDemoMetrics(page);
    await visit(page, labels, "/overview");
    await expect(page.getByRole("application", { name: labels.mentionTrend })).toBeVisible();
    await goTo(page, labels, labels.promptSets);
    await context.setOffline(true);
    await expect(page.getByText(labels.offline)).toBeVisible();
    await goTo(page, labels, labels.overview);
    await expect(page.getByRole("alert").filter({ hasText: labels.failed }).first()).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByRole("application", { name: labels.mentionTrend })).toBeVisible();
    await expect(page.getByRole("application", { name: labels.topSources })).toBeVisible();
  }, /ERR_INTERNET_DISCONNECTED/);
});

organizationTest("without matching answers the overview says so once, and leads back to all", async ({ page, labels, platform, pageErrors }) => {
  pageErrors.expect(/status of 404/);
  const { id } = await platform.write<{ id: string }>("v1/platform/brands", { name: "Nurio", synonyms: [] });
  await submitAndFinish(platform, [{ promptSetID: await platform.createSet("Commuters", ["For the bus?"]), models: ["CHATGPT"] }]);
  const main = page.getByRole("main");
  const longer = "Show the last 30 days";
  await visit(page, labels, "/overview");
  for (const [filter, title, link] of [
    [`set=${"0".repeat(21)}1`, "The filter “Set” names an item that does not exist", "Remove filter: Set"],
    ["from=2099-01-01T00:00:00.000Z", "No answers in this period", longer],
    ["model=CLAUDE", "No answers from Claude", labels.clearFilters],
  ] as const) {
    await follow(page, `/overview?${filter}`);
    await expect(main.getByRole("heading", { name: title })).toBeVisible();
    await expect(main.getByRole("alert")).toHaveCount(filter.startsWith("set=") ? 1 : 0);
    if (filter.startsWith("set=")) await expect(page.getByLabel(labels.set, { exact: true }).locator("option:checked")).toHaveText("a deleted set");
    await main.locator(".state-panel").getByRole("link", { name: link }).click();
    await expect(page).toHaveURL(/\/overview(\?days=(all|30))?$/);
    await expect(main.getByRole("heading", { name: title })).toHaveCount(0);
  }
  await follow(page, `/brands/${id}?from=2099-01-01T00:00:00.000Z`);
  await expect(main.getByRole("link", { name: longer, exact: true })).toHaveAttribute("href", `/brands/${id}`);
});
