import type { Page } from "@playwright/test";
import { expect, test } from "../console";
import type { Organization } from "../organization";
import { Platform } from "../platform";
import { goTo, signIn, signInWithKey, signOut } from "../sign-in";
import { languages, type Language, type Words } from "../words";

const SET: Record<Language, string> = { ko: "무선 이어폰과 커피 머신", en: "Earbuds and coffee machines" };
const ONE: Record<Language, string> = {
  ko: "출퇴근길에 쓰기 좋은 무선 이어폰을 추천해 줘",
  en: "Which wireless earbuds are best for commuting?",
};
const MANY: Record<Language, string[]> = {
  ko: ["노이즈 캔슬링이 좋은 무선 이어폰은?", "원룸에 두기 좋은 커피 머신은?", "발볼이 넓은 사람에게 맞는 러닝화는?"],
  en: ["Wireless earbuds with good noise cancelling", "A coffee machine for a small kitchen", "Running shoes for wide feet"],
};
const MODELS = 4;

for (const language of languages) {
  test.describe(language, () => {
    test.use({ language });

    test("with OAuth a person asks, watches and reads, and a reload changes nothing", async ({
      page,
      words,
      organization,
    }) => {
      await signIn(page, words, organization.key);
      await ask(page, words, organization, language);
      await readAnAnswer(page, words);

      const text = await page.getByRole("region", { name: words.answerText }).innerText();
      await page.reload();
      await expect(page.getByRole("region", { name: words.answerText })).toHaveText(text, { useInnerText: true });

      await signOutForGood(page, words, language);
    });

    test("with an API key a person asks, watches and reads", async ({ page, words, organization }) => {
      await signInWithKey(page, words, organization.key);
      await ask(page, words, organization, language);
      await readAnAnswer(page, words);
      await signOutForGood(page, words, language);
    });
  });
}

declare global {
  interface Window {
    /** What the progress bar has said, a value each time it changed. */
    seen: string[];
  }
}

/** Keeps what the progress bar says from now on: a quick run moves on between two looks of a test. */
async function keepProgress(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.seen = [];
    const look = () => {
      const said = document.querySelector("progress")?.getAttribute("aria-valuetext");
      if (said && said !== window.seen.at(-1)) window.seen.push(said);
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true });
  });
}

async function ask(page: Page, words: Words, organization: Organization, language: Language): Promise<void> {
  await test.step("makes a set", async () => {
    await goTo(page, words, words.promptSets);
    await page.getByRole("button", { name: words.newSet }).first().click();
    const dialog = page.getByRole("dialog", { name: words.newSet });
    await dialog.getByLabel(words.name, { exact: true }).fill(SET[language]);
    await dialog.getByRole("button", { name: words.save }).click();
    await page.getByRole("link", { name: SET[language] }).click();
    await expect(page.getByRole("heading", { level: 1, name: SET[language] })).toBeVisible();
  });

  await test.step("adds a prompt, then many by pasting lines", async () => {
    await page.getByRole("button", { name: words.newPrompt }).first().click();
    const one = page.getByRole("dialog", { name: words.newPrompt });
    await one.getByLabel(words.content).fill(ONE[language]);
    await one.getByRole("button", { name: words.save }).click();
    await expect(page.getByRole("rowheader")).toHaveText([ONE[language]]);

    await page.getByRole("button", { name: words.addMany }).first().click();
    const many = page.getByRole("dialog", { name: words.addManyTitle });
    await many.getByLabel(words.paste).fill(MANY[language].join("\n"));
    await many.getByRole("button", { name: words.add(MANY[language].length) }).click();
    await expect(page.getByText(words.added(MANY[language].length))).toBeVisible();
    await expect(page.getByRole("rowheader")).toHaveCount(1 + MANY[language].length);
  });

  const items = (1 + MANY[language].length) * MODELS;
  await test.step("starts a run, with its cost against the balance in sight", async () => {
    await goTo(page, words, words.runs);
    await page.getByRole("link", { name: words.newRun }).first().click();
    await page.getByLabel(words.promptSet, { exact: true }).selectOption({ label: SET[language] });
    const models = page.getByRole("group", { name: words.models }).getByRole("checkbox");
    for (let at = 0; at < MODELS; at += 1) await models.nth(at).check();
    const cost = page.getByRole("complementary", { name: words.cost });
    await expect(cost).toContainText(words.creditsOf(items));
    await expect(cost).toContainText(words.creditsOf(100));
    await expect(cost).toContainText(words.creditsOf(100 - items));
    await keepProgress(page);
    await cost.getByRole("button", { name: words.startFor(items) }).click();
    await expect(page.getByRole("heading", { level: 1, name: words.run, exact: true })).toBeVisible();
  });

  await test.step("watches it until it has finished", async () => {
    const progress = page.getByRole("region", { name: words.progress });
    await expect(progress.getByText(words.finished, { exact: true })).toBeVisible({ timeout: 60_000 });
    const seen = await page.evaluate(() => window.seen);
    expect(seen.length, `changes of the progress, of which were seen: ${seen}`).toBeGreaterThan(1);
    expect(seen.at(-1)).toBe(words.of(items, items));
    await expect(page.getByRole("region", { name: words.grid }).getByRole("row")).toHaveCount(items / MODELS + 1);
  });

  await test.step("pays for what succeeded", async () => {
    const { balance } = await new Platform(organization.key).read<{ balance: number }>("v1beta/platform/credits/me");
    expect(balance).toBeLessThan(100);
    await expect(page.getByRole("status", { name: words.credits })).toHaveText(String(balance));
  });
}

async function readAnAnswer(page: Page, words: Words): Promise<void> {
  await test.step("reads an answer with its sources and its searches", async () => {
    await page.getByRole("link", { name: words.seeAnswers }).click();
    await expect(page.getByRole("heading", { level: 1, name: words.answers, exact: true })).toBeVisible();
    expect(new URL(page.url()).searchParams.has("run")).toBe(true);
    await page.getByRole("table").getByRole("link").first().click();
    await expect(page.getByRole("heading", { level: 1, name: words.answer, exact: true })).toBeVisible();
    await expect(page.getByRole("region", { name: words.answerText })).toContainText(/\p{L}{2}/u);
    const source = page.getByRole("region", { name: words.sources }).getByRole("link").first();
    await expect(source).toHaveAttribute("href", /^https:\/\/[a-z0-9.-]+\.example\//);
    await expect(source).toHaveAttribute("rel", /noopener/);
    await expect(page.getByRole("region", { name: words.fanouts }).getByRole("listitem").first()).toBeVisible();
  });
}

async function signOutForGood(page: Page, words: Words, language: Language): Promise<void> {
  await test.step("signs out, and the way back shows nothing", async () => {
    await signOut(page, words);
    await page.goBack();
    await expect(page.getByRole("button", { name: words.signIn, exact: true })).toBeVisible();
    await expect(page.getByText(ONE[language])).toHaveCount(0);
    await expect(page.getByRole("navigation", { name: words.main })).toHaveCount(0);
  });
}
