import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import type { Organization } from "../organization";
import { Platform } from "../platform";
import { goTo, signIn, signInWithKey, signOut } from "../sign-in";
import type { Language, Labels } from "../labels";

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

test.describe(() => {
  test.use({ language: "ko" });

  test("with OAuth a user starts a run, watches it, reads an answer and keeps it after a reload, in Korean", async ({
    page,
    labels,
    organization,
    language,
  }) => {
    await signIn(page, labels, organization.key);
    await startRun(page, labels, organization, language);
    await readAnAnswer(page, labels);

    const answer = page.getByRole("region", { name: labels.answerText });
    // The text was searched for brands: there are none.
    await expect(answer.getByRole("link", { name: labels.addBrand })).toBeVisible();
    const text = await answer.innerText();
    await page.reload();
    await expect(answer).toHaveText(text, { useInnerText: true });

    await signOutCompletely(page, labels, language);
  });
});

test("with an API key a user starts a run, watches it and reads an answer, in English", async ({ page, labels, organization, language }) => {
  await signInWithKey(page, labels, organization.key);
  await startRun(page, labels, organization, language);
  await readAnAnswer(page, labels);
  await signOutCompletely(page, labels, language);
});

declare global {
  interface Window {
    /** Every value that the progress bar has shown. */
    progressValues: string[];
  }
}

/** Records the values of the progress bar from now on. A quick run changes between two polls of a test. */
async function recordProgress(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.progressValues = [];
    const record = () => {
      const value = document.querySelector("progress")?.getAttribute("aria-valuetext");
      if (value && value !== window.progressValues.at(-1)) window.progressValues.push(value);
    };
    new MutationObserver(record).observe(document.body, { subtree: true, childList: true, attributes: true });
  });
}

async function startRun(page: Page, labels: Labels, organization: Organization, language: Language): Promise<void> {
  await test.step("creates a set", async () => {
    await goTo(page, labels, labels.promptSets);
    await page.getByRole("button", { name: labels.newSet }).first().click();
    const dialog = page.getByRole("dialog", { name: labels.newSet });
    await dialog.getByLabel(labels.name, { exact: true }).fill(SET[language]);
    await dialog.getByRole("button", { name: labels.save }).click();
    // It opens.
    await expect(page.getByRole("heading", { level: 1, name: SET[language] })).toBeVisible();
  });

  await test.step("adds a prompt, then many by pasting lines", async () => {
    await page.getByRole("button", { name: labels.newPrompt }).first().click();
    const one = page.getByRole("dialog", { name: labels.newPrompt });
    await one.getByLabel(labels.content).fill(ONE[language]);
    await one.getByRole("button", { name: labels.save }).click();
    await expect(page.getByRole("rowheader")).toHaveText([ONE[language]]);

    await page.getByRole("button", { name: labels.addMany }).first().click();
    const many = page.getByRole("dialog", { name: labels.addManyTitle });
    await many.getByLabel(labels.paste).fill(MANY[language].join("\n"));
    await many.getByRole("button", { name: labels.add(MANY[language].length) }).click();
    await expect(page.getByText(labels.added(MANY[language].length))).toBeVisible();
    await expect(page.getByRole("rowheader")).toHaveCount(1 + MANY[language].length);
  });

  const items = (1 + MANY[language].length) * MODELS;
  await test.step("starts a run, showing its cost against the balance", async () => {
    await goTo(page, labels, labels.runs);
    await page.getByRole("link", { name: labels.newRun }).first().click();
    await page.getByLabel(labels.promptSet, { exact: true }).selectOption({ label: SET[language] });
    const models = page.getByRole("group", { name: labels.models }).getByRole("checkbox");
    for (let at = 0; at < MODELS; at += 1) await models.nth(at).check();
    const cost = page.getByRole("complementary", { name: labels.cost });
    await expect(cost).toContainText(labels.creditsOf(items));
    await expect(cost).toContainText(labels.creditsOf(100));
    await expect(cost).toContainText(labels.creditsOf(100 - items));
    await recordProgress(page);
    await cost.getByRole("button", { name: labels.startFor(items) }).click();
    await expect(page.getByRole("heading", { level: 1, name: SET[language], exact: true })).toBeVisible();
  });

  await test.step("watches it until it is finished", async () => {
    const progress = page.getByRole("region", { name: labels.progress });
    await expect(progress.getByText(labels.finished, { exact: true })).toBeVisible({ timeout: 60_000 });
    const values = await page.evaluate(() => window.progressValues);
    expect(values.length, `recorded progress values: ${values}`).toBeGreaterThan(1);
    await expect(progress.getByRole("progressbar")).toHaveCount(0);
    await expect(page.getByRole("region", { name: labels.grid }).getByRole("row")).toHaveCount(items / MODELS + 1);
  });

  await test.step("is charged for successful items only", async () => {
    const { balance } = await new Platform(organization.key).read<{ balance: number }>("v1beta/platform/credits/me");
    expect(balance).toBeLessThan(100);
    await expect(page.getByRole("status", { name: labels.credits })).toHaveText(String(balance));
  });
}

async function readAnAnswer(page: Page, labels: Labels): Promise<void> {
  await test.step("reads an answer with its sources and its searches", async () => {
    await page.getByRole("link", { name: labels.seeAnswers }).click();
    await expect(page.getByRole("heading", { level: 1, name: labels.answers, exact: true })).toBeVisible();
    expect(new URL(page.url()).searchParams.has("run")).toBe(true);
    const answer = page.getByRole("table").getByRole("link").first();
    const prompt = await answer.innerText();
    await answer.click();
    await expect(page.getByRole("heading", { level: 1, name: prompt, exact: true })).toBeVisible();
    await expect(page.getByRole("region", { name: labels.answerText })).toContainText(/\p{L}{2}/u);
    const source = page.getByRole("region", { name: labels.sources }).getByRole("link").first();
    await expect(source).toHaveAttribute("href", /^https:\/\/[a-z0-9.-]+\.example\//);
    await expect(source).toHaveAttribute("rel", /noopener/);
    await expect(page.getByRole("region", { name: labels.fanouts }).getByRole("listitem").first()).toBeVisible();
  });
}

async function signOutCompletely(page: Page, labels: Labels, language: Language): Promise<void> {
  await test.step("signs out, and going back shows no data", async () => {
    await signOut(page, labels);
    await page.goBack();
    await expect(page.getByRole("button", { name: labels.signIn, exact: true })).toBeVisible();
    await expect(page.getByText(ONE[language])).toHaveCount(0);
    await expect(page.getByRole("navigation", { name: labels.main })).toHaveCount(0);
  });
}
