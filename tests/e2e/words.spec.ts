import { expectAccessible } from "../accessibility";
import { column, exportCsv } from "../csv";
import { demoTest, expect, FAILURE, koreanDemoTest } from "../fixtures";
import { expectFitsInBothLanguages, inBothLanguages } from "../language";
import { demo } from "../platform";
import { visit } from "../sign-in";

const { platform } = demo();
const NOUNS = "**/api/v1/platform/proper-nouns";

interface Tokens {
  tokens: { token: string; answerCount: number }[];
}

interface Neighbors {
  neighbors: { token: string; answerCount: number; totalAnswerCount: number }[];
}

async function tokens(): Promise<Tokens["tokens"]> {
  return (await platform.read<Tokens>("v1/platform/statistics/tokens?limit=100")).tokens;
}

async function neighbors(words: string[]): Promise<Neighbors["neighbors"]> {
  const query = words.map((word) => `words=${encodeURIComponent(word)}`).join("&");
  return (await platform.read<Neighbors>(`v1/platform/statistics/token-neighbors?limit=100&include=totalAnswerCount&${query}`)).neighbors;
}

koreanDemoTest("chosen words show the words that go with them, and the nouns of a text are found", async ({ page, labels, step }) => {
  await step("chosen words are in the address and show the words that go with them", async () => {
    const [first, second] = (await tokens()).map(({ token }) => token);
    await visit(page, labels, "/words?days=all");
    const ranking = page.getByRole("region", { name: labels.wordRanking });
    const beside = page.getByRole("region", { name: labels.neighbors });
    await ranking.getByRole("button", { name: first, exact: true }).click();
    await expect(ranking.getByRole("button", { name: first, exact: true })).toHaveAttribute("aria-pressed", "true");
    const found = await neighbors([first ?? ""]);
    await expect(beside.getByRole("rowheader").getByRole("button")).toHaveText(found.slice(0, 20).map(({ token }) => token));
    await ranking.getByRole("button", { name: second, exact: true }).click();
    await expect(page).toHaveURL(`/words?days=all&word=${encodeURIComponent(first ?? "")}&word=${encodeURIComponent(second ?? "")}`);
    const both = await neighbors([first ?? "", second ?? ""]);
    await expect(beside.getByRole("rowheader").getByRole("button")).toHaveText(both.slice(0, 20).map(({ token }) => token));
    await expectFitsInBothLanguages(page, labels, "words");
    await beside.getByRole("button", { name: labels.removeWord(first ?? "") }).click();
    await expect(page).toHaveURL(`/words?days=all&word=${encodeURIComponent(second ?? "")}`);
    // Each choice is a step in the history.
    await page.goBack();
    await page.goBack();
    await expect(page).toHaveURL(`/words?days=all&word=${encodeURIComponent(first ?? "")}`);
    await expect(ranking.getByRole("button", { name: second, exact: true })).toHaveAttribute("aria-pressed", "false");
    await page.goBack();
    await expect(page).toHaveURL("/words?days=all");
  });
  await step("the nouns of a pasted text are found, and its markup stays text", async () => {
    await visit(page, labels, "/words");
    await page.getByText(labels.nouns, { exact: true }).click();
    const text = "누리오 이어폰과 Nurio Buds를 삼성 갤럭시와 비교했다. <script>alert(1)</script>";
    await page.getByLabel(labels.text, { exact: true }).fill(text);
    // A request beyond the rate limit, which tests share, is sent again.
    const answered = page.waitForResponse((response) => response.url().endsWith("/proper-nouns") && response.ok());
    await page.getByRole("button", { name: labels.findNouns }).click();
    const { properNouns } = (await (await answered).json()) as { properNouns: { word: string }[] };
    expect(properNouns.length).toBeGreaterThan(1);
    await inBothLanguages(page, labels, (labels) => expect(page.getByText(labels.nounsFound(properNouns.length))).toBeVisible());
    const table = page.getByRole("table").last();
    await expect(table.getByRole("rowheader")).toHaveText(properNouns.map(({ word }) => word));
    await expectAccessible(page, "the nouns of a text");
  });
});

demoTest("words are shown on a phone, exported and limited, and a text is sent within its bounds", async ({ page, labels, step }) => {
  await step("on a phone, a chosen word brings the words that go with it into view", async () => {
    const [first] = (await tokens()).map(({ token }) => token);
    await page.setViewportSize({ width: 320, height: 640 });
    await visit(page, labels, "/words?days=all");
    const heading = page.getByRole("heading", { name: labels.neighbors });
    const word = page.getByRole("region", { name: labels.wordRanking }).getByRole("button", { name: first, exact: true });
    await expect(word).toBeVisible();
    await expect(heading).not.toBeInViewport();
    await word.click();
    await expect(heading).toBeInViewport();
  });
  await step("the files of words and of their neighbors have the platform's counts", async () => {
    const all = await tokens();
    const [first] = all;
    await visit(page, labels, `/words?days=all&word=${encodeURIComponent(first?.token ?? "")}`);
    const beside = page.getByRole("region", { name: labels.neighbors });
    await expect(beside.getByRole("rowheader").first()).toBeVisible();
    const ranked = await exportCsv(page, labels);
    expect(ranked.rows).toEqual(all.map(({ token, answerCount }) => [token, String(answerCount)]));
    const found = await neighbors([first?.token ?? ""]);
    const file = await exportCsv(page, labels, beside);
    expect(column(file, "Word")).toEqual(found.map(({ token }) => token));
    expect(column(file, "Answers with both")).toEqual(found.map(({ answerCount }) => String(answerCount)));
  });
  await step("at most ten words are chosen", async () => {
    const all = (await tokens()).map(({ token }) => token);
    const ten = all.slice(0, 10).map((token) => `word=${encodeURIComponent(token)}`).join("&");
    await visit(page, labels, `/words?days=all&${ten}`);
    await expect(page.getByText("You can select at most 10 words.")).toBeVisible();
    const address = page.url();
    await page.getByRole("region", { name: labels.wordRanking }).getByRole("button", { name: all[11], exact: true }).click();
    await expect(page).toHaveURL(address);
  });
  await step("a text out of bounds is not sent, and it stays after a failure", async () => {
    await visit(page, labels, "/words");
    await page.getByText(labels.nouns, { exact: true }).click();
    const text = page.getByLabel(labels.text, { exact: true });
    const sent: string[] = [];
    page.on("request", (request) => request.url().endsWith("/proper-nouns") && sent.push(request.url()));
    const find = page.getByRole("button", { name: labels.findNouns });
    await find.click();
    await expect(text).toBeFocused();
    await text.fill("가".repeat(100_001));
    await find.click();
    await expect(text).toHaveAttribute("aria-invalid", "true");
    expect(sent).toEqual([]);
    await text.fill("누리오");
    await page.route(NOUNS, (route) => route.fulfill(FAILURE));
    await find.click();
    await expect(page.getByRole("alert").filter({ hasText: "request-4711" })).toBeVisible();
    await expect(text).toHaveValue("누리오");
  }, /status of 500/);
});
