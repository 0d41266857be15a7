import { expectAccessible } from "../accessibility";
import { passTimeUntil } from "../clock";
import { saveChart } from "../charts";
import { column, exportCsv, readCsv, spreadsheetTexts } from "../csv";
import { demoTest, expect, FAILURE, koreanOrganizationTest, organizationTest } from "../fixtures";
import { holdRequests } from "../held-requests";
import { fakeMetrics, rate } from "../metrics";
import { demo, demoAnswer, demoOwnBrand } from "../platform";
import { visit } from "../sign-in";

const { platform } = demo();

/** Prompts that a spreadsheet would read as formulas, or that a careless file would break. */
const HOSTILE = [
  '=HYPERLINK("https://evil.example","이어폰")',
  "+82 10 0000 이어폰",
  "-1 이어폰",
  "@SUM(A1) 이어폰",
  '무선 이어폰, "최고"는?',
  "두 줄\n이어폰",
];

interface Answer {
  id: string;
  query: string;
  content: string;
  sources: { url: string }[];
  brands?: { brand: { name: string } }[];
}

const allAnswers = (filter: string) => platform.readAll<Answer>(`v1/platform/answers?limit=100&include=brands&${filter}`, "answers");

koreanOrganizationTest("the file of prompts is the filtered table, with all its pages", async ({ page, labels, platform }) => {
  const many = Array.from({ length: 120 }, (_, at) => `${at}번 이어폰은 어때요?`);
  await platform.createSet("이어폰", many.slice(0, 90));
  await platform.createSet("그 밖", [...HOSTILE, ...many.slice(90), "키보드"]);
  await visit(page, labels, "/prompts?q=%EC%9D%B4%EC%96%B4%ED%8F%B0");
  await expect(page.getByRole("rowheader").first()).toBeVisible();
  const file = await exportCsv(page, labels);
  expect(file.name).toMatch(new RegExp(`^${labels.prompts}-\\d{4}-\\d{2}-\\d{2}\\.csv$`));
  const contents = file.rows.map(([content = ""]) => content);
  const harmless = HOSTILE.map((text) => (/^[=+\-@]/.test(text) ? `'${text}` : text));
  expect([...contents].sort()).toEqual([...many, ...harmless].sort());
  expect(new Set(file.rows.map(([, set]) => set))).toEqual(new Set(["이어폰", "그 밖"]));
  expect(spreadsheetTexts(file.path).slice(1).map(([content]) => content)).toEqual(contents);
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

demoTest("the files of answers and runs have all that the lists and figures have", async ({ page, labels, step }) => {
  await step("the file of answers has the full texts and the addresses of the filtered answers", async () => {
    await visit(page, labels, "/answers?model=CHATGPT&days=all");
    await expect(page.getByRole("rowheader").first()).toBeVisible();
    const file = await exportCsv(page, labels);
    const answers = await allAnswers("model=CHATGPT&status=SUCCESS");
    expect(column(file, "ID")).toEqual(answers.map(({ id }) => id));
    expect(column(file, "Question")).toEqual(answers.map(({ query }) => query));
    expect(column(file, "Answer")).toEqual(answers.map(({ content }) => content.replace(/^(?=[=+\-@])/, "'")));
    const addresses = answers.map(({ sources }) => sources.map(({ url }) => url).join("\n"));
    expect(column(file, "Source addresses")).toEqual(addresses);
    expect(column(file, "Brands")).toEqual(answers.map(({ brands = [] }) => brands.map(({ brand }) => brand.name).join("\n")));
    expect(column(file, "Asked (Asia/Seoul)")[0]).toMatch(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/);
  });
  await step("the file of the answers behind a figure has all of them, more than are read at once", async () => {
    const { domains } = await platform.read<{ domains: { domain: string; answerCount: number }[] }>("v1/platform/statistics/source-domains?limit=1");
    const [{ domain, answerCount } = { domain: "", answerCount: 0 }] = domains;
    expect(answerCount).toBeGreaterThan(100);
    await visit(page, labels, `/sources?days=all&domain=${domain}`);
    const list = page.getByRole("region", { name: labels.answers, exact: true });
    await expect(list.getByText(labels.answersAbout(answerCount), { exact: true })).toBeVisible();
    const file = await exportCsv(page, labels, list);
    const behind = new Set(column(file, "ID"));
    expect(file.name.startsWith(`Answers – ${domain}-2`), file.name).toBe(true);
    expect(behind.size).toBe(answerCount);
    expect(file.rows.length).toBe(answerCount);
    const newest = (await allAnswers("model=CHATGPT")).filter(({ sources }) => sources.some(({ url }) => new URL(url).hostname === domain));
    expect(newest.length).toBeGreaterThan(0);
    expect(newest.filter(({ id }) => !behind.has(id))).toEqual([]);
  });
  await step("the file of a run has what the answers of each prompt and model say about the own brand", async () => {
    const { runID } = await demoAnswer("SUCCESS");
    const own = await demoOwnBrand();
    const metrics = `v1beta/platform/metrics/prompts?limit=100&runID=${runID}&brandID=${own.id}`;
    const { all } = await platform.read<{ all: { answers: number; mentionRate: { numerator: number } } }>(metrics);
    await visit(page, labels, `/runs/${runID}`);
    await expect(page.getByRole("main").locator(".finding")).toContainText(own.name);
    const file = await exportCsv(page, labels, page.getByRole("region", { name: labels.grid }));
    const sum = (name: string) => column(file, name).reduce((sum, cell) => sum + Number(cell), 0);
    expect([sum(`Answers that mention ${own.name}`), sum("All answers")]).toEqual([all.mentionRate.numerator, all.answers]);
    expect(sum("Sources")).toBeGreaterThan(0);
  });
  await step("the file of runs has all pages of the list", async () => {
    const runs = await platform.readAll<{ id: string; credits: number }>("v1/platform/runs?limit=10", "runs");
    await visit(page, labels, "/runs");
    await expect(page.getByRole("rowheader").first()).toBeVisible();
    const file = await exportCsv(page, labels);
    expect(column(file, "ID")).toEqual(runs.map(({ id }) => id));
    expect(column(file, "Run").every((name) => name !== "")).toBe(true);
    expect(column(file, "Credits")).toEqual(runs.map(({ credits }) => credits.toFixed(4)));
  });
});

organizationTest("the files of brands and of charts have the numbers of their tables, without formulas", async ({ page, labels, platform, step }) => {
  const brand = { name: "=누리오", synonyms: ["Nurio", "nurio buds"] };
  const { id } = await platform.write<{ id: string }>("v1/platform/brands", brand);
  await step("the file of brands has the metrics of the table as numbers", async () => {
    const brands = [{ id, name: "=누리오", named: [4, 8] }];
    await fakeMetrics(page, { brands, periods: ["2026-11-09", "2026-11-16"], answers: 10, prompts: 5, before: [4] });
    await visit(page, labels, "/brands?from=2026-11-08T15:00:00Z&to=2026-11-22T15:00:00Z");
    await expect(page.getByRole("cell", { name: "60%" })).toBeVisible();
    const file = await exportCsv(page, labels);
    expect(column(file, "Brand")).toEqual(["'=누리오"]);
    expect(column(file, "Other names")).toEqual(["Nurio\nnurio buds"]);
    expect(column(file, "Mention rate")).toEqual(["0.6000"]);
    expect(column(file, "Answers that mention it")).toEqual(["12"]);
    expect(column(file, "All answers")).toEqual(["20"]);
    expect(column(file, "Change of the mention rate from the period before")).toEqual(["0.4000"]);
    expect(column(file, "From (Asia/Seoul)")).toEqual(["2026-11-09 00:00:00"]);
    expect(column(file, "To (Asia/Seoul)")).toEqual(["2026-11-23 00:00:00"]);
  });
  await step("the file of a chart has the numbers of its table, with Korean and without formulas", async () => {
    await fakeMetrics(page, { brands: [{ id, name: "=누리오", named: [4, 8] }], periods: ["2026-11-09", "2026-11-16"], answers: 10, prompts: 5 });
    await visit(page, labels, `/brands/${id}`);
    const figure = page.getByRole("figure", { name: labels.mentionTrend });
    await figure.getByRole("button", { name: labels.asTable }).click();
    const rows = figure.getByRole("table").getByRole("row");
    await expect(rows).toHaveCount(3);
    await expect(rows.nth(0).getByRole("columnheader").nth(1)).toHaveText("=누리오");
    await expect(rows.nth(1).getByRole("cell")).toHaveText("40% 4 of 10");
    const file = await readCsv(await saveChart(figure, labels, "CSV"));
    expect(file.name).toMatch(new RegExp(`^${labels.mentionTrend} – =누리오-\\d{4}-\\d{2}-\\d{2}\\.csv$`));
    expect(file.columns).toEqual(["Period", "'=누리오", "'=누리오: count", "'=누리오: out of"]);
    expect(file.rows).toEqual([
      ["2026-11-09", "0.4000", "4", "10"],
      ["2026-11-16", "0.8000", "8", "10"],
    ]);
    expect(spreadsheetTexts(file.path)[0]).toContain("'=누리오");
    const byModel = await readCsv(await saveChart(page.getByRole("figure", { name: labels.byModel }), labels, "CSV"));
    const limits = ["95% interval, lower limit", "95% interval, upper limit"];
    expect(byModel.columns).toEqual(["Model", "Mention rate", "Answers that mention it", "All answers", ...limits]);
    const { interval } = rate(12, 20) as { interval: { lower: number; upper: number } };
    const numbers = ["0.6000", "12", "20", interval.lower.toFixed(4), interval.upper.toFixed(4)];
    expect(byModel.rows).toEqual([[expect.stringMatching(/^ChatGPT/), ...numbers]]);
    const byOwner = await readCsv(await saveChart(page.getByRole("figure", { name: labels.citationsByOwner }), labels, "CSV"));
    expect(byOwner.columns).toEqual(["Brand", "Share", "Citations", "Citations: out of"]);
    expect(byOwner.rows).toEqual([
      ["This brand", "0.1500", "3", "20"],
      ["Other brands", "0.2000", "4", "20"],
      ["Other sites", "0.6500", "13", "20"],
    ]);
    // The name of a file is that of its page. The other names of the brand are no filters.
    const { name } = await exportCsv(page, labels, page.locator(".section-head").filter({ hasText: labels.namedAndCited }));
    expect(name).toMatch(new RegExp(`^${labels.namedAndCited} – =누리오-\\d{4}-\\d{2}-\\d{2}\\.csv$`));
  });
});

organizationTest("an export that failed continues, and one that is canceled saves nothing", async ({ page, labels, platform, step }) => {
  const contents = Array.from({ length: 250 }, (_, at) => `prompt ${at}`);
  await platform.createSet("Many", contents.slice(0, 100));
  await platform.createSet("More", contents.slice(100, 200));
  await platform.createSet("Most", contents.slice(200));
  await step("after a failure the file continues with the page that failed, and no row is there twice", async () => {
    await visit(page, labels, "/prompts");
    await expect(page.getByRole("rowheader").first()).toBeVisible();
    await page.route(
      (url) => url.searchParams.get("limit") === "100" && url.searchParams.has("cursor"),
      (route) => route.fulfill(FAILURE),
      { times: 1 },
    );
    await page.getByRole("button", { name: labels.exportCsv }).click();
    const dialog = page.getByRole("dialog", { name: labels.exportCsv });
    await expect(dialog.getByRole("alert")).toContainText("request-4711");
    await expectAccessible(page, "the dialog of a failed export");
    const downloading = page.waitForEvent("download");
    await dialog.getByRole("button", { name: labels.retry }).click();
    const file = await readCsv(await downloading);
    expect(column(file, "Prompt").sort()).toEqual([...contents].sort());
    await expect(dialog).toBeHidden();
    await expect(page.getByText(/^Saved 250 rows to Prompts-/)).toBeVisible();
  }, /status of 500/);
  await step("a canceled export saves nothing and asks for no more pages", async () => {
    await visit(page, labels, "/prompts");
    await expect(page.getByRole("rowheader").first()).toBeVisible();
    const isOfExport = (url: URL) => url.searchParams.get("limit") === "100" && url.pathname.endsWith("/prompts");
    const asked: string[] = [];
    page.on("request", (request) => isOfExport(new URL(request.url())) && asked.push(request.url()));
    let downloads = 0;
    page.on("download", () => (downloads += 1));
    const respond = await holdRequests(page, isOfExport, (route) => route.continue().catch(() => {}));
    await page.getByRole("button", { name: labels.exportCsv }).click();
    const dialog = page.getByRole("dialog", { name: labels.exportCsv });
    await expect(dialog.getByRole("progressbar")).toBeVisible();
    await expectAccessible(page, "the dialog of an export");
    // The rate limit may delay it.
    await expect.poll(() => asked).toHaveLength(1);
    await dialog.getByRole("button", { name: labels.cancel }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole("button", { name: labels.exportCsv })).toBeFocused();
    respond();
    // A second export is complete, so nothing of the first one is left.
    await page.unrouteAll({ behavior: "wait" });
    expect(asked).toHaveLength(1);
    expect(downloads).toBe(0);
    expect((await exportCsv(page, labels)).rows).toHaveLength(contents.length);
    expect(downloads).toBe(1);
  });
});

organizationTest("50,000 rows are in one file, and the export can be canceled until its end", async ({ page, labels, platform }) => {
  const PAGES = 500;
  const prompt = (number: number) => {
    const id = String(number).padStart(22, "0");
    return { id, promptSetID: id, content: `${number}번 이어폰은 어때요?`, createdAt: "2026-11-20T00:00:00.000Z" };
  };
  await page.route(
    (url) => url.searchParams.get("limit") === "100" && url.pathname.endsWith("/prompts"),
    async (route) => {
      const number = Number(new URL(route.request().url()).searchParams.get("cursor") ?? 0);
      const prompts = Array.from({ length: 100 }, (_, at) => prompt(number * 100 + at));
      await route.fulfill({ json: { prompts, nextCursor: number + 1 < PAGES ? String(number + 1) : null } });
    },
  );
  // The client sends ten requests a second.
  await page.clock.install();
  await platform.createSet("Many", ["one"]);
  await visit(page, labels, "/prompts");
  await expect(page.getByRole("rowheader").first()).toBeVisible();
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: labels.exportCsv }).click();
  const dialog = page.getByRole("dialog", { name: labels.exportCsv });
  for (const read of [10_000, 20_000, 30_000, 40_000]) {
    await passTimeUntil(page, async () => {
      const [rows = ""] = /[\d,]+/.exec(await dialog.innerText()) ?? [];
      expect(Number(rows.replaceAll(",", ""))).toBeGreaterThanOrEqual(read);
    });
    await expect(dialog.getByRole("button", { name: labels.cancel })).toBeEnabled();
  }
  await passTimeUntil(page, () => expect(dialog).toBeHidden({ timeout: 1 }));
  const { path, rows } = await readCsv(await downloading);
  expect(rows.length).toBe(PAGES * 100);
  expect(rows.find(([content], at) => content !== prompt(at).content)).toBeUndefined();
  expect(spreadsheetTexts(path).length).toBe(PAGES * 100 + 1);
});
