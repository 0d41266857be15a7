import type { Page } from "@playwright/test";
import { expect, test } from "../console";
import { demo } from "../platform";
import { goTo, signIn, signInWithKey } from "../sign-in";
import type { Words } from "../words";

const { key: KEY, platform } = demo();

interface Answers {
  answers: { id: string; model: string; query: string }[];
  nextCursor: string | null;
}

/** The rows of the list, without its head. */
function rows(page: Page) {
  return page.getByRole("table").getByRole("rowheader");
}

async function filter(page: Page, words: Words): Promise<void> {
  const conditions = page.getByRole("search");
  await conditions.getByLabel(words.model, { exact: true }).selectOption("CHATGPT");
  await conditions.getByLabel(words.set, { exact: true }).selectOption({ index: 1 });
  await expect(page).toHaveURL(/set=.+model=CHATGPT/);
}

test("conditions stand in the address, and the address shows the same in another tab", async ({
  page,
  context,
  words,
}) => {
  await signIn(page, words, KEY, "/", words.onThisDevice);
  await goTo(page, words, words.answers);
  await filter(page, words);
  await expect(rows(page)).toHaveCount(20);
  const shown = await rows(page).getByRole("link").allInnerTexts();
  const asked = `v1/platform/answers?limit=20&${new URL(page.url()).searchParams}`.replace("set=", "promptSetID=");
  const { answers } = await platform.read<Answers>(asked);
  expect(shown).toEqual(answers.map(({ query }) => query));
  expect(new Set(answers.map(({ model }) => model))).toEqual(new Set(["CHATGPT"]));

  const other = await context.newPage();
  await other.goto(page.url());
  await expect(other.getByRole("search").getByLabel(words.model, { exact: true })).toHaveValue("CHATGPT");
  await expect(rows(other)).toHaveCount(20);
  expect(await rows(other).getByRole("link").allInnerTexts()).toEqual(shown);
});

test("back and forward lead through answers and their list as it was", async ({ page, words }) => {
  await signInWithKey(page, words, KEY);
  await goTo(page, words, words.answers);
  await filter(page, words);
  await expect(rows(page)).toHaveCount(20);
  const filtered = page.url();
  const third = rows(page).nth(2).getByRole("link");
  await third.click();
  await expect(page.getByRole("heading", { level: 1, name: words.answer, exact: true })).toBeVisible();
  const answer = page.url();

  await page.goBack();
  await expect(page).toHaveURL(filtered);
  await expect(rows(page)).toHaveCount(20);
  await expect(third).toBeFocused();
  await page.goForward();
  await expect(page).toHaveURL(answer);
  await page.getByRole("link", { name: "Older answer" }).click();
  await expect(page).not.toHaveURL(answer);
  await page.getByRole("link", { name: "Newer answer" }).click();
  await expect(page).toHaveURL(answer);
});

test("each condition can be taken away, and one that nothing meets says so", async ({ page, words }) => {
  await signInWithKey(page, words, KEY, "/answers?model=CHATGPT&from=2001-01-01T00:00:00Z&to=2001-01-02T00:00:00Z");
  await expect(page.getByText(words.noneMeets)).toBeVisible();
  const conditions = page.getByRole("list", { name: words.conditions });
  await conditions.getByRole("button", { name: /^Remove filter From/ }).click();
  await conditions.getByRole("button", { name: /^Remove filter To/ }).click();
  await expect(rows(page)).toHaveCount(20);
  await expect(page).toHaveURL(/\/answers\?model=CHATGPT$/);
  await conditions.getByRole("link", { name: "Clear all" }).click();
  await expect(page).toHaveURL(/\/answers$/);
});

test("the list goes on when its end comes into sight, each answer once", async ({ page, words }) => {
  await signInWithKey(page, words, KEY);
  await goTo(page, words, words.answers);
  await expect(rows(page)).toHaveCount(20);
  await page.getByText(words.shown(20)).scrollIntoViewIfNeeded();
  await expect(page.getByText(words.shown(40))).toBeVisible();
  await page.getByText(words.shown(40)).scrollIntoViewIfNeeded();
  await expect(page.getByText(words.shown(60))).toBeVisible();
  const links = await rows(page).getByRole("link").evaluateAll((links) => links.map((link) => link.getAttribute("href")));
  expect(new Set(links).size).toBe(60);
});

test("a further page that fails leaves what is there, says why, and can be tried again", async ({
  page,
  words,
  complaints,
}) => {
  complaints.expect(/status of 500/);
  await page.route(
    (url) => url.pathname.endsWith("/answers") && url.searchParams.has("cursor"),
    (route) => route.fulfill({ status: 500, json: { message: "internal", requestID: "request-4711" } }),
    { times: 1 },
  );
  await signInWithKey(page, words, KEY);
  await goTo(page, words, words.answers);
  await page.getByText(words.shown(20)).scrollIntoViewIfNeeded();
  const failed = page.getByRole("alert");
  await expect(failed).toContainText("request-4711");
  await expect(rows(page)).toHaveCount(20);
  await failed.getByRole("button", { name: words.retry }).click();
  await expect(page.getByText(words.shown(40))).toBeVisible();
});

test("an answer that failed says why it has no text, and nothing of sources and searches", async ({ page, words }) => {
  const { answers } = await platform.read<{ answers: { id: string; status: string }[] }>("v1/platform/answers?limit=100");
  const failed = answers.find(({ status }) => status === "FAILED");
  await signIn(page, words, KEY, `/answers/${failed?.id}`);
  await expect(page.getByText("The model gave no answer", { exact: false })).toBeVisible();
  await expect(page.getByRole("heading", { level: 2 }).filter({ hasText: /sources|searches/i })).toHaveCount(0);
});
