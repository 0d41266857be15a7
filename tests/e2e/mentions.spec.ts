import { expectAccessible, expectFits } from "../accessibility";
import { demoTest, expect, FAILURE, koreanDemoTest, organizationTest } from "../fixtures";
import { inBothLanguages } from "../language";
import { changeResponses, demo, demoOwnBrand } from "../platform";
import { visit } from "../sign-in";
import { submitAndFinish } from "../runs";

const { platform } = demo();

interface Answer {
  id: string;
  status: string;
  content: string;
  region: string;
  promptID: string;
}

/** The newest answer with some property. */
async function newestAnswer(has: (answer: Answer) => boolean): Promise<Answer> {
  let cursor: string | null = "";
  while (cursor !== null) {
    const path: string = `v1/platform/answers?limit=100${cursor && `&cursor=${cursor}`}`;
    const page = await platform.read<{ answers: Answer[]; nextCursor: string | null }>(path);
    const found = page.answers.find(has);
    if (found) return found;
    cursor = page.nextCursor;
  }
  throw new Error("no answer of the demo has the property");
}

/** Whether the text of an answer has one of the names. The addresses of its links are no text. */
const includesAny = (answer: string, names: string[]) => {
  const text = answer.replace(/\]\([^)]*\)/g, "]").toLowerCase();
  return names.some((name) => text.includes(name.toLowerCase()));
};

koreanDemoTest("an answer marks the brands that it names, and the newest answers of each model are side by side", async ({ page, labels, step }) => {
  await step("an answer marks the brands that it names, and the legend counts them", async () => {
    const own = await demoOwnBrand();
    const names = [own.name, ...own.synonyms];
    const answer = await newestAnswer(({ content }) => includesAny(content, names));
    await visit(page, labels, `/answers/${answer.id}`);
    const text = page.getByRole("region", { name: labels.answerText });
    const marks = text.locator(".prose").getByTitle(labels.yourBrand(own.name));
    // The text is marked after the legend is shown, and once more when the own brand is known.
    await expect(marks.first()).toBeVisible();
    const count = await marks.count();
    for (const mark of await marks.allInnerTexts()) expect(includesAny(mark, names)).toBe(true);
    await inBothLanguages(page, labels, async (labels) => {
      const legend = page.getByRole("region", { name: labels.answerText }).getByRole("group", { name: labels.mentions });
      const ofOwn = legend.getByRole("listitem").filter({ hasText: own.name }).first();
      await expect(ofOwn.locator("mark")).toHaveText(own.name);
      await expect(ofOwn).toContainText(labels.mentionCount(count));
    });
    await expectFits(page, "an answer with marks");
  });
  await step("a brand about which an answer found nothing says so", async () => {
    const { name } = await demoOwnBrand();
    const answer = await newestAnswer(({ content }) => content.includes(name));
    await changeResponses(page, "**/mentions?*", ({ answers, ...found }: { answers: { mentions: object[] }[] }) => ({
      ...found,
      answers: answers.map((answer) => ({ ...answer, mentions: answer.mentions.map((mention) => ({ ...mention, nothingFound: true })) })),
    }));
    await visit(page, labels, `/answers/${answer.id}`);
    const text = page.getByRole("region", { name: labels.answerText });
    const legend = text.getByRole("group", { name: labels.mentions });
    const own = legend.getByRole("listitem").filter({ hasText: name }).first();
    await expect(own.getByText(labels.saysNothingFound)).toBeVisible();
    const title = `${labels.yourBrand(name)} · ${labels.saysNothingFound}`;
    await expect(text.locator(".prose").getByTitle(title).first()).toBeVisible();
  });
  await step("the newest answers of each model are side by side, and their address can be shared", async () => {
    const first = await newestAnswer(({ status }) => status === "SUCCESS");
    await visit(page, labels, `/answers/${first.id}`);
    await page.getByRole("link", { name: labels.compareModels }).click();
    await expect(page).toHaveURL(`/prompts/${first.promptID}/models?region=${first.region}&days=all`);
    const columns = page.getByRole("region", { name: labels.answersByModel }).getByRole("article");
    const expected = await newestByModel(first.promptID, first.region);
    await expect(columns).toHaveCount(expected.length);
    await expect(page.getByRole("main").locator(".finding")).toContainText("모델마다 가장 최근 답변(");
    const open = columns.getByRole("link", { name: "답변 열기", exact: true });
    const ids = await open.evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).pathname.split("/")[2]));
    expect(ids).toEqual(expected);
    await expect(columns.getByRole("group", { name: labels.mentions }).first()).toBeVisible();
    await page.setViewportSize({ width: 320, height: 700 });
    const boxes = await columns.evaluateAll((all) => all.map((column) => column.getBoundingClientRect().left));
    expect(new Set(boxes).size).toBe(1);
  });
});

demoTest("long answers beside others are cut until all of one is asked for", async ({ page, labels }) => {
  const first = await newestAnswer(({ status }) => status === "SUCCESS");
  await changeResponses(page, (url) => url.searchParams.has("newestByModel"), (list: { answers: Answer[] }) => ({
    ...list,
    answers: list.answers.map((answer, at) => ({ ...answer, content: answer.content + "\n\nOne more line.".repeat(40 + at * 20) })),
  }));
  await page.setViewportSize({ width: 1440, height: 900 });
  await visit(page, labels, `/prompts/${first.promptID}/models?region=${first.region}`);
  const columns = page.getByRole("article");
  const [one, other] = [columns.nth(0), columns.nth(1)];
  const height = async (column: typeof one): Promise<number> => (await column.boundingBox())?.height ?? 0;
  const text = one.locator(".prose");
  await expect(one.getByRole("button", { name: "Show all" })).toHaveAttribute("aria-expanded", "false");
  await expect(other.getByRole("button", { name: "Show all" })).toBeVisible();
  await expect.poll(async () => (await height(one)) - (await height(other))).toBe(0);
  const cut = await height(text);
  expect(cut).toBeLessThan(500);
  await one.getByRole("button", { name: "Show all" }).click();
  await expect(one.getByRole("button", { name: "Show less" })).toHaveAttribute("aria-expanded", "true");
  await expect.poll(() => height(text)).toBeGreaterThan(2 * cut);
  await one.getByRole("button", { name: "Show less" }).click();
  await expect.poll(() => height(text)).toBe(cut);
});

/** The ids of the newest answers to a prompt, one for each model, in the order of the models. */
async function newestByModel(prompt: string, region: string): Promise<string[]> {
  const { models } = await platform.read<{ models: { code: string }[] }>("v1/platform/models");
  const ids: string[] = [];
  for (const { code } of models) {
    const list = await platform.read<{ answers: Answer[] }>(
      `v1/platform/answers?promptID=${prompt}&model=${code}&region=${region}&limit=1`,
    );
    ids.push(...list.answers.map(({ id }) => id));
  }
  return ids;
}

organizationTest("the grid of a run names the own brand, and counts sources", async ({ page, labels, platform }) => {
  const { name, synonyms } = await demoOwnBrand();
  await platform.write("v1/platform/brands", { name, synonyms, isOwn: true });
  const questions = ["Which wireless earbuds have the best battery?", "Which running shoes are light?"];
  const promptSetID = await platform.createSet("Own", questions);
  const [run = ""] = await submitAndFinish(platform, [{ promptSetID, models: ["CHATGPT", "CLAUDE"] }]);
  interface Found {
    answers: { query: string; model: string; status: string; content: string; sources: unknown[] }[];
  }
  const { answers } = await platform.read<Found>(`v1/platform/answers?runID=${run}&limit=100`);
  await visit(page, labels, `/runs/${run}`);
  const grid = page.getByRole("group", { name: labels.grid });
  await expect(page.getByText(`${name} = mentioned; number = sources`)).toBeVisible();
  const collected = answers.filter(({ status }) => status === "SUCCESS");
  const naming = collected.filter(({ content }) => includesAny(content, [name, ...synonyms])).length;
  const finding = naming === 0 ? `None of ${collected.length} answers mention ${name}.` : `mention ${name} (${naming} of ${collected.length}).`;
  await expect(page.locator(".finding")).toContainText(finding, { timeout: 40_000 });
  for (const { query, model, content, sources } of collected) {
    const isNamed = includesAny(content, [name, ...synonyms]);
    const named = isNamed ? `mentions “${name}”` : `“${name}” not mentioned`;
    const service = model === "CHATGPT" ? "ChatGPT" : "Claude";
    const count = sources.length === 1 ? "1 source" : `${sources.length} sources`;
    const cell = grid.getByRole("link", { name: new RegExp(`^${query.replace("?", "\\?")}, ${service}.*: 1 succeeded, ${named}, ${count}$`) });
    await expect(cell).toBeVisible();
    await expect(cell.getByText(name)).toHaveCount(isNamed ? 1 : 0);
  }
  await expectAccessible(page, "a grid with the own brand");
});

organizationTest("what a comparison or an answer lacks is named, and what failed can be retried", async ({ page, labels, platform, step }) => {
  const [question, unasked] = ["Which wireless earbuds are good?", "Which running shoes are light?"];
  const promptSetID = await platform.createSet("Two models", [question]);
  await platform.createSet("Never run", [unasked]);
  await submitAndFinish(platform, [{ promptSetID, models: ["CHATGPT", "CLAUDE"] }]);
  const { prompts } = await platform.read<{ prompts: { id: string; content: string }[] }>("v1/platform/prompts");
  const idOf = (prompt: string) => prompts.find(({ content }) => content === prompt)?.id;
  const { answers } = await platform.read<{ answers: Answer[] }>("v1/platform/answers");
  await step("a model without an answer is named, and a failed request can be retried", async () => {
    await page.route(
      (url) => url.pathname.endsWith("/answers") && url.searchParams.has("newestByModel"),
      (route) => route.fulfill(FAILURE),
      { times: 1 },
    );
    await visit(page, labels, `/prompts/${idOf(question)}/models`);
    await expect(page.getByRole("alert")).toContainText("request-4711");
    await page.getByRole("button", { name: labels.retry }).click();
    await expect(page.getByRole("article")).toHaveCount(2);
    await expect(page.getByRole("list", { name: "Models without an answer" }).getByRole("listitem")).toHaveCount(6);
  }, /status of 500/);
  await step("the comparison of a prompt that was never run blames no filter", async () => {
    await visit(page, labels, `/prompts/${idOf(unasked)}/models`);
    await expect(page.getByRole("main")).toContainText("No answers yet");
  });
  await step("without brands, an answer says how to add some", async () => {
    await visit(page, labels, `/answers/${answers[0]?.id}`);
    await page.getByRole("link", { name: labels.addBrand }).click();
    await expect(page.getByRole("heading", { level: 1, name: labels.brands })).toBeVisible();
  });
  await step("an answer is readable when brands cannot be searched", async () => {
    await page.route("**/mentions?*", (route) => route.fulfill(FAILURE));
    await visit(page, labels, `/answers/${answers[0]?.id}`);
    await expect(page.getByRole("alert")).toContainText("request-4711");
    await expect(page.getByRole("region", { name: labels.answerText }).locator(".prose")).not.toBeEmpty();
  }, /status of 500/);
});
