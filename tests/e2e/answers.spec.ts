import type { Locator, Page } from "@playwright/test";
import { passTimeUntil } from "../clock";
import { openFilters } from "../filters";
import { demoTest, expect, FAILURE, organizationTest } from "../fixtures";
import { fakeMetrics } from "../metrics";
import { changeResponses, demo, demoAnswer, demoBrands } from "../platform";
import { submitAndFinish } from "../runs";
import { follow, goTo, visit } from "../sign-in";
import type { Labels } from "../labels";

const { platform } = demo();

interface Answers {
  answers: { id: string; model: string; query: string; content: string; brands: { brand: { name: string } }[] }[];
  nextCursor: string | null;
}

interface Matches {
  answers: { id: string; model: string; promptID: string; runID?: string; region: string }[];
  totalAnswers: number;
}

/** The answers of a page of the list. */
const PAGE = 60;
/** How many of them are to the same prompt, by another model each. */
const MODELS = 4;

/** The end of a list that shows some pages. */
function end(page: Page, labels: Labels, pages: number): Locator {
  return page.getByText(labels.answersShown(pages * PAGE, (pages * PAGE) / MODELS));
}

/** The rows of the list, without the header: each has the answers to one prompt that one run asked. */
function rows(page: Page) {
  return page.getByRole("table").getByRole("rowheader");
}

/** The prompts of the rows, which lead to their first answers. */
function prompts(page: Page): Locator {
  return rows(page).locator("> a");
}

/** The models of the rows, which lead to all answers. */
function models(page: Page): Locator {
  return rows(page).locator(".answer-models").getByRole("link");
}

/** The answer of the model that is first in the platform's list. */
function firstByModel<A extends { model: string }>(answers: A[]): A {
  const place = ({ model }: A) => ["CHATGPT", "PERPLEXITY", "GEMINI", "NAVER_AI_BRIEFING"].indexOf(model);
  return [...answers].sort((one, other) => place(one) - place(other))[0]!;
}

async function applyFilters(page: Page, labels: Labels): Promise<void> {
  const conditions = await openFilters(page, labels);
  await conditions.getByLabel(labels.model, { exact: true }).selectOption("CHATGPT");
  await conditions.getByLabel(labels.set, { exact: true }).selectOption({ index: 1 });
  await expect(page).toHaveURL(/set=.+model=CHATGPT/);
}

demoTest("the list of answers keeps its filters in the address, and says once what holds for all", async ({ page, context, labels, step }) => {
  await step("the route of all answers is said once, in the head of the table", async () => {
    await visit(page, labels, "/answers");
    await expect(rows(page)).toHaveCount(PAGE / MODELS);
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 });
      await expect(page.locator("thead .tag:visible")).toHaveText(["Local"]);
      await expect(page.locator("tbody .tag")).toHaveCount(0);
    }
  });
  await step("each filter can be removed, and an empty result says so", async () => {
    await visit(page, labels, "/answers?model=CHATGPT&from=2001-01-01T00:00:00Z&to=2001-01-02T00:00:00Z");
    await expect(page.getByText(labels.noneMeets)).toBeVisible();
    const conditions = page.getByRole("list", { name: labels.conditions });
    await conditions.getByRole("button", { name: /^Remove filter: From/ }).click();
    await conditions.getByRole("button", { name: /^Remove filter: To/ }).click();
    await expect(rows(page)).toHaveCount(PAGE);
    await expect(page).toHaveURL(/\/answers\?model=CHATGPT$/);
    await conditions.getByRole("link", { name: "Clear all" }).click();
    await expect(page).toHaveURL(/\/answers$/);
  });
  await step("choosing a filter adds a history entry, and typing a search does not", async () => {
    await visit(page, labels, "/answers");
    const filters = await openFilters(page, labels);
    await filters.getByLabel(labels.model, { exact: true }).selectOption("CHATGPT");
    await expect(page).toHaveURL(/model=CHATGPT$/);
    await filters.getByLabel(labels.model, { exact: true }).selectOption("CLAUDE");
    await expect(page).toHaveURL(/model=CLAUDE$/);
    await page.goBack();
    await expect(page).toHaveURL(/model=CHATGPT$/);
    await expect(filters.getByLabel(labels.model, { exact: true })).toHaveValue("CHATGPT");

    await goTo(page, labels, labels.prompts);
    const entries = await page.evaluate(() => history.length);
    await page.getByLabel(labels.search).fill("earbuds");
    await expect(page).toHaveURL(/q=earbuds/);
    expect(await page.evaluate(() => history.length)).toBe(entries);
  });
  await step("a period that ends before it starts is not sent", async () => {
    await visit(page, labels, "/answers?days=all");
    await expect(rows(page)).toHaveCount(PAGE / MODELS);
    const filters = await openFilters(page, labels);
    // The answers, and their number.
    const read = ["/v1/platform/answers", "/metrics/answers"].map((operation) =>
      page.waitForResponse((response) => {
        const { pathname, searchParams } = new URL(response.url());
        return pathname.endsWith(operation) && searchParams.has("from");
      }),
    );
    await filters.getByLabel("From").fill("2026-11-10");
    await expect(page).toHaveURL(/from=/);
    await Promise.all(read);
    const asked: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("answers")) asked.push(request.url());
    });
    await filters.getByLabel("To").fill("2026-11-01");
    // Once, for both.
    await expect(filters.getByText("The end date is before the start date.")).toBeVisible();
    await expect(filters.getByLabel("To")).toHaveValue("2026-11-01");
    expect(new URL(page.url()).searchParams.has("to")).toBe(false);
    expect(asked).toEqual([]);
    await filters.getByLabel("From").fill("2026-10-01");
    await expect(page).toHaveURL(/from=.+&to=/);
  });
  await step("filters are stored in the URL, and the URL shows the same list in another tab", async () => {
    await visit(page, labels, "/answers?days=all");
    await applyFilters(page, labels);
    await expect(rows(page)).toHaveCount(PAGE);
    const shown = await prompts(page).allInnerTexts();
    const path = `v1/platform/answers?limit=${PAGE}&status=SUCCESS&${new URL(page.url()).searchParams}`.replace("set=", "promptSetID=").replace("&days=all", "");
    const { answers } = await platform.read<Answers>(path);
    expect(shown).toEqual(answers.map(({ query }) => query));
    expect(new Set(answers.map(({ model }) => model))).toEqual(new Set(["CHATGPT"]));

    const other = await context.newPage();
    await other.goto(page.url());
    const filters = await openFilters(other, labels);
    await expect(filters.getByLabel(labels.model, { exact: true })).toHaveValue("CHATGPT");
    await expect(rows(other)).toHaveCount(PAGE);
    expect(await prompts(other).allInnerTexts()).toEqual(shown);
    await other.close();
  });
});

organizationTest("while a run collects answers, the list of answers is read again only where it is shown", async ({ page, labels, platform }) => {
  const promptSetID = await platform.createSet("Commuters", ["Which earbuds fit small ears?"]);
  const [id] = await submitAndFinish(platform, [{ promptSetID, models: ["CHATGPT"] }]);
  await page.clock.install();
  await visit(page, labels, "/answers");
  await expect(rows(page)).toHaveCount(1);
  let polls = 0;
  await changeResponses(page, `**/platform/runs/${id}`, (run) => {
    polls += 1;
    return polls === 1 ? { ...run, status: "RUNNING", finishedCount: 0, successCount: 0, runningCount: 1 } : run;
  });
  const read: string[] = [];
  page.on("request", (request) => read.push(new URL(request.url()).pathname));
  await follow(page, `/runs/${id}`);
  await passTimeUntil(page, () => expect(page.getByText(labels.finished, { exact: true })).toBeVisible({ timeout: 1 }));
  expect(read).not.toContain("/api/v1/platform/answers");
  await goTo(page, labels, labels.answers);
  await expect.poll(() => read).toContain("/api/v1/platform/answers");
});

demoTest("the list of answers grows at its end, and leads to answers and back", async ({ page, labels, step }) => {
  await step("back and forward move between an answer and the unchanged list", async () => {
    await visit(page, labels, "/answers?days=all");
    await applyFilters(page, labels);
    await expect(rows(page)).toHaveCount(PAGE);
    const filtered = page.url();
    const third = prompts(page).nth(2);
    const prompt = await third.innerText();
    await third.click();
    await expect(page.getByRole("heading", { level: 1, name: prompt, exact: true })).toBeVisible();
    const answer = page.url();

    await page.goBack();
    await expect(page).toHaveURL(filtered);
    await expect(rows(page)).toHaveCount(PAGE);
    await expect(third).toBeFocused();
    await page.goForward();
    await expect(page).toHaveURL(answer);
    await page.getByRole("link", { name: labels.nextInList }).click();
    await expect(page).not.toHaveURL(answer);
    await page.getByRole("link", { name: "Previous in the list" }).click();
    await expect(page).toHaveURL(answer);
  });
  await step("the link to the next answer keeps the focus where no list is known", async () => {
    const { id } = await demoAnswer("SUCCESS");
    await visit(page, labels, `/answers/${id}`);
    const next = page.getByRole("link", { name: labels.nextInList });
    const address = await next.getAttribute("href");
    await next.press("Enter");
    await expect(page).toHaveURL(`${address}`);
    await expect(next).not.toHaveAttribute("href", `${address}`);
    await expect(next).toBeFocused();
  });
  await step("scrolling to the end loads the next page, and each answer appears once", async () => {
    await visit(page, labels, "/answers");
    for (const pages of [1, 2]) {
      await expect(rows(page)).toHaveCount((pages * PAGE) / MODELS);
      await end(page, labels, pages).scrollIntoViewIfNeeded();
      await expect(end(page, labels, pages + 1)).toBeVisible();
    }
    const links = await models(page).evaluateAll((links) => links.map((link) => link.getAttribute("href")));
    expect(new Set(links).size).toBe(3 * PAGE);
    expect(links).toHaveLength(3 * PAGE);
  });
  await step("a failed next page keeps the loaded rows, shows the error and can be retried", async () => {
    await page.route(
      (url) => url.pathname.endsWith("/answers") && url.searchParams.has("cursor"),
      (route) => route.fulfill(FAILURE),
      { times: 1 },
    );
    await visit(page, labels, "/answers");
    await end(page, labels, 1).scrollIntoViewIfNeeded();
    const failed = page.getByRole("alert");
    await expect(failed).toContainText("request-4711");
    await expect(rows(page)).toHaveCount(PAGE / MODELS);
    await failed.getByRole("button", { name: labels.retry }).click();
    await expect(end(page, labels, 2)).toBeVisible();
  }, /status of 500/);
  await step("a row has the models that answered a prompt, and the brands that their answers name", async () => {
    const question = "Nurio Air 2 vs Tavrin Q7: battery and noise cancelling";
    const { prompts: found } = await platform.read<{ prompts: { id: string; content: string }[] }>("v1/platform/prompts?limit=100");
    const prompt = found.find(({ content }) => content === question)?.id;
    await visit(page, labels, `/answers?prompt=${prompt}`);
    const row = rows(page).first();
    await expect(row.locator("> a")).toHaveText(question);
    const path = `v1/platform/answers?limit=${MODELS}&status=SUCCESS&include=brands&promptID=${prompt}`;
    const { answers } = await platform.read<Answers>(path);
    await expect(row.locator(".answer-models").getByRole("link")).toHaveCount(answers.length);
    const named = answers.filter(({ brands }) => brands.some(({ brand }) => brand.name === "Nurio"));
    expect(named.length).toBeGreaterThan(0);
    const brands = page.getByRole("row", { name: question }).first().getByRole("cell").first();
    await expect(brands.getByRole("listitem").filter({ hasText: "Nurio" })).toHaveText(`Nurio ${named.length}`);

    // The models are in the order of the platform's list. The first one's answer is quoted, and opens with the row.
    const { id, content } = firstByModel(answers);
    await expect(row.locator("> a")).toHaveAttribute("href", new RegExp(`^/answers/${id}`));
    const quote = await row.locator(".answer-models > :last-child bdi").innerText();
    expect(content.replaceAll("**", "")).toContain(quote.slice(0, 20));
    await expect(row.locator(".answer-models > :last-child")).toHaveText(/^ChatGPT: ./);
    const last = answers.find(({ model }) => model === "NAVER_AI_BRIEFING");
    await row.locator(".answer-models").getByRole("link").last().click();
    await expect(page).toHaveURL(new RegExp(`/answers/${last?.id}`));
    await page.goBack();
    await brands.getByRole("link", { name: "Nurio", exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Nurio" })).toBeVisible();
    await expect(page).toHaveURL(/answers=named/);
  });
  await step("a failed answer explains why it has no text and shows no sources or searches", async () => {
    const { id, promptID } = await demoAnswer("FAILED");
    await visit(page, labels, `/answers/${id}`);
    await expect(page.getByRole("link", { name: "All answers to this prompt" })).toHaveAttribute("href", `/prompts/${promptID}?days=all`);
    await expect(page.getByRole("link", { name: "Ask again" })).toHaveAttribute("href", new RegExp(`^/runs/new\\?prompts=${promptID}&models=`));
    await expect(page.getByText("The local documents have nothing about this prompt. Ask a model of a real service.")).toBeVisible();
    await expect(page.getByRole("heading", { level: 2 }).filter({ hasText: /sources|searches/i })).toHaveCount(0);
  });
});

demoTest("an answer leads back to the sources or searches that opened it, and to no answer beside it", async ({ page, labels }) => {
  const { id, query } = await demoAnswer("SUCCESS");
  const answer = { id, promptID: id, query, model: "CHATGPT", region: "KR", createdAt: "2026-11-20T00:00:00Z", brands: [] };
  const coverage = { answers: 1, counted: 1 };
  const values = { answers: { coverage, totalAnswers: 1, answers: [answer], nextCursor: null } };
  await fakeMetrics(page, { brands: [], periods: [], answers: 1, prompts: 1, values });
  const main = page.getByRole("main");
  await visit(page, labels, "/sources");
  for (const [opener, list, ranking] of [
    [labels.sourcesPage, "/sources", labels.mostCited],
    [labels.fanoutsPage, "/fan-outs", labels.searchRanking],
  ] as const) {
    await goTo(page, labels, opener);
    await main.getByRole("region", { name: ranking }).getByRole("rowheader").first().getByRole("link").first().click();
    const answers = main.getByRole("region", { name: labels.answers, exact: true });
    await expect(answers.getByRole("rowheader")).toHaveCount(1);
    const from = page.url();
    expect(new URL(from).pathname).toBe(list);
    await answers.getByRole("rowheader").getByRole("link").click();
    await expect(page).toHaveURL(new RegExp(`/answers/${id}`));
    await expect(main.getByRole("region", { name: labels.answerText })).toBeVisible();
    await expect(main.getByRole("link", { name: labels.nextInList })).toHaveCount(0);
    await main.getByRole("link", { name: opener, exact: true }).click();
    await expect(page).toHaveURL(from);
    await expect(answers.getByRole("rowheader")).toHaveCount(1);
  }
  // The browser can also go from the one answer to the other at once.
  const back = (opener: string) => main.getByRole("link", { name: opener, exact: true });
  await page.goBack();
  await expect(back(labels.fanoutsPage)).toBeVisible();
  await page.evaluate(() => history.go(-4));
  await expect(back(labels.sourcesPage)).toBeVisible();
});

demoTest("the filter by a brand leaves the answers that name it, after a reload, beside an answer and in a search", async ({ page, labels }) => {
  const brands = await demoBrands();
  const brand = brands.find(({ name }) => name === "Nurio")?.id;
  const matches = "v1beta/platform/metrics/answers?limit";
  const all = await platform.read<Matches>(`${matches}=1`);
  const { answers, totalAnswers } = await platform.read<Matches>(`${matches}=${PAGE}&namesBrandIDs=${brand}`);
  expect(totalAnswers).toBeLessThan(all.totalAnswers);
  const ofRow = ({ promptID, runID, region }: Matches["answers"][number]) => `${promptID} ${runID} ${region}`;
  const starts = answers.flatMap((answer, at) => (answers[at - 1] && ofRow(answer) === ofRow(answers[at - 1]!) ? [] : [at]));
  const first = starts.map((start, at) => firstByModel(answers.slice(start, starts[at + 1])));

  await visit(page, labels, "/answers?days=all");
  const [naming, of] = [totalAnswers, all.totalAnswers].map((count) => count.toLocaleString("en"));
  const finding = page.locator(".finding").getByRole("link");
  await expect(finding).toHaveText(new RegExp(`^[\\d.]+% of all answers mention Nurio \\(${naming} of ${of}\\)\\.$`));
  await expect(finding).toHaveAttribute("href", `/answers?brand=${brand}&days=all`);
  const field = (await openFilters(page, labels)).getByLabel("Mentioned brand", { exact: true });
  await field.selectOption({ label: "Nurio" });
  await expect(page).toHaveURL(`/answers?brand=${brand}&days=all`);
  const expectList = async (query: string, ids: string[]) => {
    const addresses = ids.map((id) => `/answers/${id}?${query}`);
    await expect(prompts(page).first()).toHaveAttribute("href", addresses[0] ?? "");
    const shown = await prompts(page).evaluateAll((links) => links.map((link) => link.getAttribute("href")));
    // The next page may be there, too.
    expect(shown.slice(0, ids.length)).toEqual(addresses);
  };
  const expectNamed = async () => {
    await expectList(`brand=${brand}&days=all`, first.map(({ id }) => id));
    await expect(page.getByRole("rowheader").first().locator(".answer-models .cell-note")).toContainText(/\S/);
    await expect(page.locator(".scope-total")).toHaveText(`${totalAnswers.toLocaleString("en")} answers`);
    await expect(page.getByRole("list", { name: labels.conditions })).toContainText(/Mentioned brand\s*Nurio/);
  };
  await expectNamed();
  await page.reload();
  await expectNamed();
  await openFilters(page, labels);
  await expect(field).toHaveValue(brand ?? "");

  await prompts(page).first().click();
  await page.getByRole("link", { name: labels.nextInList }).click();
  const next = answers[answers.indexOf(first[0]!) + 1];
  await expect(page).toHaveURL(`/answers/${next?.id}?brand=${brand}&days=all`);
  await page.getByRole("main").getByRole("link", { name: labels.answers, exact: true }).click();
  await expectNamed();

  const found = await platform.read<{ answers: { answer: { id: string; brands: { brand: { id: string } }[] } }[] }>(
    "v1beta/platform/metrics/answer-texts?limit=100&phrase=Tavrin",
  );
  const both = found.answers.filter(({ answer }) => answer.brands.some((named) => named.brand.id === brand));
  expect(both.length).toBeGreaterThan(0);
  await page.getByLabel(labels.searchAnswers).fill("Tavrin");
  await expectList(`brand=${brand}&days=all&q=Tavrin`, both.map(({ answer }) => answer.id));

  await page.getByLabel(labels.searchAnswers).fill("");
  await expect(page).toHaveURL(`/answers?brand=${brand}&days=all`);
  await page.getByRole("button", { name: /^Remove filter: Mentioned brand/ }).click();
  await expect(page).toHaveURL(/\/answers\?days=all$/);
  await expect(page.locator(".scope-total")).toHaveText(`${all.totalAnswers.toLocaleString("en")} answers`);
});
