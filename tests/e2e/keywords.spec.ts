import type { Locator, Page, Route } from "@playwright/test";
import { expectAccessible, expectNoHorizontalScroll } from "../accessibility";
import { exportCsv } from "../csv";
import { demoTest, expect, koreanDemoTest, koreanOrganizationTest, organizationTest } from "../fixtures";
import type { Labels } from "../labels";
import { inBothLanguages } from "../language";
import { changeOrganization } from "../platform";
import { visit } from "../sign-in";

const GOOGLE = "**/api/v1beta/platform/keywords/google/metrics";
const NAVER_METRICS = "**/api/v1beta/platform/keywords/naver/metrics";
const NAVER_TREND = "**/api/v1beta/platform/keywords/naver/trend";
const UNASKED = "**/api/v1beta/platform/metrics/unasked-keywords";

/** How a server without a provider of keyword data responds. */
const NOT_CONFIGURED = { status: 503, json: { code: "KEYWORD_METRICS_NOT_CONFIGURED", message: "no" } };

function table(page: Page, labels: Labels): Locator {
  return page.getByRole("region", { name: labels.keywords, exact: true }).getByRole("table");
}

function row(page: Page, labels: Labels, keyword: string): Locator {
  return table(page, labels).getByRole("row").filter({ has: page.getByRole("rowheader").getByText(keyword, { exact: true }) });
}

function address(keywords: string[], more = ""): string {
  return `/keywords?q=${encodeURIComponent(keywords.join("\n"))}${more}`;
}

/** Answers a request for metrics with a volume for each of its keywords. */
async function answerWithVolumes(route: Route): Promise<void> {
  const { keywords } = route.request().postDataJSON() as { keywords: string[] };
  const metrics = (keyword: string) => ({ searchVolume: 1_000 + keyword.length, monthlySearches: [] });
  const items = keywords.map((keyword) => ({ keyword, metrics: metrics(keyword) }));
  await route.fulfill({ json: { countryCode: "KR", languageCode: "ko", items } });
}

koreanDemoTest("keywords are looked up on one search engine or both, on any device, also after the connection was lost", async ({
  page,
  context,
  labels,
  step,
}) => {
  await step("pasted keywords are looked up, compared, and kept in the address", async () => {
    await visit(page, labels, "/keywords");
    await expect(page.getByText(labels.noKeywords, { exact: true })).toBeVisible();
    // The countries are read when their list opens.
    const countries = page.getByLabel("국가", { exact: true });
    await expect(countries.locator("option")).toHaveCount(1);
    await countries.focus();
    await expect(countries.locator('option[value="JP"]')).toBeAttached();
    await page.getByRole("textbox", { name: labels.keywords }).fill("1. 무선 이어폰, 10만원 이하 무선 이어폰\n2. 무선이어폰\n3. 없는 말");
    await page.getByRole("button", { name: labels.lookUp, exact: true }).click();
    await expect(row(page, labels, "무선 이어폰")).toContainText("90,500");
    await expect(row(page, labels, "없는 말")).toContainText(labels.noData);
    await expect(page.getByText(labels.sampleData, { exact: true })).toBeVisible();
    const shared = page.url();
    expect(new URL(shared).searchParams.get("q")).toBe("무선 이어폰\n10만원 이하 무선 이어폰\n없는 말");

    // A month without data is a gap in the chart, and says so in its table.
    const chart = page.getByRole("figure", { name: labels.searchesByMonth, exact: true });
    await chart.getByRole("button", { name: labels.asTable }).click();
    const data = chart.getByRole("table");
    await expect(data.getByRole("row")).toHaveCount(13);
    await expect(data.getByRole("cell", { name: labels.noData })).toHaveCount(3);
    await page.getByRole("checkbox", { name: labels.selectKeyword("무선 이어폰"), exact: true }).check();
    await expect(data.getByRole("columnheader")).toHaveCount(2);
    await expect(page).toHaveURL(`${shared}&chart=0`);

    await page.getByRole("radio", { name: "네이버", exact: true }).check();
    await expect(row(page, labels, "무선 이어폰")).toContainText("173,700");
    await expect(page.getByRole("figure", { name: labels.estimatedByMonth, exact: true })).toBeVisible();
    await page.getByRole("radio", { name: labels.relative }).check();
    await expect(page.getByRole("figure", { name: labels.relativeByMonth, exact: true })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole("figure", { name: labels.estimatedByMonth, exact: true })).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(`${shared}&chart=0`);
    await expect(page.getByRole("checkbox", { name: labels.selectKeyword("무선 이어폰"), exact: true })).toBeChecked();
    await expect(row(page, labels, "무선 이어폰")).toContainText("90,500");
  });
  await step("Google and Naver are shown side by side", async () => {
    await visit(page, labels, address(["무선 이어폰", "누리오", "없는 말"]));
    await page.getByRole("radio", { name: "함께 보기", exact: true }).check();
    await expect(page).toHaveURL(/provider=both/);
    // 173,700 searches on Naver of 264,200 on both.
    await expect(row(page, labels, "무선 이어폰")).toContainText(/90,500.*173,700.*66%/s);
    await expect(row(page, labels, "없는 말").getByText(labels.noData)).toHaveCount(2);
    await expect(page.getByRole("figure", { name: labels.searchesByMonth, exact: true })).toBeVisible();
    await expect(page.getByRole("figure", { name: labels.estimatedByMonth, exact: true })).toBeVisible();
    const ticks = async (name: string) =>
      (await page.getByRole("figure", { name, exact: true }).locator(".chart-tick[text-anchor=end]").allTextContents()).join();
    await expect(async () => {
      const scale = await ticks(labels.searchesByMonth);
      expect(scale).toContain("50,000");
      expect(await ticks(labels.estimatedByMonth)).toBe(scale);
    }).toPass();
    // A trend in the table has the color of its line, and is gray without one.
    const trend = row(page, labels, "무선 이어폰").locator(".sparkline .chart-line").first();
    await expect(trend).toHaveAttribute("data-series", "1");
    const other = page.getByRole("checkbox", { name: labels.selectKeyword("누리오"), exact: true });
    await other.check();
    await expect(trend).toHaveAttribute("data-series", "9");
    await other.uncheck();
    await expect(trend).toHaveAttribute("data-series", "1");
    const share = page.getByRole("columnheader", { name: "네이버 비중", exact: true });
    await share.getByRole("button").click();
    await expect(page).toHaveURL(/sort=-share/);
    await expect(share).toHaveAttribute("aria-sort", "descending");
    await expect(table(page, labels).getByRole("rowheader").last()).toContainText("없는 말");

    const { columns, rows } = await exportCsv(page, labels);
    expect(columns[1]).toMatch(/^Google: /);
    expect(rows.find(([keyword]) => keyword === "무선 이어폰")).toEqual(expect.arrayContaining(["90500", "173700"]));
    for (const [width, colorScheme] of [
      [1280, "dark"],
      [320, "light"],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await inBothLanguages(page, labels, ({ tag }) => expectNoHorizontalScroll(page, `both search engines at ${width} px in ${tag}`));
      await expectAccessible(page, `both search engines at ${width} px`);
    }
  });
  await step("a look-up that fails offline continues when the connection is back", async () => {
    await visit(page, labels, "/keywords");
    await page.getByRole("textbox", { name: labels.keywords }).fill("무선 이어폰");
    await context.setOffline(true);
    await page.getByRole("button", { name: labels.lookUp, exact: true }).click();
    await expect(page.getByText(labels.offline)).toBeVisible();
    await context.setOffline(false);
    await expect(row(page, labels, "무선 이어폰")).toContainText("90,500");
  }, /ERR_INTERNET_DISCONNECTED/);
});

koreanOrganizationTest("keyword data that is missing says why, and keywords become prompts in a new set", async ({ page, labels, platform, step }) => {
  await step("suggestions are added to the list, and prompts are made in a new set", async () => {
    await visit(page, labels, address(["무선 이어폰"]));
    await page.getByRole("button", { name: labels.suggestionsFor("무선 이어폰") }).click();
    const others = page.getByRole("dialog", { name: labels.suggestionsFor("무선 이어폰") });
    await others.getByRole("checkbox", { name: labels.selectKeyword("무선 이어폰 추천"), exact: true }).check();
    await expectAccessible(page, "the suggestions");
    const file = await exportCsv(page, labels, others);
    expect(file.rows.map(([keyword]) => keyword)).toContain("무선 이어폰 추천");
    await others.getByRole("button", { name: labels.addToList(1) }).click();
    await expect(others).toBeHidden();
    await expect(row(page, labels, "무선 이어폰 추천")).toBeVisible();

    await page.getByRole("button", { name: labels.makePrompts(2) }).click();
    const form = page.getByRole("dialog", { name: labels.makePromptsTitle });
    // There is no set yet: the first step creates one.
    await form.getByLabel(labels.name, { exact: true }).fill("Earbuds");
    await form.getByRole("button", { name: labels.save }).click();
    await form.getByLabel(labels.wording).fill("{keyword} 뭐가 좋아?");
    await expectAccessible(page, "the form of prompts");
    await form.getByRole("button", { name: labels.add(2), exact: true }).click();
    await expect(page.getByText(labels.added(2))).toBeVisible();
    const { prompts } = await platform.read<{ prompts: { content: string }[] }>("v1/platform/prompts");
    expect(prompts.map(({ content }) => content).sort()).toEqual(["무선 이어폰 뭐가 좋아?", "무선 이어폰 추천 뭐가 좋아?"]);
  });
  await step("keyword data that is not set up, rejected or unreachable looks different in each case", async () => {
    const asked: string[] = [];
    const fail = (status: number, code: string) => async (route: Route) => {
      asked.push(code);
      await route.fulfill({ status, json: { code, message: "provider", requestID: "request-4711" } });
    };
    await page.route(GOOGLE, fail(503, "KEYWORD_METRICS_NOT_CONFIGURED"));
    await visit(page, labels, address(["earbuds"]));
    const alert = page.getByRole("main").getByRole("alert").filter({ has: page.getByRole("heading") });
    await expect(alert.getByRole("heading")).toHaveText(labels.googleNotSetUp);
    await expect(alert).toContainText("request-4711");
    await expect(alert.getByRole("button", { name: labels.retry })).toHaveCount(0);
    await expect(page.locator(".finding")).toHaveCount(0);
    // The platform itself responds.
    await expect(page.getByText(labels.unreachable)).toHaveCount(0);

    await page.route(GOOGLE, fail(400, "KEYWORD_METRICS_PROVIDER_REJECTED"));
    await page.getByRole("button", { name: labels.lookUp, exact: true }).click();
    await expect(alert.getByRole("heading")).toHaveText(labels.googleRejected);
    await expect(alert).toContainText("earbuds");

    await page.route(GOOGLE, fail(502, "KEYWORD_METRICS_PROVIDER_UNAVAILABLE"));
    await page.getByRole("button", { name: labels.lookUp, exact: true }).click();
    await expect(alert.getByRole("heading")).toHaveText(labels.googleAway);
    await page.unroute(GOOGLE);
    await page.route(GOOGLE, answerWithVolumes);
    await alert.getByRole("button", { name: labels.retry }).click();
    await expect(row(page, labels, "earbuds")).toContainText("1,007");
    expect(asked.filter((code) => code === "KEYWORD_METRICS_NOT_CONFIGURED")).toHaveLength(1);
  }, /status of (400|502|503)/);
  await step("without trends of Naver, the volumes are shown", async () => {
    await page.route(NAVER_TREND, (route) => route.fulfill(NOT_CONFIGURED));
    await visit(page, labels, address(["무선 이어폰"], "&provider=naver"));
    await expect(page.getByText(labels.noNaverTrends)).toBeVisible();
    await expect(row(page, labels, "무선 이어폰")).toContainText("173,700");
  }, /status of 503/);
  await step("without Naver, the numbers of Google are shown beside the reason", async () => {
    await page.route(NAVER_METRICS, (route) => route.fulfill(NOT_CONFIGURED));
    await visit(page, labels, address(["무선 이어폰"], "&provider=both"));
    const alert = page.getByRole("main").getByRole("alert").filter({ has: page.getByRole("heading") });
    await expect(alert.getByRole("heading")).toHaveText(labels.naverNotSetUp);
    await expect(row(page, labels, "무선 이어폰")).toContainText("90,500");
    await expect(row(page, labels, "무선 이어폰")).toContainText(labels.notRead);
  }, /status of 503/);
});

demoTest("an address and a file have the keywords, which are checked before they are sent and stay text", async ({ page, labels, step }) => {
  const box = (keyword: string) => page.getByRole("checkbox", { name: labels.selectKeyword(keyword), exact: true });
  await step("an address has the keywords of the chart and its unit", async () => {
    const shared = address(["무선 이어폰", "없는 말", "러닝화"], "&provider=naver&unit=relative&chart=2-0");
    await visit(page, labels, shared);
    await expect(box("러닝화")).toBeChecked();
    await expect(box("무선 이어폰")).toBeChecked();
    await expect(box("없는 말")).not.toBeChecked();
    const chart = page.getByRole("figure", { name: labels.relativeByMonth, exact: true });
    await chart.getByRole("button", { name: labels.asTable }).click();
    await expect(chart.getByRole("columnheader")).toHaveCount(3);
    await box("러닝화").uncheck();
    await expect(page).toHaveURL(/&chart=0$/);
    await expect(chart.getByRole("columnheader")).toHaveCount(2);
  });
  await step("an address that selects keywords which it does not have shows all", async () => {
    await visit(page, labels, address(["무선 이어폰", "러닝화"], "&chart=7-x"));
    await expect(box("무선 이어폰")).not.toBeChecked();
    await expect(box("러닝화")).not.toBeChecked();
    await expect(page).not.toHaveURL(/chart/);
  });
  await step("a list is checked before it is sent, and typed text outlives a reload", async () => {
    const sent: string[] = [];
    page.on("request", (request) => request.url().includes("/keywords/") && sent.push(request.url()));
    await visit(page, labels, "/keywords");
    const field = page.getByRole("textbox", { name: labels.keywords });
    await page.getByRole("button", { name: labels.lookUp, exact: true }).click();
    await expect(page.getByText("Enter a keyword.")).toBeVisible();
    await expect(field).toBeFocused();
    await field.fill("가".repeat(81));
    await expect(field).toHaveAttribute("aria-invalid", "true");
    await field.fill(Array.from({ length: 1_001 }, (_, at) => `keyword ${at}`).join(","));
    await expect(field).toHaveAttribute("aria-invalid", "true");
    expect(sent).toEqual([]);
    await field.fill("earbuds");
    await expect(field).not.toHaveAttribute("aria-invalid", "true");
    await page.reload();
    await expect(field).toHaveValue("earbuds");
  });
  await step("a hostile keyword stays text", async () => {
    const hostile = "<img src=x onerror=alert(1)>\u202E";
    await page.route(GOOGLE, answerWithVolumes);
    await visit(page, labels, address([hostile]));
    await expect(row(page, labels, "<img src=x onerror=alert(1)>[U+202E]")).toBeVisible();
    await expect(page.getByRole("main").locator("img")).toHaveCount(0);
  });
  await step("the table is exported with a column for each month", async () => {
    await visit(page, labels, address(["10만원 이하 무선 이어폰", "없는 말"]));
    await expect(row(page, labels, "10만원 이하 무선 이어폰")).toContainText("1,900");
    const { rows } = await exportCsv(page, labels);
    expect(rows).toHaveLength(2);
    // The keyword, its five metrics, and twelve months of which three have no data.
    const [cells = [], unknown = []] = rows;
    expect(cells.slice(0, 2)).toEqual(["10만원 이하 무선 이어폰", "1900"]);
    expect(cells.slice(6)).toHaveLength(12);
    expect(cells.slice(6).filter((cell) => cell === "")).toHaveLength(3);
    expect(unknown.slice(1).every((cell) => cell === "")).toBe(true);
  });
});

organizationTest("Google's country and language are those of the organization, then the country that was chosen last", async ({ page, labels }) => {
  await changeOrganization(page, { region: "US" });
  await page.route(GOOGLE, answerWithVolumes);
  const country = page.getByRole("combobox", { name: "Country", exact: true });
  const language = page.getByRole("combobox", { name: "Language", exact: true });
  await visit(page, labels, "/keywords");
  await expect(country).toHaveValue("US");
  await expect(language).toHaveValue("en");
  await page.getByRole("textbox", { name: labels.keywords }).fill("earbuds");
  const asked = page.waitForRequest(GOOGLE);
  await page.getByRole("button", { name: labels.lookUp, exact: true }).click();
  expect((await asked).postDataJSON()).toMatchObject({ keywords: ["earbuds"], countryCode: "US", languageCode: "en" });
  await expect(page).toHaveURL("/keywords?q=earbuds&country=US&language=en");
  await country.focus();
  await country.selectOption("JP");
  await expect(page).toHaveURL("/keywords?q=earbuds&country=JP&language=ja");
  await visit(page, labels, "/keywords");
  await expect(country).toHaveValue("JP");
  await expect(language).toHaveValue("ja");
  // An address with keywords but without a country has the platform's default for everybody.
  await visit(page, labels, address(["earbuds"]));
  await expect(country).toHaveValue("KR");
  await expect(language).toHaveValue("ko");
});

organizationTest("many keywords are read in batches, without those that are rejected, and become prompts in the newest set", async ({
  page,
  labels,
  platform,
  step,
}) => {
  await platform.createSet("Commuters", []);
  await platform.createSet("Runners", []);
  await step("many keywords are read in batches, which can be stopped and continued", async () => {
    const keywords = Array.from({ length: 250 }, (_, at) => `keyword ${at}`);
    let release = (): void => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const sizes: number[] = [];
    await page.route(GOOGLE, async (route) => {
      const size = (route.request().postDataJSON() as { keywords: string[] }).keywords.length;
      sizes.push(size);
      if (sizes.length === 2) await held;
      await answerWithVolumes(route).catch(() => {});
    });
    await visit(page, labels, "/keywords");
    await page.getByRole("textbox", { name: labels.keywords }).fill(keywords.join("\n"));
    await page.getByRole("button", { name: labels.lookUp, exact: true }).click();
    await expect(page.getByText(labels.of(100, 250))).toBeVisible();
    await page.getByRole("button", { name: labels.cancel, exact: true }).click();
    await expect(page.getByText("Stopped after 100 of 250 keywords.")).toBeVisible();
    release();
    await page.getByRole("button", { name: "Continue", exact: true }).click();
    await expect(page.getByText(labels.makePrompts(250))).toBeVisible();
    expect(sizes).toEqual([100, 100, 100, 50]);
    await expect(table(page, labels).getByRole("row")).toHaveCount(101);
  });
  await step("a rejected request can be left out, and the others are read", async () => {
    const keywords = Array.from({ length: 101 }, (_, at) => `keyword ${at}`);
    await page.route(GOOGLE, async (route) => {
      const first = (route.request().postDataJSON() as { keywords: string[] }).keywords[0];
      if (first !== "keyword 0") return answerWithVolumes(route);
      await route.fulfill({ status: 400, json: { code: "KEYWORD_METRICS_PROVIDER_REJECTED", message: "no" } });
    });
    await visit(page, labels, address(keywords));
    await page.getByRole("button", { name: "Skip 100 and continue" }).click();
    await page.getByRole("columnheader", { name: "Monthly searches" }).getByRole("button").click();
    await expect(row(page, labels, "keyword 100")).toContainText("1,011");
    await expect(row(page, labels, "keyword 0")).toContainText("skipped");
  }, /status of 400/);
  await step("prompts are made in the set that was created last, not in the one that was selected before", async () => {
    await page.route(GOOGLE, answerWithVolumes);
    await visit(page, labels, address(["earbuds", "headphones"]));
    await page.getByRole("button", { name: labels.makePrompts(2) }).click();
    const form = page.getByRole("dialog", { name: labels.makePromptsTitle });
    const set = form.getByLabel(labels.set, { exact: true });
    await set.selectOption("Commuters");
    await form.getByRole("button", { name: labels.newSet }).click();
    await form.getByLabel(labels.name, { exact: true }).fill("Cyclists");
    await form.getByRole("button", { name: labels.save }).click();
    await expect(set.locator("option:checked")).toHaveText("Cyclists");
    await form.getByRole("button", { name: labels.add(2), exact: true }).click();
    await expect(page.getByText(labels.added(2))).toBeVisible();
    const { promptSets: sets } = await platform.read<{ promptSets: { id: string; name: string }[] }>("v1/platform/prompt-sets");
    const { prompts } = await platform.read<{ prompts: { promptSetID: string }[] }>("v1/platform/prompts");
    const names = prompts.map(({ promptSetID }) => sets.find(({ id }) => id === promptSetID)?.name);
    expect(names).toEqual(["Cyclists", "Cyclists"]);
  });
  await step("the keywords that no prompt contains are marked, listed alone, and become prompts", async () => {
    await visit(page, labels, address(["Ear Buds", "running shoes", "hiking boots"]));
    await expect(row(page, labels, "running shoes")).toContainText(labels.noPrompt);
    await expect(row(page, labels, "hiking boots")).toContainText(labels.noPrompt);
    await expect(row(page, labels, "Ear Buds")).not.toContainText(labels.noPrompt);
    await page.getByRole("checkbox", { name: labels.onlyWithoutPrompt(2) }).click();
    await expect(page).toHaveURL(/&prompts=none/);
    await inBothLanguages(page, labels, (labels) =>
      expect(page.getByRole("checkbox", { name: labels.onlyWithoutPrompt(2) })).toBeChecked(),
    );
    await expect(row(page, labels, "Ear Buds")).toHaveCount(0);
    await expectAccessible(page, "the keywords that no prompt contains");
    await page.getByRole("radio", { name: "Side by side", exact: true }).check();
    await expect(table(page, labels).getByRole("rowheader")).toHaveCount(2);
    await page.getByRole("button", { name: labels.makePrompts(2) }).click();
    const form = page.getByRole("dialog", { name: labels.makePromptsTitle });
    await form.getByLabel(labels.set, { exact: true }).selectOption("Cyclists");
    await form.getByRole("button", { name: labels.add(2), exact: true }).click();
    await expect(page.getByRole("heading", { name: "Every keyword has a prompt" })).toBeVisible();
    await page.getByRole("checkbox", { name: labels.onlyWithoutPrompt(0) }).click();
    await expect(table(page, labels).getByRole("rowheader")).toHaveText(["Ear Buds", "running shoes", "hiking boots"]);
  });
  await step("Korean keywords become Korean prompts in every language of the console", async () => {
    await visit(page, labels, address(["무선 이어폰"]));
    await page.getByRole("button", { name: /^Create prompts from/ }).click();
    const form = page.getByRole("dialog", { name: labels.makePromptsTitle });
    await expect(form.getByLabel("Prompts", { exact: true })).toHaveValue("무선 이어폰 추천해 줘");
  });
  await step("suggestions that no prompt contains are listed alone", async () => {
    await visit(page, labels, address(["무선 이어폰"], `&list=suggestions&of=${encodeURIComponent("무선 이어폰")}`));
    const others = page.getByRole("dialog", { name: labels.suggestionsFor("무선 이어폰") });
    const rows = others.getByRole("rowheader");
    await expect(rows.first()).toContainText(labels.noPrompt);
    const count = await rows.count();
    const suggestion = (await rows.first().locator("bdi").textContent()) ?? "";
    await platform.createSet("Suggested", [`Which ${suggestion}?`]);
    await page.reload();
    await others.getByRole("checkbox", { name: /^Only without a prompt/ }).click();
    await expect(rows.filter({ hasNot: page.getByText(suggestion, { exact: true }) }).first()).toBeVisible();
    await expect(rows.getByText(suggestion, { exact: true })).toHaveCount(0);
    expect(await rows.count()).toBeLessThan(count);
  });
  await step("keywords that could not be compared have no mark, and all are listed", async () => {
    await page.route(UNASKED, (route) => route.fulfill({ status: 400, json: { code: "COMMON_VALIDATION", message: "no" } }));
    await visit(page, labels, address(["mittens", "earbuds"], "&prompts=none"));
    await expect(page.getByText("The keywords could not be compared with your prompts.")).toBeVisible();
    await expect(table(page, labels).getByRole("rowheader")).toHaveText(["mittens", "earbuds"]);
    await page.unroute(UNASKED);
    await page.getByRole("main").getByRole("button", { name: labels.retry }).click();
    // The mark would be in every row.
    await expect(table(page, labels).getByRole("rowheader")).toHaveText(["mittens"]);
  }, /status of 400/);
});
