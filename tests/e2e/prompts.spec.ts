import type { Page } from "@playwright/test";
import { expectFits, expectNoHorizontalScroll } from "../accessibility";
import { column, exportCsv } from "../csv";
import { demoTest, expect, organizationTest } from "../fixtures";
import { holdRequests } from "../held-requests";
import { choose } from "../menus";
import { submitAndFinish } from "../runs";
import { inBothLanguages } from "../language";
import { changeOrganization, demo, demoAnswer, hideExtensionsOfSets } from "../platform";
import { visit } from "../sign-in";

const PROMPTS = ["For the bus?", "For the train?", "For the plane?"];

async function expectFit(page: Page, where: string): Promise<void> {
  await expectFits(page, where);
  await page.setViewportSize({ width: 1280, height: 800 });
}

organizationTest("sets show their prompts and answers, and prompts are selected and run", async ({ page, labels, platform, step }) => {
  await platform.createSet("Empty", []);
  await platform.createSet("Others", ["For the car?"]);
  const promptSetID = await platform.createSet("Commuters", PROMPTS);
  await submitAndFinish(platform, [{ promptSetID, models: ["CHATGPT"] }]);
  await step("a set shows how many prompts it has, and when it was last answered", async () => {
    await visit(page, labels, "/prompt-sets");
    const head = page.getByRole("columnheader", { name: "Last answer", exact: true });
    await expect(head).toBeVisible();
    const row = (name: string) => page.getByRole("row").filter({ has: page.getByRole("link", { name, exact: true }) });
    await expect(row("Commuters").getByRole("cell").nth(0)).toHaveText("3");
    await expect(row("Commuters").getByRole("cell").nth(1).getByRole("time")).toBeVisible();
    await expect(row("Empty").getByRole("cell").nth(0)).toHaveText("0");
    await expect(row("Empty").getByRole("cell").nth(1)).toHaveText(labels.noAnswersOfSet);
    await expectFit(page, "prompt sets");
    await page.setViewportSize({ width: 320, height: 800 });
    await expect(row("Empty").getByText(labels.noAnswersOfSet).filter({ visible: true })).toHaveCount(1);
  });
  await step("one checkbox selects all prompts, and another search or set selects none", async () => {
    await visit(page, labels, "/prompts");
    const all = page.getByRole("checkbox", { name: labels.selectShown, exact: true });
    const bus = page.getByRole("checkbox", { name: labels.selectOne("For the bus?"), exact: true });
    const bar = page.getByText(labels.selectedCount(4), { exact: true });
    await expect(page.getByRole("rowheader")).toHaveCount(4);
    const place = await bus.boundingBox();
    await bus.check();
    await expect(page.getByText(labels.selectedCount(1), { exact: true })).toBeVisible();
    expect(await bus.boundingBox(), "the list stays where it is").toEqual(place);
    await expect(all).toBeChecked({ indeterminate: true });
    await all.check();
    await expect(bar).toBeVisible();
    await bus.uncheck();
    await expect(all).toBeChecked({ indeterminate: true });
    await all.check();
    await all.uncheck();
    await expect(bar).toBeHidden();
    await expect(bus).not.toBeChecked();

    await all.check();
    await page.getByLabel(labels.search, { exact: true }).fill("car");
    await expect(page.getByRole("rowheader")).toHaveCount(1);
    await expect(page.getByRole("checkbox", { checked: true })).toHaveCount(0);
    await expect(bar).toBeHidden();
    await all.check();
    await page.getByLabel(labels.search, { exact: true }).fill("");
    await expect(page.getByRole("rowheader")).toHaveCount(4);
    await expect(page.getByRole("checkbox", { checked: true })).toHaveCount(0);
    await page.getByLabel(labels.set, { exact: true }).selectOption("Commuters");
    await expect(page.getByRole("rowheader")).toHaveCount(3);
    await all.check();
    await expect(page.getByText(labels.selectedCount(3), { exact: true })).toBeVisible();
    await expectFit(page, "prompts with a selection");
  });
  await step("the page of a set leads to a run of it, and back to the sets", async () => {
    await visit(page, labels, `/prompts?set=${promptSetID}`);
    await page.getByRole("main").getByRole("link", { name: labels.run, exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`/runs/new\\?set=${promptSetID}$`));
    await page.goBack();
    await page.getByRole("main").getByRole("link", { name: labels.promptSets, exact: true }).click();
    await expect(page).toHaveURL(/\/prompt-sets$/);
  });
  await step("a prompt is run from its page", async () => {
    const { prompts } = await platform.read<{ prompts: { id: string; content: string }[] }>("v1/platform/prompts");
    const [prompt] = prompts;
    await visit(page, labels, `/prompts/${prompt?.id}`);
    const main = page.getByRole("main");
    await main.getByRole("link", { name: labels.run, exact: true }).click();
    await expect(page).toHaveURL(`/runs/new?prompts=${prompt?.id}`);
    await expect(main.getByText(labels.selectedCount(1))).toBeVisible();
  });
  await step("prompts beyond the limit of a run are not selected, and the page says so", async () => {
    const id = (at: number): string => `${at}`.padStart(22, "0");
    const prompts = Array.from({ length: 1_002 }, (_, at) => ({
      id: id(at),
      promptSetID,
      content: `Prompt ${at}`,
      createdAt: "2026-11-20T00:00:00Z",
    }));
    await page.route("**/api/v1/platform/prompts?*", (route) => route.fulfill({ json: { prompts, nextCursor: null } }));
    await page.route("**/api/v1/platform/prompts", (route) => route.fulfill({ json: { prompts, nextCursor: null } }));
    await visit(page, labels, "/prompts");
    const all = page.getByRole("checkbox", { name: labels.selectShown, exact: true });
    await all.click();
    const selection = page.getByText(labels.selectedCount(1_000));
    await expect(selection).toContainText(labels.selectAtMost);
    await expect(page.getByText(labels.selectAtMost, { exact: true })).toBeVisible();
    await expect(all).toBeChecked({ indeterminate: true });
    const last = page.getByRole("checkbox", { name: labels.selectOne("Prompt 1001"), exact: true });
    await last.click();
    await expect(last).not.toBeChecked();
    await expect(selection).toBeVisible();
  });
});

organizationTest("the page of a prompt shows what changed between two answers, and a prompt with answers is corrected or asked anew", async ({
  page,
  labels,
  platform,
  step,
}) => {
  const set = await platform.createSet("Commuters", ["For the bus?"]);
  await step("the page of a prompt shows what changed between two answers", async () => {
    const { prompts } = await platform.read<{ prompts: { id: string }[] }>("v1/platform/prompts");
    const id = prompts[0]?.id ?? "";
    const texts = [
      "Take **Tavrin Q7** on the bus.\n\nIt is quiet <img src=x onerror=alert(1)>.\n\n- Light\n- Black",
      "Take **Nurio Air 2** on the bus.\n\nIt is quiet.\n\n- Light",
      "Take **Nurio Air 2** on the bus.\n\nIt is quiet.\n\n- Light",
    ];
    await serveAnswers(page, id, texts, [["new", "both"], ["both", "lost"], ["both", "lost"]]);
    await visit(page, labels, `/prompts/${id}`);
    await page.getByRole("link", { name: labels.compareAnswers }).click();
    await expect(page).toHaveURL(`/prompts/${id}?compare=CHATGPT`);
    const text = page.locator(".text-diff");
    await expect(text.locator("del")).toHaveText(["left out Nurio Air 2", "left out quiet."]);
    await expect(text.locator("ins")).toHaveText(["added Tavrin Q7", "added quiet <img src=x onerror=alert(1)>.", "added • Black"]);
    // The signs are beside the text, in which no dash looks like one.
    await expect(text.locator(".diff-signs")).toHaveText(["−+", "", "−+", "", "", "+"]);
    await expect(text).toContainText("• Light");
    await expect(text).not.toContainText("- ");
    await expect(text.locator("img")).toHaveCount(0);
    await expectFits(page, "the changes between two answers");
    await inBothLanguages(page, labels, async (labels) => {
      const sources = page.getByRole("region", { name: labels.sourcesPage, exact: true });
      await expect(sources).toContainText(labels.keptSources(1));
      await expect(sources.getByRole("heading", { level: 4 })).toHaveText([labels.newSources(1), labels.lostSources(1)]);
      await expect(sources.getByRole("link")).toHaveText([/^new/, /^lost/]);
      await expectNoHorizontalScroll(page, `the changes between two answers in ${labels.tag}`);
    });
    await page.setViewportSize({ width: 1280, height: 800 });

    // The newest two are compared at first. Others are in the address.
    const [earlier, later] = [page.getByLabel(labels.earlierAnswer), page.getByLabel(labels.laterAnswer)];
    const [newest = "", middle = "", oldest = ""] = ["3", "2", "1"].map((number) => number.padStart(22, "0"));
    await expect(later).toHaveValue(newest);
    await expect(earlier).toHaveValue(middle);
    expect(await later.evaluate((select: HTMLSelectElement) => select.clientWidth)).toBeGreaterThan(300);
    await later.selectOption(oldest);
    await expect(page.getByText(labels.sameText)).toBeVisible();
    await expect(page).toHaveURL(`/prompts/${id}?compare=CHATGPT&earlier=${middle}&later=${oldest}`);
    await earlier.selectOption(oldest);
    await expect(page.getByText("Choose two different answers.")).toBeVisible();
    await expect(text).toHaveCount(0);
    // The earlier one stays the earlier one, whichever field it is chosen in.
    await earlier.selectOption(newest);
    await expect(text.locator("del").first()).toContainText("Nurio Air 2");
    await page.reload();
    await expect(earlier).toHaveValue(newest);
    await expect(text.locator("del").first()).toContainText("Nurio Air 2");
    await page.getByRole("link", { name: labels.newestAnswers }).click();
    await expect(page).toHaveURL(`/prompts/${id}`);
    await expect(page.getByRole("rowheader")).toHaveCount(1);
  });
  await step("another text of a prompt with answers is saved as a correction or as a new prompt", async () => {
    await submitAndFinish(platform, [{ promptSetID: set, models: ["CHATGPT", "GEMINI"] }]);
    await visit(page, labels, `/prompts?set=${set}`);
    const dialog = page.getByRole("dialog", { name: labels.editPrompt });
    const edit = async (before: string, after: string): Promise<void> => {
      await choose(page, labels, before, labels.edit);
      await expect(dialog.getByRole("radio")).toHaveCount(0);
      await dialog.getByLabel(labels.content, { exact: true }).fill(after);
    };
    await edit("For the bus?", "For the night bus?");
    await expect(dialog.getByRole("group", { name: labels.oldAnswers })).toBeVisible();
    await expectFit(page, "a prompt with answers is edited");
    await dialog.getByRole("radio", { name: "A new prompt" }).check();
    await dialog.getByRole("button", { name: labels.save }).click();
    await expect(page.getByRole("rowheader")).toHaveText(["For the night bus?", "For the bus?"]);
    // The answers stay with a correction. A prompt without answers has nothing to choose.
    await edit("For the bus?", "By bus?");
    await dialog.getByRole("button", { name: labels.save }).click();
    await expect(dialog.getByText("Choose how to save it.")).toBeVisible();
    await dialog.getByRole("radio", { name: "A correction: the answers stay" }).check();
    await dialog.getByRole("button", { name: labels.save }).click();
    await expect(page.getByRole("rowheader")).toHaveText(["For the night bus?", "By bus?"]);
    await edit("For the night bus?", "By night bus?");
    await expect(dialog.getByRole("radio")).toHaveCount(0);
    await dialog.getByRole("button", { name: labels.save }).click();
    await expect(page.getByRole("rowheader")).toHaveText(["By night bus?", "By bus?"]);
  });
  await step("the page of a prompt that was corrected says what was asked, and a change of the prompt there has the same choice", async () => {
    const { prompts } = await platform.read<{ prompts: { id: string }[] }>("v1/platform/prompts?contentContains=By%20bus");
    await visit(page, labels, `/prompts/${prompts[0]?.id}`);
    await expect(page.getByText("Asked as “For the bus?”")).toBeVisible();
    await page.getByRole("button", { name: labels.edit, exact: true }).click();
    const dialog = page.getByRole("dialog", { name: labels.editPrompt });
    await dialog.getByLabel(labels.content, { exact: true }).fill("By tram?");
    await expect(dialog.getByRole("group", { name: labels.oldAnswers })).toBeVisible();
  });
  await step("a change that is saved before it is known whether there are answers waits for that", async () => {
    const { prompts } = await platform.read<{ prompts: { id: string }[] }>("v1/platform/prompts?contentContains=By%20bus");
    await visit(page, labels, `/prompts?set=${set}`);
    const arrive = await holdRequests(page, `**/api/v1/platform/prompts/${prompts[0]?.id}`);
    await choose(page, labels, "By bus?", labels.edit);
    const dialog = page.getByRole("dialog", { name: labels.editPrompt });
    await dialog.getByLabel(labels.content, { exact: true }).fill("By ship?");
    const save = dialog.getByRole("button", { name: labels.save });
    await save.click();
    await expect(save).toHaveAttribute("aria-busy", "true");
    arrive();
    await expect(dialog.getByText("Choose how to save it.")).toBeVisible();
  });
});

/** Answers of a model to a prompt, newest first, as a platform lists them. */
async function serveAnswers(page: Page, promptID: string, texts: string[], sources: string[][]): Promise<void> {
  const answers = texts.map((content, at) => ({
    id: `${texts.length - at}`.padStart(22, "0"),
    model: "CHATGPT",
    promptID,
    query: "For the bus?",
    region: "KR",
    status: "SUCCESS",
    content,
    createdAt: `2026-11-2${texts.length - at}T00:00:00Z`,
    sources: sources[at]?.map((path) => ({ url: `https://a.example/${path}`, title: path, domain: "a.example" })),
  }));
  await page.route("**/api/v1/platform/answers?*", (route) => route.fulfill({ json: { answers } }));
}

/** Failed answers of four models to a prompt, as a platform lists them. */
async function serveFailedAnswers(page: Page, promptID?: string): Promise<void> {
  const answers = ["CHATGPT", "CLAUDE", "GEMINI", "PERPLEXITY"].map((model, at) => ({
    id: String(at + 1).padStart(22, "0"),
    runID: "1".repeat(22),
    model,
    promptID,
    query: "For the bus?",
    region: "KR",
    status: "FAILED",
    content: "",
    createdAt: "2026-11-20T00:00:00Z",
    failure: { code: "INSUFFICIENT_CREDITS", message: "" },
  }));
  await page.route("**/api/v1/platform/answers?*", (route) => route.fulfill({ json: { answers } }));
}

organizationTest("a prompt with one answer is not compared, a search in Hangul waits for its end, and an unknown number is a dash", async ({
  page,
  labels,
  platform,
  step,
}) => {
  await platform.createSet("Commuters", ["무선 이어폰 추천해 줘", "Which headphones?"]);
  await step("one answer of a model is not compared", async () => {
    const { prompts } = await platform.read<{ prompts: { id: string }[] }>("v1/platform/prompts");
    const id = prompts[0]?.id ?? "";
    await serveAnswers(page, id, ["Take the Nurio Air 2."], [[]]);
    await visit(page, labels, `/prompts/${id}`);
    await expect(page.getByRole("rowheader")).toHaveCount(1);
    await expect(page.getByText(labels.compareAnswers)).toHaveCount(0);
  });
  await step("answers that all failed say why", async () => {
    const { prompts } = await platform.read<{ prompts: { id: string }[] }>("v1/platform/prompts");
    await serveFailedAnswers(page, prompts[0]?.id);
    await visit(page, labels, `/prompts/${prompts[0]?.id}`);
    await inBothLanguages(page, labels, async ({ tag }) => {
      const [why, badge] =
        tag === "ko"
          ? ["표시된 답변 4개가 모두 실패했어요. 크레딧이 부족했어요.", "실패 4개"]
          : ["All 4 answers shown failed. Credits ran out.", "4 failed"];
      await expect(page.getByText(why, { exact: true })).toBeVisible();
      await expect(page.getByText(badge, { exact: true })).toBeVisible();
    });
  });
  await step("a search in Hangul starts when the composition ends", async () => {
    await visit(page, labels, "/prompts");
    const rows = page.getByRole("table").getByRole("rowheader");
    await expect(rows).toHaveCount(2);
    const search = page.getByLabel(labels.search);
    await search.focus();
    // As an input method does: the field has the text before the composition ends, and nothing is typed after it.
    const input = await page.context().newCDPSession(page);
    await input.send("Input.imeSetComposition", { text: "이어폰", selectionStart: 3, selectionEnd: 3 });
    await expect(search).toHaveValue("이어폰");
    await search.evaluate((element) => element.dispatchEvent(new CompositionEvent("compositionend", { data: "이어폰" })));
    await expect(rows).toHaveText(["무선 이어폰 추천해 줘"]);
  });
  await step("a search that starts after a space leaves the space in its field", async () => {
    await visit(page, labels, "/prompts");
    const search = page.getByLabel(labels.search);
    await search.pressSequentially("무선 ");
    await expect(page.getByRole("table").getByRole("rowheader")).toHaveText(["무선 이어폰 추천해 줘"]);
    await expect(search).toHaveValue("무선 ");
    await search.pressSequentially("이어폰");
    await expect(search).toHaveValue("무선 이어폰");
  });
  await step("a set whose number of prompts another platform does not say has a dash", async () => {
    await hideExtensionsOfSets(page);
    await visit(page, labels, "/prompt-sets");
    const cells = page.getByRole("row").nth(1).getByRole("cell");
    await expect(cells.nth(0)).toHaveText("–");
    await expect(cells.nth(1)).toHaveText("–");
  });
  await step("a prompt whose answers all failed reads them once, by all routes", async () => {
    await changeOrganization(page, { routes: ["API", "STAND_IN"] });
    const { prompts } = await platform.read<{ prompts: { id: string }[] }>("v1/platform/prompts");
    await serveFailedAnswers(page, prompts[0]?.id);
    const read: string[] = [];
    page.on("request", (request) => request.url().includes("/platform/answers?") && read.push(request.url()));
    await visit(page, labels, `/prompts/${prompts[0]?.id}`);
    await expect(page.getByText(/^All 4 answers shown failed\./)).toBeVisible();
    await page.waitForLoadState("networkidle");
    expect(read.map((url) => new URL(url).searchParams.has("route"))).toEqual([false]);
  });
});

demoTest("an answer leads to what changed since the one before it of its model", async ({ page, labels }) => {
  const { platform } = demo();
  const { promptID } = await demoAnswer("SUCCESS");
  const path = `v1/platform/answers?limit=100&status=SUCCESS&model=CHATGPT&promptID=${promptID}`;
  const { answers } = await platform.read<{ answers: { id: string; runID: string; region: string }[] }>(path);
  const later = answers[1];
  const earlier = answers.slice(2).find(({ runID, region }) => runID !== later?.runID && region === later?.region);
  await visit(page, labels, `/answers/${later?.id}`);
  await page.getByRole("link", { name: "Changes since the previous answer" }).click();
  await expect(page).toHaveURL(`/prompts/${promptID}?compare=CHATGPT&later=${later?.id}&back=%2Fanswers%2F${later?.id}`);
  await expect(page.getByLabel(labels.laterAnswer)).toHaveValue(later?.id ?? "");
  await expect(page.getByLabel(labels.earlierAnswer)).toHaveValue(earlier?.id ?? "");
  await expect(page.locator(".text-diff").or(page.getByText(labels.sameText))).toBeVisible();
  // The models are those with answers, and the way leads back to the answer, also after another choice.
  const models = page.getByLabel(labels.model, { exact: true });
  const answered = new Set((await platform.readAll<{ model: string }>(`v1/platform/answers?limit=100&promptID=${promptID}`, "answers")).map(({ model }) => model));
  await expect(models.getByRole("option")).toHaveCount(answered.size);
  await models.selectOption([...answered].find((model) => model !== "CHATGPT") ?? "");
  await expect(page).toHaveURL(/&back=/);
  await page.getByRole("main").getByRole("link", { name: "Answer", exact: true }).click();
  await expect(page).toHaveURL(`/answers/${later?.id}`);
});

organizationTest("the file of prompt sets has their numbers, and that of a prompt all of its answers", async ({ page, labels, platform }) => {
  await platform.createSet("Empty", []);
  const promptSetID = await platform.createSet("Commuters", PROMPTS);
  await submitAndFinish(platform, [{ promptSetID, models: ["CHATGPT", "CLAUDE"] }]);
  await visit(page, labels, "/prompt-sets");
  await expect(page.getByRole("rowheader")).toHaveCount(2);
  const sets = await exportCsv(page, labels);
  expect(column(sets, labels.name)).toEqual(["Commuters", "Empty"]);
  expect(column(sets, "Prompts")).toEqual(["3", "0"]);
  expect(column(sets, "Last answer (Asia/Seoul)")).toEqual([expect.stringMatching(/^\d{4}-\d{2}-\d{2} /), ""]);

  const { prompts } = await platform.read<{ prompts: { id: string; content: string }[] }>("v1/platform/prompts");
  await page.getByRole("link", { name: "Commuters", exact: true }).click();
  await page.getByRole("rowheader").getByRole("link", { name: prompts[0]?.content, exact: true }).click();
  // Both models answered in one run.
  await expect(page.getByRole("rowheader")).toHaveCount(1);
  const answers = await exportCsv(page, labels);
  expect(column(answers, "Question")).toEqual([prompts[0]?.content, prompts[0]?.content]);
});
