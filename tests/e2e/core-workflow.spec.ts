import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { goTo, signIn, signOut } from "../sign-in";

const SET = "무선 이어폰과 커피 머신";
const ONE = "출퇴근길에 쓰기 좋은 무선 이어폰을 추천해 줘";
/** So many that the console sees the run unfinished more than once, though it asks every other second. */
const MANY = [
  "노이즈 캔슬링이 좋은 무선 이어폰은?",
  "원룸에 두기 좋은 커피 머신은?",
  "발볼이 넓은 사람에게 맞는 러닝화는?",
  "통화 품질이 좋은 무선 이어폰은?",
  "관리하기 쉬운 커피 머신은?",
  "오래 신어도 편한 러닝화는?",
];
const MODELS = 8;

test.use({ language: "ko" });

// With an API key and in English, keyboard.spec.ts does this.
test("with OAuth a user starts a run, watches it, reads an answer and keeps it after a reload", async ({ page, labels, organization, platform }) => {
  await signIn(page, labels, organization.key);

  await test.step("creates a set", async () => {
    await goTo(page, labels, labels.promptSets);
    await page.getByRole("button", { name: labels.newSet }).first().click();
    const dialog = page.getByRole("dialog", { name: labels.newSet });
    await dialog.getByLabel(labels.name, { exact: true }).fill(SET);
    await dialog.getByRole("button", { name: labels.save }).click();
    // It opens.
    await expect(page.getByRole("heading", { level: 1, name: SET })).toBeVisible();
  });

  await test.step("adds a prompt, then many by pasting lines", async () => {
    await page.getByRole("button", { name: labels.newPrompt }).first().click();
    const one = page.getByRole("dialog", { name: labels.newPrompt });
    await one.getByLabel(labels.content).fill(ONE);
    await one.getByRole("button", { name: labels.save }).click();
    await expect(page.getByRole("rowheader")).toHaveText([ONE]);

    await page.getByRole("button", { name: labels.addMany }).first().click();
    const many = page.getByRole("dialog", { name: labels.addMany });
    await many.getByLabel(labels.paste).fill(MANY.join("\n"));
    await many.getByRole("button", { name: labels.add(MANY.length) }).click();
    await expect(page.getByText(labels.added(MANY.length))).toBeVisible();
    await expect(page.getByRole("rowheader")).toHaveText([...MANY, ONE]);
  });

  const items = (1 + MANY.length) * MODELS;
  await test.step("starts a run, showing its cost against the balance", async () => {
    await goTo(page, labels, labels.runs);
    await page.getByRole("link", { name: labels.newRun }).first().click();
    await page.getByLabel(labels.promptSet, { exact: true }).selectOption({ label: SET });
    const models = page.getByRole("group", { name: labels.models }).getByRole("checkbox");
    for (let at = 0; at < MODELS; at += 1) await models.nth(at).check();
    const cost = page.getByRole("complementary", { name: labels.cost });
    await expect(cost).toContainText(labels.creditsOf(items));
    await expect(cost).toContainText(labels.creditsOf(100));
    await expect(cost).toContainText(labels.creditsOf(100 - items));
    await recordProgress(page);
    await cost.getByRole("button", { name: labels.startFor(items) }).click();
    await expect(page.getByRole("heading", { level: 1, name: SET, exact: true })).toBeVisible();
  });

  await test.step("watches it until it is finished", async () => {
    const progress = page.getByRole("region", { name: labels.progress });
    await expect(progress.getByText(labels.finished, { exact: true })).toBeVisible({ timeout: 60_000 });
    const values = await page.evaluate(() => window.progressValues);
    expect(values.length, `recorded progress values: ${values}`).toBeGreaterThan(1);
    await expect(progress.getByRole("progressbar")).toHaveCount(0);
    // In the order of the set.
    await expect(page.getByRole("region", { name: labels.grid }).getByRole("rowheader")).toHaveText([...MANY, ONE]);
  });

  await test.step("is charged for successful items only", async () => {
    const { balance } = await platform.read<{ balance: number }>("v1beta/platform/credits/me");
    expect(balance).toBeLessThan(100);
    await expect(page.getByRole("status", { name: labels.credits })).toHaveText(String(balance));
  });

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

  const answer = page.getByRole("region", { name: labels.answerText });
  // The text was searched for brands: there are none.
  await expect(answer.getByRole("link", { name: labels.addBrand })).toBeVisible();
  const text = await answer.innerText();
  await page.reload();
  await expect(answer).toHaveText(text, { useInnerText: true });

  await test.step("signs out, and going back shows no data", async () => {
    await signOut(page, labels);
    await page.goBack();
    await expect(page.getByRole("button", { name: labels.signIn, exact: true })).toBeVisible();
    await expect(page.getByText(ONE)).toHaveCount(0);
    await expect(page.getByRole("navigation", { name: labels.main })).toHaveCount(0);
  });
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
