import type { Page } from "@playwright/test";
import { focusChart, saveChart } from "../charts";
import { exportCsv, readCsv } from "../csv";
import { demoTest, expect, koreanDemoTest } from "../fixtures";
import { expectFitsInBothLanguages, inBothLanguages } from "../language";
import { fakeMetrics, rate, sample } from "../metrics";
import { demo, demoBrands, demoOwnBrand } from "../platform";
import { follow, goTo, visit } from "../sign-in";

/** Searches without the own brand, and the answers of each. One more is not listed. */
const UNNAMED: [string, number][] = [
  ["best <b>earbuds</b>", 7],
  ["hearing", 3],
  ...Array.from({ length: 10 }, (_, at): [string, number] => [`search ${at}`, 2]),
];

const { platform } = demo();
const PERIODS = ["2026-11-02", "2026-11-09", "2026-11-16"];

interface Ids {
  brands: { id: string; name: string }[];
  prompts: { id: string; content: string }[];
  runs: string[];
}

async function ids(): Promise<Ids> {
  const brands = await demoBrands();
  const { prompts } = await platform.read<Pick<Ids, "prompts">>("v1/platform/prompts?limit=3");
  const { runs } = await platform.read<{ runs: { id: string }[] }>("v1/platform/runs?limit=2");
  return { brands, prompts, runs: runs.map(({ id }) => id) };
}

/**
 * Replaces the metrics by a heat map of three prompts, of which the first has a gap, and two models, movements of periods or runs to a
 * mention rate, of which other prompts caused a part, and searches.
 */
async function fakeInsights(
  page: Page,
  { gap = 0, after = 0.5, byPrompts = 0, before = 240, areRuns = false, laterAt = undefined as string | undefined } = {},
): Promise<Ids> {
  const all = await ids();
  const comparable = sample(240, 60);
  const [laterRun, earlierRun] = all.runs;
  const [brand] = all.brands;
  const [first, second, third] = all.prompts;
  const counted = all.brands.map(({ id, name }, at) => ({ id, name, named: [40 - at * 5, 42 - at * 5, 44 - at * 5] }));
  const coverage = { answers: 180, counted: 180 };
  const row = (prompt: { id: string; content: string } | undefined, named: number, cells: [string, number, number][], gap = 0) => ({
    promptID: prompt?.id,
    query: prompt?.content,
    answers: 8,
    latestCreatedAt: "2026-11-20T00:00:00.000Z",
    mentionRate: rate(named, 8),
    gap,
    models: cells.map(([model, number, answers]) => ({ model, answers, citations: 0, named: [number] })),
  });
  const ofPrompt = (prompt: { id: string; content: string } | undefined, before: number, after: number) => ({
    promptID: prompt?.id,
    query: prompt?.content,
    before,
    after,
  });
  const movement = (moved: number, gained: number, lost: number) => ({
    brand,
    model: "CHATGPT",
    moved,
    movedByPrompts: -0.012,
    gained: { count: gained, prompts: gained > 0 ? [ofPrompt(first, 0.25, 0.5)] : [] },
    lost: { count: lost, prompts: lost > 0 ? [ofPrompt(second, 1, 0)] : [] },
  });
  const values = {
    prompts: {
      coverage,
      all: { prompts: 20, answers: 0, mentionRate: rate(0, 0), behind: 0 },
      totalPrompts: 20,
      brands: [brand],
      prompts: [
        row(first, 6, [["CHATGPT", 4, 4], ["CLAUDE", 2, 4]], gap),
        row(second, 4, [["CHATGPT", 4, 8]]),
        row(third, 0, [["CHATGPT", 0, 4], ["CLAUDE", 0, 4]]),
      ],
      nextCursor: null,
    },
    movements: {
      coverage,
      comparison: {
        before: { runID: areRuns ? earlierRun : undefined, firstCreatedAt: "2026-10-26T09:30:00.000Z", sample: comparable, comparable: sample(before, 60) },
        after: { runID: areRuns ? laterRun : undefined, firstCreatedAt: laterAt, sample: comparable, comparable },
        tier: "DIRECTIONAL",
        changes: [{ brand, mentionRate: { before: 0.3, after, prompts: byPrompts, models: 0, brand: after - 0.3 - byPrompts, otherBrands: 0 } }],
        totalMovements: 7,
        movements: [movement(0.063, 3, 1), movement(-0.021, 0, 2), movement(0.018, 1, 0), movement(-0.012, 0, 1), movement(0.011, 1, 0)],
      },
    },
    "unnamed-searches": {
      coverage,
      totalSearches: 40,
      totalUnnamed: 13,
      searches: UNNAMED.map(([query, answerCount]) => ({ query, answerCount })),
    },
  };
  const classes = PERIODS.map((_, at): [number, number, number] | null => (at === 1 ? null : [4 + at, 4, 12 - at]));
  await fakeMetrics(page, { brands: counted, periods: PERIODS, answers: 60, prompts: 55, values, classes });
  return all;
}

koreanDemoTest("heat maps, donuts and movements are accessible and fit a phone, and rates are rounded to what they say", async ({
  page,
  labels,
  step,
}) => {
  await step("the heat map, the donut and the movements are accessible and fit a phone", async () => {
    const { brands } = await fakeInsights(page);
    await visit(page, labels, `/brands/${brands[0]?.id}`);
    await expect(page.getByRole("application", { name: labels.byPrompt })).toBeVisible();
    await expect(page.getByRole("application", { name: labels.citationsByOwner })).toBeVisible();
    await expectFitsInBothLanguages(page, labels, "a brand");
    await goTo(page, labels, labels.overview);
    const moved = page.getByRole("region", { name: labels.whatMoved });
    await expect(moved.getByRole("listitem").first()).toContainText(labels.movement(brands[0]?.name ?? ""));
    await moved.getByText(labels.showPrompts).first().click();
    await expectFitsInBothLanguages(page, labels, "the overview");
  });
  await step("a rate of almost all answers is not 100%, one of few is not 0%, and one below 10% has a decimal", async () => {
    const { brands } = await ids();
    const counted = brands.map(({ id, name }, at) => ({ id, name, named: [[249, 15][at] ?? 2] }));
    await fakeMetrics(page, { brands: counted, periods: ["2026-11-16"], answers: 250, prompts: 50 });
    await visit(page, labels, `/brands/${brands[0]?.id}`);
    await expect(page.locator(".stats .stat").first()).toHaveText("99.6%");
    await goTo(page, labels, labels.brands);
    await inBothLanguages(page, labels, async () => {
      await expect(page.getByRole("cell", { name: "99.6%" })).toBeVisible();
      await expect(page.getByRole("cell", { name: "0.8%" }).first()).toBeVisible();
      await expect(page.getByRole("cell", { name: "6.0%" }).first()).toBeVisible();
    });
    const rare = brands.map(({ id, name }) => ({ id, name, named: [3] }));
    await fakeMetrics(page, { brands: rare, periods: ["2026-11-16"], answers: 10_000, prompts: 50 });
    await visit(page, labels, "/brands");
    await expect(page.getByRole("cell", { name: "<0.1%" }).first()).toBeVisible();
  });
});

demoTest("a heat map opens no cell without data, is a table and a file too, and is one Tab stop whose arrow keys move in both directions", async ({
  page,
  labels,
}) => {
  const { brands, prompts } = await fakeInsights(page);
  await visit(page, labels, `/brands/${brands[0]?.id}`);
  const map = page.getByRole("application", { name: labels.byPrompt });
  const tooltip = map.locator("[aria-live]");
  await focusChart(map);
  await page.keyboard.press("Home");
  await expect(tooltip).toHaveAttribute("aria-live", "polite");
  await expect(tooltip).toContainText("ChatGPT");
  await expect(tooltip).toContainText("4 of 4 answers");
  await page.keyboard.press("ArrowRight");
  await expect(tooltip).toContainText("2 of 4 answers");
  await page.keyboard.press("ArrowDown");
  await expect(tooltip).toContainText("no data");
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowLeft");
  await expect(tooltip).toContainText("4 of 8 answers");
  await expect(page).toHaveURL(/\/brands\//);
  await page.keyboard.press("Escape");
  await expect(tooltip).toBeEmpty();

  const figure = page.getByRole("figure", { name: labels.byPrompt });
  const picture = await saveChart(figure, labels, "PNG");
  expect(picture.suggestedFilename()).toMatch(new RegExp(`^${labels.byPrompt} – ${brands[0]?.name}-\\d{4}-\\d{2}-\\d{2}\\.png$`));
  await figure.getByRole("button", { name: labels.asTable }).click();
  const rows = figure.getByRole("table", { name: labels.byPrompt }).getByRole("row");
  await expect(rows).toHaveCount(4);
  await expect(rows.nth(2).getByRole("cell").last()).toHaveText("no data");
  const file = await readCsv(await saveChart(figure, labels, "CSV"));
  expect(file.columns.slice(0, 5)).toEqual(["Prompt", "Model", "Mention rate", "Answers that mention it", "All answers"]);
  const numbers = ["1.0000", "4", "4", "0.5101", "1.0000"];
  expect(file.rows[0]).toEqual([prompts[0]?.content, expect.stringMatching(/^ChatGPT/), ...numbers]);
  expect(file.rows.map((row) => row.slice(3, 5).join(" of "))).toEqual(["4 of 4", "2 of 4", "4 of 8", "0 of 4", "0 of 4"]);
  await figure.getByRole("button", { name: labels.asChart }).click();

  await focusChart(map);
  await page.keyboard.press("Home");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/answers?prompt=${prompts[0]?.id}&model=CHATGPT`);
  // The address changes before the page, whose code is loaded first.
  await expect(page.getByRole("heading", { level: 1, name: labels.answers })).toBeVisible();

  // The prompts whose answers name only competitors come first, and the others on demand.
  await fakeInsights(page, { gap: 2 });
  await follow(page, `/brands/${brands[0]?.id}`);
  await expect(figure).toContainText(`In 1 of 20 prompts, answers mention a competitor and not ${brands[0]?.name}.`);
  await figure.getByRole("button", { name: labels.asTable }).click();
  await expect(rows).toHaveCount(2);
  await page.getByRole("button", { name: labels.showMore(19) }).click();
  await expect(rows).toHaveCount(4);
});

demoTest("the overview says what moved, which searches leave out the own brand, and when what is asked changed", async ({ page, labels, step }) => {
  await step("movements since the period before are described in words, and link to both periods", async () => {
    const { brands, prompts } = await fakeInsights(page, { before: 200 });
    await visit(page, labels, "/overview");
    const moved = page.getByRole("region", { name: labels.whatMoved });
    await expect(moved.getByText("Based on 60 common prompts (240 answers, before 200)", { exact: true })).toBeVisible();
    const name = brands[0]?.name ?? "";
    // The list of prompts has both rates of the own brand, and so has the page of a prompt.
    await expect(moved.getByRole("link", { name: labels.movement(name) })).toHaveAttribute("href", "/prompts?model=CHATGPT&sort=-change");
    await expect(moved.getByRole("link", { name: `${name} −2 points in ChatGPT (Local): mentioned less often in 2 prompts` })).toHaveAttribute(
      "href",
      "/prompts?model=CHATGPT&sort=change",
    );
    await moved.getByText(labels.showPrompts).first().click();
    const prompt = moved.getByRole("link", { name: prompts[0]?.content ?? "" });
    await expect(prompt).toHaveAttribute("href", `/prompts/${prompts[0]?.id}?model=CHATGPT`);
  });
  await step("movements between two runs link to the answers, the runs and the prompts", async () => {
    const { brands, prompts, runs } = await fakeInsights(page, { areRuns: true });
    await visit(page, labels, "/overview?days=all");
    const moved = page.getByRole("region", { name: labels.whatMovedBetweenRuns });
    const name = brands[0]?.name ?? "";
    await expect(moved.getByRole("link", { name: labels.movement(name) })).toHaveAttribute(
      "href",
      `/brands/${brands[0]?.id}?run=${runs[0]}&model=CHATGPT&answers=named`,
    );
    await expect(moved.getByRole("link", { name: `${name} −2 points in ChatGPT (Local): mentioned less often in 2 prompts` })).toHaveAttribute(
      "href",
      `/brands/${brands[0]?.id}?run=${runs[0]}&model=CHATGPT&answers=unnamed`,
    );
    await expect(moved.getByRole("link", { name: "Earlier run" })).toHaveAttribute("href", `/runs/${runs[1]}`);
    const changes = moved.locator(".movements > li");
    await expect(changes).toHaveCount(3);
    await moved.getByRole("button", { name: labels.showMore(2) }).click();
    await expect(changes).toHaveCount(5);
    await expect(moved.getByText("2 more changes are not shown.")).toBeVisible();
    await moved.getByText(labels.showPrompts).first().click();
    // No page lists the other prompts by their change between two runs.
    const ofFirst = [`${prompts[0]?.content} 25% → 50%`, "and 2 more", `${prompts[1]?.content} 100% → 0%`];
    await expect(changes.first().getByRole("listitem")).toHaveText(ofFirst);
    await expect(moved.getByRole("link", { name: "and 2 more" })).toHaveCount(0);
    await moved.getByRole("link", { name: prompts[0]?.content ?? "" }).click();
    await expect(page).toHaveURL(`/answers?prompt=${prompts[0]?.id}&model=CHATGPT&brand=${brands[0]?.id}&from=2026-10-26T09%3A30%3A00.000Z`);
  });
  await step("changes that may be chance are folded", async () => {
    await fakeInsights(page, { after: 0.32 });
    await visit(page, labels, "/overview");
    const moved = page.getByRole("region", { name: labels.whatMoved });
    const none = "No brand’s mention rate changed significantly in answers to the same prompts by the same models.";
    await expect(moved.getByText(none)).toBeVisible();
    await expect(moved.getByText("Based on 60 common prompts (240 answers each)")).toBeVisible();
    await expect(moved.locator(".movements")).toBeHidden();
    await moved.getByText("7 small changes").click();
    await expect(moved.locator(".movements > li")).toHaveCount(3);
  });
  await step("what other prompts changed is said apart, and two runs of a day have their times", async () => {
    const { brands } = await fakeInsights(page, { byPrompts: 0.19, before: 200, areRuns: true, laterAt: "2026-10-26T10:30:00.000Z" });
    await visit(page, labels, "/overview?days=all");
    const moved = page.getByRole("region", { name: labels.whatMovedBetweenRuns });
    await inBothLanguages(page, labels, ({ tag }) => {
      const text =
        tag === "ko"
          ? `${brands[0]?.name}: 전체 답변에서 +20%p, 대부분 질문한 프롬프트와 모델이 달라진 영향이에요.`
          : `${brands[0]?.name}: +20 points in all answers, mostly because other prompts or models were asked.`;
      return expect(page.getByText(text, { exact: true })).toBeVisible();
    });
    await expect(moved).toContainText("Based on 60 common prompts (240 answers, before 200)");
    await expect(moved).toContainText("No brand’s mention rate changed significantly in answers to the same prompts by the same models.");
    await expect(moved.locator(".movements")).toBeHidden();
    await expect(moved.getByRole("link", { name: /^Later run .*7:30/ })).toBeVisible();
    await expect(moved.getByRole("link", { name: /^Earlier run .*6:30/ })).toBeVisible();
  });
  await step("searches without the own brand are texts, lead to their answers, and follow the filter", async () => {
    await fakeInsights(page);
    await visit(page, labels, "/overview");
    const searches = page.getByRole("region", { name: /^Searches without/ });
    await expect(searches).toContainText("For 13 of 40 searches in all regions");
    await expect(searches.getByRole("link", { name: "best <b>earbuds</b>" })).toHaveAttribute("href", /^\/fan-outs\?search=/);
    await expect(searches.getByRole("link", { name: "More of these searches" })).toHaveAttribute("href", "/fan-outs?own=unnamed");
    await expect(searches).toContainText("The 12 with the most answers are listed.");
    await expect(searches.getByRole("rowheader")).toHaveCount(5);
    await searches.getByRole("button", { name: "Show 7 more" }).click();
    await expect(searches.getByRole("rowheader")).toHaveText(UNNAMED.map(([search]) => search));
    await expect(searches.getByRole("rowheader").nth(5).getByRole("link")).toBeFocused();
    const search = page.getByRole("region", { name: /^Searches/ }).getByRole("link", { name: "hearing" });
    await expect(search).toHaveAttribute("href", /^(?!.*model=)/);
    await page.getByLabel(labels.model, { exact: true }).selectOption("CLAUDE");
    await expect(search).toHaveAttribute("href", /model=CLAUDE/);
    await follow(page, "/fan-outs?own=unnamed");
    const table = page.getByRole("region", { name: labels.searchRanking });
    await expect(table).toContainText(/For 13 of 40 searches in all regions, no answer mentions \w+\. The 12 with the most answers are listed\./);
    const file = await exportCsv(page, labels);
    expect(file.name).toMatch(/^Searches without your brand, top 12 – AI searches-/);
    expect(file.rows.map(([search, answers]) => [search, answers])).toEqual(UNNAMED.map(([search, answers]) => [search, String(answers)]));
    const none = { coverage: { answers: 180, counted: 180 }, totalSearches: 15, totalUnnamed: 0, searches: [] };
    await page.route("**/metrics/unnamed-searches?*", (route) => route.fulfill({ json: none }));
    await visit(page, labels, "/fan-outs?own=unnamed");
    const { name } = await demoOwnBrand();
    await inBothLanguages(page, labels, ({ tag }) =>
      expect(page.getByRole("main")).toContainText(
        tag === "ko"
          ? `모든 지역의 검색어 15개 모두 답변에 ‘${name}’ 언급이 한 번 이상 있었어요.`
          : `For each of 15 searches in all regions, at least one answer mentions ${name}.`,
      ),
    );
  });
  await step("the page of a rival says where its rise comes from and for which prompts, if the answers are enough", async () => {
    const brands = await demoBrands();
    const [prompt] = (await ids()).prompts;
    const rival = brands.find(({ isOwn }) => !isOwn) ?? brands[0];
    const rise = { before: 40 / 180, after: 0.5, brand: 0.25, prompts: 0.04, models: -0.012, otherBrands: 0 };
    const fake = (before: number, comparable: object, { id, name } = rival) => {
      const side = { sample: sample(180, 60), comparable };
      const brand = { id, name };
      const counted = brands.map((other) => ({ id: other.id, name: other.name, named: [other.id === id ? 90 : 60] }));
      const changes = [{ brand, mentionRate: rise }];
      const gained = { count: 14, prompts: [{ promptID: prompt?.id, query: prompt?.content, before: 0.05, after: 0.75 }] };
      const moved = { brand, model: "CHATGPT", moved: 0.25, movedByPrompts: 0.04, gained, lost: { count: 0, prompts: [] } };
      const earlier = { ...side, firstCreatedAt: "2026-10-18T09:30:00.000Z" };
      const comparison = { before: earlier, after: side, tier: "DIRECTIONAL", changes, totalMovements: 1, movements: [moved] };
      const movements = { coverage: { answers: 360, counted: 360 }, comparison };
      const named = brands.map((other) => (other.id === id ? before : 60));
      return fakeMetrics(page, { brands: counted, periods: ["2026-11-16"], answers: 180, prompts: 60, before: named, values: { movements } });
    };
    await fake(40, sample(150, 50));
    await visit(page, labels, `/brands/${rival.id}?days=30`);
    await page.getByText(labels.changeCause).click();
    await inBothLanguages(page, labels, async ({ tag }) => {
      const cause = page.getByRole("link", {
        name:
          tag === "ko"
            ? "같은 프롬프트·모델의 답변(이전 150개, 지금 150개) +25%p, 프롬프트 구성 +4%p, 모델 구성 −1%p."
            : "+25 points from the same prompts and models (150 answers, before 150), +4 points from the mix of prompts, −1 point from the mix of models.",
      });
      await expect(cause).toHaveAttribute("href", `/brands/${rival.id}?answers=named`);
    });
    const moved = page.locator(".movements");
    await expect(moved.getByRole("link", { name: `${rival.name} +25 points in ChatGPT (Local): mentioned more often in 14 prompts` })).toHaveAttribute(
      "href",
      `/brands/${rival.id}?model=CHATGPT`,
    );
    await expect(moved).toContainText("Excludes +4 points from the mix of prompts.");
    await moved.getByText(labels.showPrompts).click();
    // The list of prompts is about the own brand.
    await expect(moved.getByRole("listitem").getByRole("listitem")).toHaveText([`${prompt?.content} 5.0% → 75%`, "and 13 more"]);
    await expect(moved.getByRole("link", { name: "and 13 more" })).toHaveCount(0);
    await moved.getByRole("link", { name: prompt?.content ?? "" }).click();
    await expect(page).toHaveURL(`/brands/${rival.id}?prompt=${prompt?.id}&model=CHATGPT`);
    await fake(40, sample(99, 50));
    await visit(page, labels, `/brands/${rival.id}?days=30`);
    await page.getByText(labels.changeCause).click();
    await expect(page.getByText(/^Unknown: too few answers/)).toBeVisible();
    const own = await demoOwnBrand();
    await fake(40, sample(150, 50), own);
    await visit(page, labels, `/brands/${own.id}?days=30`);
    await page.getByText(labels.changeCause).click();
    // The list of prompts has both rates of the own brand, and so has the page of a prompt.
    const cause = page.getByRole("link", { name: /^\+25 points from the same prompts and models/ });
    await expect(cause).toHaveAttribute("href", "/prompts?sort=-change");
    await moved.getByText(labels.showPrompts).click();
    for (const name of [/\+25 points in ChatGPT/, "and 13 more"]) {
      await expect(moved.getByRole("link", { name })).toHaveAttribute("href", "/prompts?model=CHATGPT&sort=-change");
    }
    await expect(moved.getByRole("link", { name: prompt?.content ?? "" })).toHaveAttribute("href", `/prompts/${prompt?.id}?model=CHATGPT`);
    // So does a change that may be chance.
    await fake(88, sample(150, 50));
    await visit(page, labels, `/brands/${rival.id}?days=30`);
    await expect(page.locator(".finding")).toContainText("+1 point vs. the 30 days before; it may be chance.");
    await expect(page.getByText(labels.changeCause)).toBeVisible();
    // No change.
    await fake(90, sample(150, 50));
    await visit(page, labels, `/brands/${rival.id}?days=30`);
    await expect(page.locator(".finding")).toContainText("Unchanged from the 30 days before.");
    await expect(page.getByText(labels.changeCause)).toHaveCount(0);
  });
  await step("a period that asked something else is marked and says what changed", async () => {
    const { brands } = await ids();
    const counted = brands.map(({ id, name }) => ({ id, name, named: [4, 5, 6] }));
    const sampleChange = { promptsAdded: 3, promptsRemoved: 1, modelsAdded: 0, modelsRemoved: 1, mixShift: 0 };
    await fakeMetrics(page, { brands: counted, periods: PERIODS, answers: 10, prompts: 5, sampleChanges: [null, null, sampleChange] });
    await visit(page, labels, "/overview");
    const chart = page.getByRole("application", { name: labels.mentionTrend });
    await expect(chart.locator("line.chart-annotation")).toHaveCount(1);
    await expect(chart.getByText("+3 −1 prompts, −1 model")).toBeVisible();
    await focusChart(chart);
    await page.keyboard.press("End");
    await expect(chart.locator("[aria-live]")).toContainText("Prompts or models changed 3 prompts newly answered, 1 no longer · 1 model no longer answering");
    const figure = page.getByRole("figure", { name: labels.mentionTrend });
    await figure.getByRole("button", { name: labels.asTable }).click();
    await expect(figure.getByRole("columnheader").last()).toHaveText("Prompts or models changed");
  });
});

demoTest("each page says once how all its numbers are counted", async ({ page, labels, step }) => {
  await step("a page says once how all its numbers are counted, and from what", async () => {
    const { brands } = await fakeInsights(page);
    await visit(page, labels, "/overview");
    const methodology = page.locator("details.methodology");
    await expect(methodology).toHaveCount(1);
    await expect(methodology).toContainText("Counts 180 successful answers to 55 prompts.");
    const samples = "Sample: 240 answers to 60 prompts before, 240 answers to 60 prompts after.";
    await expect(methodology).toContainText(samples);
    await goTo(page, labels, labels.brands);
    await page.getByRole("link", { name: brands[0]?.name ?? "", exact: true }).click();
    await expect(page.getByRole("region", { name: labels.citedInstead })).toBeVisible();
    await expect(methodology).toHaveCount(1);
    await methodology.getByText("How is this counted?").click();
    await expect(methodology.getByText(`neither mention ${brands[0]?.name} nor cite its websites`)).toBeVisible();
    await expect(methodology).toContainText("The share of voice and the average position have no interval, so their changes never have the ▲ or ▼ of a significant one.");
    await expect(methodology).toContainText("Counts 180 successful answers to 55 prompts.");
  });
  await step("sources and fan-outs say once how all their numbers are counted", async () => {
    const pages = {
      "/sources": ["A citation is one source of one answer.", "The trend counts the successful answers", "The chart of site owners divides"],
      "/fan-outs": ["by their exact text", "Lists the prompts for which no answer has a search."],
    };
    for (const [path, texts] of Object.entries(pages)) {
      await visit(page, labels, path);
      for (const text of texts) await expect(page.locator("details.methodology")).toContainText(text);
      await expect(page.locator("details.methodology")).toHaveCount(1);
    }
  });
  await step("the explanation of the metrics says how often repeated answers agree", async () => {
    const brands = await demoBrands();
    const [brand] = brands;
    const counted = brands.map(({ id, name }) => ({ id, name, named: [30] }));
    const repeated = { brand: { reproducibility: { agreeing: 88, value: 88 / 120 } }, all: { repetitionPairs: 120 } };
    await fakeMetrics(page, { brands: counted, periods: ["2026-11-16"], answers: 60, prompts: 55, ...repeated });
    await visit(page, labels, `/brands/${brand?.id}`);
    await page.getByText("How is this counted?").first().click();
    await expect(page.getByText(/Of 120 pairs of answers that a run repeated, 88 \(73%\) agree/)).toBeVisible();
  });
  await step("shares over time are the parts of a whole, with a gap where there are no answers", async () => {
    await fakeInsights(page);
    await visit(page, labels, "/sources");
    const chart = page.getByRole("application", { name: "Citations by site owner" });
    await expect(chart).toBeVisible();
    await focusChart(chart);
    await page.keyboard.press("Home");
    const tooltip = chart.locator("[aria-live]");
    await expect(tooltip).toContainText("20% · 4 of 20 citations");
    await page.keyboard.press("ArrowRight");
    await expect(tooltip).toContainText("no data");
    await expect(chart.locator("rect.chart-bar")).toHaveCount(6);
  });
});

demoTest("the demo's own answers fill the heat map and what moved", async ({ page, labels }) => {
  const { brands } = await ids();
  await visit(page, labels, "/overview");
  const moved = page.getByRole("region", { name: labels.whatMoved });
  await expect(moved.getByText(/common prompts \(/)).toBeVisible({ timeout: 60_000 });
  await goTo(page, labels, labels.brands);
  await page.getByRole("link", { name: brands[0]?.name ?? "", exact: true }).click();
  const map = page.getByRole("application", { name: labels.byPrompt });
  await expect(map).toBeVisible({ timeout: 60_000 });
  await focusChart(map);
  await page.keyboard.press("End");
  await expect(map.locator("[aria-live]")).not.toBeEmpty();
});
