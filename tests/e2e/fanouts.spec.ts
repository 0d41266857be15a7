import type { Page } from "@playwright/test";
import { answerHeld, type Counted, fakeAnalysisWorker } from "../analysis";
import { expectAccessible, expectNoHorizontalScroll } from "../accessibility";
import { column, exportCsv } from "../csv";
import { expect, test } from "../fixtures";
import { openFilters } from "../filters";
import { languages } from "../labels";
import { demo } from "../platform";
import { signInWithKey } from "../sign-in";

const { key: KEY, platform } = demo();
const FANOUTS = "**/api/v1/platform/statistics/fanouts?*";
const PROMPT = "0".repeat(21) + "1";
const ANSWER = "0".repeat(21) + "2";

interface Fanouts {
  fanouts: { query: string; fanoutCount: number }[];
  totalFanouts: number;
}

async function ranking(filter = ""): Promise<Fanouts> {
  return platform.read<Fanouts>(`v1/platform/statistics/fanouts?limit=100${filter}`);
}

/** The own brand of the demo: the one with a website of the organization. */
async function ownBrand(): Promise<string> {
  interface Organization {
    websites: string[];
  }
  interface Brands {
    brands: { name: string; websites: string[] }[];
  }
  const host = (address: string) => new URL(address).hostname.replace(/^www\./, "");
  const { websites } = await platform.read<Organization>("v1/platform/organizations/me");
  const { brands } = await platform.read<Brands>("v1/platform/brands?limit=100");
  const found = brands.find((brand) => brand.websites.some((site) => websites.map(host).includes(host(site))));
  if (!found) throw new Error("no brand of the demo has a website of the organization");
  return found.name;
}

interface FakeWorkerOptions extends Pick<Counted, "held" | "coverage"> {
  /** The prompts without a search, and all. */
  searchless?: number;
  prompts?: number;
}

/** Prompts without a search. */
function withoutSearch(count: number): { id: string; question: string; answers: number }[] {
  const more = Array.from({ length: Math.max(count - 1, 0) }, (_, at) => ({ id: String(at + 1_000).padStart(22, "0"), question: `${at}번 신발은?`, answers: 2 }));
  return [{ id: PROMPT, question: "<b>Which shoes?</b>", answers: 12 }, ...more].slice(0, count);
}

/** Replaces the worker with a fake that finds the own brand in the second search, and knows prompts without a search. */
async function fakeWorker(page: Page, options: FakeWorkerOptions = {}): Promise<Fanouts> {
  const { searchless = 1, prompts = 20 * searchless, held = [], coverage = { kept: 1, total: 1 } } = options;
  const found = await ranking("&include=models,regions");
  const { fanouts } = found;
  const start = new TextEncoder().encode(`${fanouts[0]?.query}\n`).length;
  const values = {
    mentions: { brands: ["Elsewhere", await ownBrand()], mentions: [{ start: 0, end: 2, brand: 0 }, { start, end: start + 2, brand: 1 }] },
    promptsWithoutSearch: { prompts, withoutSearch: searchless, mostAsked: withoutSearch(searchless) },
    answersWith: { total: 40, newest: [{ id: ANSWER, question: "Which shoes are light?", model: "CHATGPT", createdAt: "2026-11-20T00:00:00.000Z" }] },
  };
  await fakeAnalysisWorker(page, { brands: [], periods: [], answers: 1, prompts: 1, values, held, coverage });
  return found;
}

for (const language of languages) {
  test.describe(language, () => {
    test.use({ language });

    test("the ranking shows which searches leave out the own brand, and only those if asked", async ({ page, labels }) => {
      const found = await fakeWorker(page);
      const { fanouts } = found;
      // Other tests use the same organization: the page gets the ranking that the worker knows.
      await page.route(FANOUTS, (route) => route.fulfill({ json: found }));
      await signInWithKey(page, labels, KEY, "/fan-outs");
      const table = page.getByRole("region", { name: labels.searchRanking });
      await expect(table.getByRole("rowheader")).toHaveCount(Math.min(20, fanouts.length));
      await expect(table.getByRole("rowheader").nth(1)).toContainText(labels.ownBrand);
      await expect(table.getByRole("rowheader").nth(0)).not.toContainText(labels.ownBrand);
      await page.getByRole("radio", { name: labels.withoutOwn }).check();
      await expect(page).toHaveURL(/own=absent/);
      const without = fanouts.filter((_, at) => at !== 1).map(({ query }) => query);
      await expect(table.getByRole("rowheader").nth(1)).toContainText(without[1] ?? "");
      const file = await exportCsv(page, labels);
      expect(file.rows.map(([query]) => query)).toEqual(without);
      for (const [width, height, colorScheme] of [
        [1280, 800, "light"],
        [320, 640, "dark"],
        [320, 256, "light"],
      ] as const) {
        await page.setViewportSize({ width, height });
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        await expectNoHorizontalScroll(page, `fan-outs at ${width} px`);
        await expectAccessible(page, `fan-outs at ${width} px`);
      }
    });

    test("a search leads to the answers for which a model ran it", async ({ page, labels }) => {
      const [first] = (await ranking()).fanouts;
      await signInWithKey(page, labels, KEY, "/fan-outs");
      await page.getByRole("region", { name: labels.searchRanking }).getByRole("rowheader").first().getByRole("link").click();
      await expect(page).toHaveURL(/\/fan-outs\?search=/);
      const answers = page.getByRole("region", { name: labels.answersBehind, exact: true });
      await answers.getByRole("rowheader").first().getByRole("link").click({ timeout: 40_000 });
      await expect(page).toHaveURL(/\/answers\/\w{22}/);
      const [id = ""] = new URL(page.url()).pathname.split("/").slice(-1);
      const answer = await platform.read<{ fanouts: string[] }>(`v1/platform/answers/${id}`);
      expect(answer.fanouts).toContain(first?.query);
    });
  });
}

test("no search counts as one without the own brand until the worker has looked for the brand", async ({ page, labels }) => {
  const found = await fakeWorker(page, { held: ["mentions"] });
  await page.route(FANOUTS, (route) => route.fulfill({ json: found }));
  await signInWithKey(page, labels, KEY, "/fan-outs?own=absent");
  const table = page.getByRole("region", { name: labels.searchRanking });
  await expect(table.getByRole("radio", { name: labels.withoutOwn })).toBeChecked();
  await expect(table.getByRole("status", { name: labels.loading })).toBeVisible();
  await expect(table.getByRole("rowheader")).toHaveCount(0);
  const file = page.getByRole("button", { name: labels.exportCsv }).first();
  await expect(file).toBeDisabled();
  await answerHeld(page);
  await expect(table.getByRole("rowheader").first()).toContainText(found.fanouts[0]?.query ?? "");
  await expect(table.getByRole("rowheader").nth(1)).toContainText(found.fanouts[2]?.query ?? "");
  await expect(file).toBeEnabled();
});

test("a worker that fails says so in place of the searches without the own brand", async ({ page, labels, pageErrors }) => {
  pageErrors.expect(/broken/);
  const script = { contentType: "text/javascript", body: "throw new Error('broken');" };
  await page.route("**/analysis-*.js", (route) => route.fulfill(script));
  await signInWithKey(page, labels, KEY, "/fan-outs?own=absent");
  const table = page.getByRole("region", { name: labels.searchRanking });
  await expect(table.getByRole("alert")).toContainText(labels.analysisFailed);
  await expect(table.getByRole("rowheader")).toHaveCount(0);
});

test("prompts without a search show that none of their answers has one, and link to them", async ({ page, labels }) => {
  await fakeWorker(page);
  await signInWithKey(page, labels, KEY, "/fan-outs");
  const section = page.getByRole("region", { name: labels.searchless });
  await expect(section).toContainText("For 1 of 20 prompts, no model searched.");
  await expect(section.getByRole("rowheader")).toHaveText("<b>Which shoes?</b>");
  await expect(section.getByRole("link", { name: labels.noneOf(12) })).toHaveAttribute("href", `/answers?prompt=${PROMPT}`);
  await expect(section.locator("details.methodology")).toContainText("Sample: 20 prompts.");
  const file = await exportCsv(page, labels, section);
  expect(file.rows).toEqual([["<b>Which shoes?</b>", "12", PROMPT]]);
});

test("the file of prompts without a search includes those that the page does not show", async ({ page, labels }) => {
  await fakeWorker(page, { searchless: 250 });
  await signInWithKey(page, labels, KEY, "/fan-outs");
  const section = page.getByRole("region", { name: labels.searchless });
  await expect(section.getByRole("rowheader")).toHaveCount(20);
  const all = withoutSearch(250).map(({ id, question, answers }) => [question, String(answers), id]);
  expect((await exportCsv(page, labels, section)).rows).toEqual(all);
  await section.getByRole("button", { name: /^Show/ }).click();
  await expect(section.getByRole("rowheader")).toHaveCount(200);
  await expect(section).toContainText("The 200 with the most answers are listed.");
  expect((await exportCsv(page, labels, section)).rows).toEqual(all);
});

test("the ranking says which searches it looks at, and where in them", async ({ page, labels }) => {
  const found = await fakeWorker(page);
  await page.route(FANOUTS, (route) => route.fulfill({ json: found }));
  const [{ fanouts }, own] = [found, await ownBrand()];
  await signInWithKey(page, labels, KEY, "/fan-outs");
  const table = page.getByRole("region", { name: labels.searchRanking });
  await expect(table).toContainText(`${fanouts.length - 1} of ${fanouts.length} searches do not mention ${own} in their text.`);
  await table.getByText("How is this counted?").click();
  await expect(table.getByText(/at most the 100 most frequent searches, and your brand is looked for in these only/)).toBeVisible();
});

test("the links of a list with the same counts follow the filter", async ({ page, labels }) => {
  await fakeWorker(page);
  await signInWithKey(page, labels, KEY, "/fan-outs");
  const link = page.getByRole("region", { name: labels.searchless }).getByRole("link", { name: labels.noneOf(12) });
  await expect(link).toHaveAttribute("href", `/answers?prompt=${PROMPT}`);
  await (await openFilters(page, labels)).getByLabel(labels.model, { exact: true }).selectOption("CHATGPT");
  await expect(page).toHaveURL(/model=CHATGPT/);
  await expect(link).toHaveAttribute("href", `/answers?prompt=${PROMPT}&model=CHATGPT`);
});

test("without answers, the prompts without a search say whether a filter matches none or answers are being read", async ({ page, labels }) => {
  await fakeWorker(page, { searchless: 0, coverage: { kept: 4, total: 4 } });
  await signInWithKey(page, labels, KEY, "/fan-outs?model=NAVER_AI_TAB");
  const section = page.getByRole("region", { name: labels.searchless });
  await expect(section).toContainText("No answers match these filters");
  await expect(section).not.toContainText("No run has finished yet.");
  await fakeWorker(page, { searchless: 0, coverage: { kept: 1, total: 4 } });
  await signInWithKey(page, labels, KEY, "/fan-outs?model=NAVER_AI_TAB");
  await expect(section).toContainText("Counted from 1 of 4 answers");
  await expect(section).not.toContainText("No answers match these filters");
});

test("with one prompt, each search is compared with it word by word", async ({ page, labels }) => {
  interface Answers {
    answers: { promptID: string; query: string; fanouts: string[] }[];
  }
  const { answers } = await platform.read<Answers>("v1/platform/answers?limit=100");
  const answer = answers.find(({ query, fanouts }) => fanouts.some((search) => search !== query));
  await fakeWorker(page);
  await signInWithKey(page, labels, KEY, `/fan-outs?prompt=${answer?.promptID}`);
  const table = page.getByRole("region", { name: labels.searchRanking });
  const { fanouts } = await ranking(`&promptID=${answer?.promptID}`);
  await expect(table.getByRole("rowheader")).toHaveCount(Math.min(20, fanouts.length));
  await expect(table.getByText("A + and an underline mark words that are not in the prompt.")).toBeVisible();
  expect(await table.locator("ins, del").count()).toBeGreaterThan(0);
});

test("the chart of searches reads each value, and its table has the same", async ({ page, labels }) => {
  const { fanouts, totalFanouts } = await ranking();
  await fakeWorker(page);
  await signInWithKey(page, labels, KEY, "/fan-outs?view=chart");
  const chart = page.getByRole("application", { name: labels.searchRanking });
  await chart.focus();
  await page.keyboard.press("Home");
  const times = `${fanouts[0]?.fanoutCount} of ${totalFanouts.toLocaleString("en")} searches`;
  await expect(chart.locator("[aria-live]")).toContainText(times);
  const figure = page.getByRole("figure", { name: labels.searchRanking });
  await figure.getByRole("button", { name: labels.asTable }).click();
  await expect(figure.getByRole("rowheader")).toHaveText(fanouts.map(({ query }) => query));
});

test("the file of the ranking has the platform's counts", async ({ page, labels }) => {
  await fakeWorker(page);
  await signInWithKey(page, labels, KEY, "/fan-outs");
  await expect(page.getByRole("region", { name: labels.searchRanking }).getByRole("rowheader").first()).toBeVisible();
  const { fanouts } = await ranking();
  const file = await exportCsv(page, labels);
  expect(column(file, "Count")).toEqual(fanouts.map(({ fanoutCount }) => String(fanoutCount)));
});
