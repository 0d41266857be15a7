import type { Page } from "@playwright/test";
import { expectAccessible } from "../accessibility";
import { column, exportCsv } from "../csv";
import { expect, FAILURE, koreanOrganizationTest, organizationTest } from "../fixtures";
import { openFilters } from "../filters";
import { expectFitsInBothLanguages, inBothLanguages } from "../language";
import { changeResponses, type Platform } from "../platform";
import { submitAndFinish } from "../runs";
import { visit } from "../sign-in";

const PROMPTS = ["Which wireless earbuds are good?", "가벼운 러닝화를 추천해 주세요.", "Is noise cancelling worth it?"];

interface Answer {
  id: string;
  content: string;
  query: string;
}

/** Finishes a run, and returns its answers. */
async function collect(platform: Platform): Promise<Answer[]> {
  const promptSetID = await platform.createSet("Texts", PROMPTS);
  await submitAndFinish(platform, [{ promptSetID, models: ["CHATGPT", "CLAUDE"] }]);
  return (await platform.read<{ answers: Answer[] }>("v1/platform/answers?limit=100")).answers;
}

/** A word that some of the answers have, and not all. */
function wordOf(answers: Answer[]): string {
  const words = answers.flatMap(({ content }) => content.match(/[A-Za-z]{5,}/g) ?? []);
  const having = (word: string) => withPhrase(answers, word).length;
  const word = words.find((word) => having(word) > 0 && having(word) < answers.length);
  if (!word) throw new Error("every word is in all answers");
  return word;
}

const withPhrase = (answers: Answer[], phrase: string) =>
  answers.filter(({ content }) => content.toLowerCase().includes(phrase.toLowerCase()));

function rows(page: Page) {
  return page.getByRole("table").getByRole("rowheader");
}

koreanOrganizationTest("a phrase finds the answers with it, in the scope of the address", async ({ page, labels, platform }) => {
  const answers = await collect(platform);
  const word = wordOf(answers);
  const found = withPhrase(answers, word);
  await visit(page, labels, "/answers");
  // Case and width make no difference.
  const wide = word.toUpperCase().replace(/[A-Z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0));
  await inBothLanguages(page, labels, async (labels) => {
    const field = page.getByLabel(labels.searchAnswers);
    await page.setViewportSize({ width: 390, height: 800 });
    await field.fill("");
    await expect(rows(page)).toHaveCount(PROMPTS.length);
    await expect(rows(page).locator("mark")).toHaveCount(0);
    const place = await field.boundingBox();
    await field.fill(wide);
    await expect(page.getByText(labels.matches(found.length, answers.length))).toBeVisible({ timeout: 40_000 });
    // It stays where it is typed.
    expect(await field.boundingBox()).toEqual(place);
    await expect(rows(page)).toHaveCount(found.length);
  });
  await expectFitsInBothLanguages(page, labels, "found answers");
  await expect(page.getByRole("button", { name: labels.exportCsv })).toHaveCount(1);
  const file = await exportCsv(page, labels);
  expect(new Set(column(file, "ID"))).toEqual(new Set(found.map(({ id }) => id)));
  const marks = await rows(page).locator("mark").allInnerTexts();
  expect(new Set(marks.map((mark) => mark.toLowerCase()))).toEqual(new Set([word.toLowerCase()]));
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.reload();
  await expect(rows(page)).toHaveCount(found.length);
  await rows(page).first().getByRole("link").click();
  // The session survived the reload, the found list is the one on this page: the next answer is the next one with the phrase.
  const second = page.getByRole("link", { name: labels.nextInList });
  if (found.length > 1) {
    await second.click();
    await expect(page).toHaveURL(new RegExp(`/answers/${found[1]?.id}\\?q=`));
    await page.keyboard.press("k");
    await expect(page).toHaveURL(new RegExp(`/answers/${found[0]?.id}\\?q=`));
    await page.keyboard.press("j");
    await expect(page).toHaveURL(new RegExp(`/answers/${found[1]?.id}\\?q=`));
    await expect(second).toHaveCount(found.length > 2 ? 1 : 0);
  }
  // After a reload, the found answers are not known any more: no link leads to an answer without the phrase.
  await page.reload();
  await expect(page.getByRole("main").getByRole("link", { name: labels.answers, exact: true })).toBeVisible();
  await page.waitForLoadState("networkidle");
  await expect(second).toHaveCount(0);
  await page.getByRole("main").getByRole("link", { name: labels.answers, exact: true }).click();
  await expect(page.getByLabel(labels.searchAnswers)).toHaveValue(wide);
  await expect(rows(page)).toHaveCount(found.length);

  await (await openFilters(page, labels)).getByLabel(labels.model, { exact: true }).selectOption("CLAUDE");
  await expect(page.getByText(new RegExp(labels.matches(0, PROMPTS.length).replace("0", "\\d+")))).toBeVisible();
  await page.getByLabel(labels.searchAnswers).fill("no answer has these words");
  await expect(page.getByText(labels.noMatches)).toBeVisible();
  await page.getByRole("link", { name: labels.clearSearch }).click();
  await expect(rows(page)).toHaveCount(PROMPTS.length);
});

organizationTest("a search that fails says so, a long one goes on at the end of the list, and excerpts mark brands", async ({
  page,
  labels,
  platform,
  step,
}) => {
  const answers = await collect(platform);
  await step("a search that fails says so, and the list comes back without it", async () => {
    await page.route("**/metrics/answer-texts?*", (route) => route.fulfill(FAILURE));
    await visit(page, labels, "/answers?q=earbuds");
    await expect(page.getByRole("alert")).toContainText("request-4711");
    await page.getByLabel(labels.searchAnswers).fill("");
    await expect(page.getByText(labels.answersShown(answers.length, PROMPTS.length), { exact: true })).toBeVisible();
  }, /status of 500/);
  await step("a search of many answers goes on at the end of the list, and its file has all of them", async () => {
    const found = Array.from({ length: 200 }, (_, at) => ({
      answer: {
        id: String(at).padStart(22, "0"),
        promptID: "0".repeat(22),
        query: `${at}?`,
        model: "CHATGPT",
        region: "KR",
        createdAt: "2026-11-20T00:00:00.000Z",
        brands: [],
      },
      before: "the ",
      phrase: "earbuds",
      after: " are light",
      // The name reaches beyond the phrase.
      brands: [{ id: "0".repeat(22), name: "Earbuds Are" }],
      mentions: [{ brand: 0, start: 4, end: 15 }],
    }));
    const since = { searchedSince: "2026-11-20T00:00:00.000Z" };
    // The second part has nothing.
    const pages: Record<string, object> = {
      "": { answers: found.slice(0, 100), searched: 300, nextCursor: "b", ...since },
      b: { answers: [], searched: 300, nextCursor: "c", ...since },
      c: { answers: found.slice(100), searched: 300, nextCursor: null },
    };
    await page.route("**/metrics/answer-texts?*", (route) =>
      route.fulfill({ json: pages[new URL(route.request().url()).searchParams.get("cursor") ?? ""] }),
    );
    await changeResponses(page, "**/metrics/answers?*", (found) => ({ ...found, coverage: { answers: 900, counted: 900 } }));
    await visit(page, labels, "/answers?q=earbuds");
    await expect(page.getByText("100 found so far; 300 of 900 answers searched.")).toContainText("Searched back to Nov 20, 2026.");
    await expect(rows(page).first().locator("mark.mention")).toHaveText(["earbuds", "are"]);
    await page.getByText(labels.shown(100)).scrollIntoViewIfNeeded();
    await expect(page.getByText(labels.matches(200, 900), { exact: true })).toBeVisible();
    await expect(rows(page)).toHaveCount(200);
    const file = await exportCsv(page, labels);
    expect(file.rows.length).toBe(200);
  });
  await step("excerpts mark the brands that they name", async () => {
    const { phrase, brand } = pairOf(answers);
    await platform.write("v1/platform/brands", { name: brand, synonyms: [] });
    await visit(page, labels, `/answers?q=${phrase}`);
    const mark = rows(page).locator("mark.mention").filter({ hasText: brand });
    await expect(mark.first()).toHaveText(brand, { timeout: 40_000 });
    await expectAccessible(page, "excerpts with marks");
  });
});

/** A word, and the one that follows its first occurrence in some answer. */
function pairOf(answers: Answer[]): { phrase: string; brand: string } {
  for (const { content } of answers) {
    for (const [, phrase = "", brand = ""] of content.matchAll(/([A-Za-z]{5,}) ([A-Za-z]{5,})/g)) {
      const isFirst = content.toLowerCase().indexOf(phrase.toLowerCase()) === content.indexOf(`${phrase} ${brand}`);
      if (isFirst && phrase.toLowerCase() !== brand.toLowerCase()) return { phrase, brand };
    }
  }
  throw new Error("no answer has two long words");
}
