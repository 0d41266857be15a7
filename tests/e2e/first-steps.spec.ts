import type { Page } from "@playwright/test";
import { expectFits } from "../accessibility";
import { expect, koreanOrganizationTest, organizationTest, test } from "../fixtures";
import type { Labels } from "../labels";
import { expectFitsInBothLanguages, inBothLanguages } from "../language";
import { createOrganization } from "../organization";
import { changeOrganization, Platform } from "../platform";
import { submitAndFinish } from "../runs";
import { follow, goTo, storeSession, visit } from "../sign-in";
import { ANALYSES, ANALYSIS, serveAnalysis } from "../site-analysis";

const KEYWORDS = ["wireless earbuds", "무선 이어폰", "Nurio earphones", "이어폰 AS 안내", "<b>sport</b> earphones", "earbuds", "<b>운동</b> 이어폰"];
const QUESTIONS = {
  en: [
    "Which wireless earbuds would you recommend?",
    "How do I choose the right <b>sport</b> earphones?",
    "How do I choose the right wireless earbuds?",
    "Which <b>sport</b> earphones do most people buy?",
    "Which wireless earbuds do most people buy?",
  ],
  ko: [
    "무선 이어폰 추천해 줘",
    "<b>운동</b> 이어폰 고를 때 뭘 봐야 해?",
    "무선 이어폰 고를 때 뭘 봐야 해?",
    "요즘 인기 있는 <b>운동</b> 이어폰 알려 줘",
    "요즘 인기 있는 무선 이어폰 알려 줘",
  ],
};

const stepsOf = (page: Page, labels: Labels) => page.getByRole("region", { name: labels.firstSteps }).getByRole("listitem");

/** Answers as a platform that analyzes a site, and returns the addresses of the sites. */
async function analyzeSites(page: Page, state: () => object): Promise<string[]> {
  const sites: string[] = [];
  await page.route(ANALYSES, async (route) => {
    sites.push((route.request().postDataJSON() as { url: string }).url);
    await route.fulfill({ json: { id: ANALYSIS } });
  });
  await serveAnalysis(page, state);
  return sites;
}

const completed = (keywords: string[]) => ({
  status: "COMPLETED",
  totalPages: 2,
  processedPages: 2,
  keywords: keywords.map((keyword) => ({ keyword, sourceURLCount: 2 })),
});

koreanOrganizationTest("a new organization adds its brand, picks suggested prompts and starts a run", async ({ page, labels, platform }) => {
  await visit(page, labels, "/brands");
  for (const name of [labels.brands, labels.promptSets, labels.prompts, labels.runs, labels.schedules]) {
    await goTo(page, labels, name);
    await expect(page.getByRole("main").locator(".state-panel [data-variant=primary]")).toBeVisible();
    await expect(page.getByRole("main").locator("[data-variant=primary]")).toHaveCount(1);
  }
  await visit(page, labels, "/");
  await expect(page).toHaveURL("/overview");
  await expect(page.getByRole("heading", { level: 1, name: labels.overview })).toBeVisible();
  const steps = stepsOf(page, labels);
  const expectStates = async (...states: string[]): Promise<void> => {
    await expect(steps).toHaveCount(3);
    for (const [at, state] of states.entries()) await expect(steps.nth(at).getByRole("heading")).toContainText(state);
    await expect(steps.and(page.locator("[aria-current=step]"))).toHaveCount(1);
  };
  await expectStates(labels.stepNext, labels.stepLater, labels.stepLater);
  // One primary action, and nothing to filter.
  await expect(page.getByRole("main").locator("[data-variant=primary]")).toHaveText([labels.addBrand]);
  await expect(page.getByRole("main").getByRole("combobox")).toHaveCount(0);
  await expect(steps.nth(1).getByRole("link", { name: labels.createPrompts })).toHaveAttribute("href", "/prompt-sets");

  await steps.nth(0).getByRole("button", { name: labels.addBrand }).click();
  const form = page.getByRole("dialog", { name: labels.newBrand });
  const becomesOwn = form.getByText("우리 브랜드로 등록돼요.");
  await expect(becomesOwn).toBeVisible();
  await form.getByLabel(labels.name, { exact: true }).fill("Nurio");
  await form.getByRole("textbox", { name: labels.websites }).fill(`${process.env.ANSWERDECK_URL}/demo-sites/nurio.example/`);
  await form.getByRole("button", { name: labels.save }).click();
  await steps.nth(0).getByRole("button", { name: labels.addRival }).click();
  await form.getByLabel(labels.name, { exact: true }).fill("Tavrin");
  await expect(becomesOwn).toHaveCount(0);
  await form.getByRole("button", { name: labels.save }).click();
  await expectStates(labels.stepDone, labels.stepNext, labels.stepLater);
  // A step that is done says what there is.
  await expect(steps.nth(0).getByRole("link", { name: "Nurio, 경쟁 브랜드 1개", exact: true })).toHaveAttribute("href", "/brands");
  await expect(page.getByRole("heading", { level: 2, name: labels.firstSteps })).toBeFocused();
  // One competitor is enough, and further ones are welcome.
  await expect(steps.nth(0).getByRole("button", { name: labels.addRival })).toBeVisible();

  await steps.nth(1).getByRole("button", { name: labels.suggestPrompts }).click();
  const dialog = page.getByRole("dialog", { name: labels.suggestedPrompts });
  const field = dialog.getByRole("textbox", { name: labels.prompts });
  await expect(field).toBeFocused({ timeout: 60_000 });
  await expect(dialog).toContainText(labels.suggestedFor("Nurio"));
  const questions = (await field.inputValue()).split("\n");
  const count = questions.length;
  expect(count).toBeGreaterThan(2);
  // One is left out, one is edited, and a blank line is none.
  await field.fill(["For <b>runners</b>?", "", ...questions.slice(2)].join("\n"));
  await dialog.getByRole("button", { name: labels.add(count - 1), exact: true }).click();
  await expect(page.getByText(labels.added(count - 1))).toBeVisible();
  await expectStates(labels.stepDone, labels.stepDone, labels.stepNext);
  await expect(steps.nth(1).getByRole("link", { name: `프롬프트 ${count - 1}개`, exact: true })).toHaveAttribute("href", "/prompts");
  const { promptSets } = await platform.read<{ promptSets: { name: string; promptCount: number }[] }>("v1/platform/prompt-sets");
  expect(promptSets.map(({ name, promptCount }) => [name, promptCount])).toEqual([["Nurio", count - 1]]);

  await steps.nth(2).getByRole("link", { name: labels.newRun }).click();
  await expect(page.getByRole("heading", { level: 1, name: labels.newRun })).toBeVisible();
  await expect(page).toHaveURL("/runs/new");
  const { prompts } = await platform.read<{ prompts: { id: string; content: string }[] }>("v1/platform/prompts");
  expect(prompts.map(({ content }) => content)).toContain("For <b>runners</b>?");
  await submitAndFinish(platform, [{ promptIDs: prompts.map(({ id }) => id), models: ["CHATGPT"] }]);
  await goTo(page, labels, labels.overview);
  await expect(page.getByRole("region", { name: labels.nextSteps })).toBeVisible();
  await expect(steps).toHaveCount(0);
  await expect(page.getByText(labels.noEarlierRun)).toBeVisible();
  // The first brand is the own one.
  await expect(page.locator(".finding").getByRole("link", { name: /Nurio/ }).first()).toBeVisible({ timeout: 60_000 });
});

koreanOrganizationTest("a site that cannot be read is read again, and the first steps and the suggestions are accessible and fit a phone", async ({
  page,
  labels,
  platform,
  step,
}) => {
  const brand = { name: "Nurio", synonyms: [], websites: ["https://nurio.example"] };
  await platform.write("v1/platform/brands", brand);
  await step("a site that cannot be read is read again, and prompts can be written instead", async () => {
    let state: object = { status: "FAILED", error: "The site does not respond." };
    const sites = await analyzeSites(page, () => state);
    await visit(page, labels, "/overview");
    await page.getByRole("button", { name: labels.suggestPrompts }).click();
    const dialog = page.getByRole("dialog", { name: labels.suggestedPrompts });
    await expect(dialog.getByRole("alert")).toContainText("The site does not respond.");
    await expect(dialog.getByRole("link", { name: labels.writePrompts })).toHaveAttribute("href", "/prompt-sets");
    // There may be no such site.
    await expect(dialog.locator(".form-actions > *")).toHaveCount(3);
    await expect(dialog.locator(".form-actions [data-variant=primary]")).toHaveText(labels.changeWebsite);
    await page.keyboard.press("Escape");
    // A failed analysis is not shown again.
    state = completed([]);
    await page.getByRole("button", { name: labels.suggestPrompts }).click();
    await expect.poll(() => sites).toEqual(["https://nurio.example", "https://nurio.example"]);
    await expect(dialog.getByRole("link", { name: labels.writePrompts })).toBeVisible();
    await expect(dialog.getByRole("alert")).toHaveCount(0);
  });
  await step("a website that was wrong is changed, and its keywords are read", async () => {
    const sites = await analyzeSites(page, () => completed(KEYWORDS));
    await visit(page, labels, "/overview");
    await page.getByRole("button", { name: labels.suggestPrompts }).click();
    const dialog = page.getByRole("dialog", { name: labels.suggestedPrompts });
    await dialog.getByRole("button", { name: labels.changeWebsite }).click();
    await expect(dialog).toBeHidden();
    const form = page.getByRole("dialog", { name: labels.editBrand });
    await form.getByRole("button", { name: labels.removeEntry("https://nurio.example") }).click();
    await form.getByRole("textbox", { name: labels.websites }).fill("nurio-shop.example");
    await form.getByRole("button", { name: labels.save }).click();
    await expect(form).toBeHidden();
    await expect(page.getByRole("heading", { level: 2, name: labels.firstSteps })).toBeFocused();
    await expect(stepsOf(page, labels).nth(1)).toContainText("nurio-shop.example");
    await page.getByRole("button", { name: labels.suggestPrompts }).click();
    await expect(dialog).toContainText("nurio-shop.example");
    await expect(dialog.getByRole("button", { name: labels.changeWebsite })).toBeVisible();
    // The site of the first address was read in the step before.
    await expect.poll(() => sites).toEqual(["https://nurio-shop.example"]);
    await page.keyboard.press("Escape");
  });
  await step("the first steps and the suggestions are accessible and fit a phone", async () => {
    await analyzeSites(page, () => completed(KEYWORDS));
    await visit(page, labels, "/overview");
    await inBothLanguages(page, labels, async (labels) => {
      await expect(stepsOf(page, labels)).toHaveCount(3);
      await page.getByRole("button", { name: labels.suggestPrompts }).click();
      const dialog = page.getByRole("dialog", { name: labels.suggestedPrompts });
      await expect(dialog).toContainText(labels.suggestedFor("Nurio"));
      // The text of a site stays text.
      await expect(dialog.getByRole("textbox", { name: labels.prompts })).toHaveValue(QUESTIONS[labels.tag].join("\n"));
      await expectFits(page, "the suggestions");
      await page.keyboard.press("Escape");
    });
    await expectFitsInBothLanguages(page, labels, "the first steps");
  });
});

organizationTest("without a model, the steps and the settings say what to do", async ({ page, labels }) => {
  await changeOrganization(page, { models: [] });
  const what = "The operator has to name the provider of each model in a file, and start the server with --engines.";
  await visit(page, labels, "/overview");
  await expect(stepsOf(page, labels).nth(2)).toContainText(what);
  await follow(page, "/settings");
  await expect(page.getByRole("region", { name: labels.models, exact: true })).toContainText(what);
});

test("a pasted list becomes prompts of a new set, and without credits the steps say so", async ({ page, labels, pageErrors }, { title }) => {
  pageErrors.expect(/status of 409/);
  const { key } = await createOrganization(title, 0);
  await storeSession(page, key);
  await visit(page, labels, "/prompts");
  await page.getByRole("button", { name: labels.newPrompt }).first().click();
  // The first prompt needs a set.
  const first = page.getByRole("dialog", { name: "First, create a set" });
  await expect(first).toContainText("Every prompt belongs to a set.");
  await page.keyboard.press("Escape");
  await goTo(page, labels, labels.overview);
  const steps = stepsOf(page, labels);
  await inBothLanguages(page, labels, (labels) => expect(stepsOf(page, labels).nth(2)).toContainText(labels.noCredits));
  await steps.nth(1).getByRole("button", { name: labels.addMany }).click();
  const dialog = page.getByRole("dialog", { name: labels.addMany });
  await expect(dialog.getByLabel(labels.paste)).toBeFocused();
  const name = dialog.getByLabel(labels.newSet, { exact: true });
  await expect(name).toHaveValue(labels.prompts);
  await name.fill("");
  await dialog.getByLabel(labels.paste).fill("For the bus?\nFor the train?");
  await dialog.getByRole("button", { name: labels.add(2) }).click();
  await expect(name).toBeFocused();
  await name.fill("Commuters");
  // The set is created once, though its prompts are sent twice.
  const bulk = "**/api/v1/platform/prompts/bulk";
  await page.route(bulk, (route) => route.fulfill({ status: 409, json: { code: "PROMPT_SET_PROMPT_LIMIT_EXCEEDED", message: "no room" } }));
  await dialog.getByRole("button", { name: labels.add(2) }).click();
  await expect(dialog.getByRole("alert")).toContainText("no room");
  await page.unroute(bulk);
  await dialog.getByRole("button", { name: "Resume", exact: true }).click();
  await expect(page.getByText(labels.added(2))).toBeVisible();
  const { promptSets } = await new Platform(key).read<{ promptSets: { name: string; promptCount: number }[] }>("v1/platform/prompt-sets");
  expect(promptSets.map(({ name, promptCount }) => [name, promptCount])).toEqual([["Commuters", 2]]);
  await expect(steps.nth(1).getByRole("heading")).toContainText(labels.stepDone);
  await expect(steps.nth(1).getByRole("link", { name: "2 prompts", exact: true })).toHaveAttribute("href", "/prompts");
  await expect(page.getByRole("heading", { level: 2, name: labels.firstSteps })).toBeFocused();
});

organizationTest("the overview of a new organization sends at most five requests, and says what the platform lacks", async ({ page, labels, platform, step }) => {
  await step("the first view of a new organization sends at most five requests", async () => {
    await visit(page, labels, "/settings");
    await page.waitForLoadState("networkidle");
    const sent: string[] = [];
    page.on("request", (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith("/api/")) sent.push(pathname);
    });
    await goTo(page, labels, labels.overview);
    await expect(stepsOf(page, labels)).toHaveCount(3);
    await page.waitForLoadState("networkidle");
    expect(sent.length, sent.join("\n")).toBeLessThanOrEqual(5);
  });
  await step("a platform that analyzes no sites says so", async () => {
    await platform.write("v1/platform/brands", { name: "Nurio", synonyms: [], websites: ["https://nurio.example"] });
    await page.route(ANALYSES, (route) => route.fulfill({ status: 404, body: "404 page not found" }));
    await visit(page, labels, "/overview");
    await page.getByRole("button", { name: labels.suggestPrompts }).click();
    const dialog = page.getByRole("dialog", { name: labels.suggestedPrompts });
    await expect(dialog.getByText("This platform cannot read websites.")).toBeVisible();
    await expect(dialog.getByRole("link", { name: labels.writePrompts })).toBeVisible();
  }, /status of 404/);
  await step("a set whose prompts could not be created gets them later as they were edited, and the analysis is not repeated", async () => {
    const sites = await analyzeSites(page, () => completed(KEYWORDS));
    const bulk = "**/api/v1/platform/prompts/bulk";
    await page.route(bulk, (route) =>
      route.fulfill({ status: 409, json: { code: "PROMPT_SET_PROMPT_LIMIT_EXCEEDED", message: "no room", requestID: "request-4711" } }),
    );
    await visit(page, labels, "/overview");
    const suggest = page.getByRole("button", { name: labels.suggestPrompts });
    await suggest.click();
    const dialog = page.getByRole("dialog", { name: labels.suggestedPrompts });
    const add = dialog.getByRole("button", { name: labels.add(QUESTIONS.en.length), exact: true });
    await add.click();
    await expect(dialog.getByRole("alert")).toContainText("no room");
    const field = dialog.getByRole("textbox", { name: labels.prompts });
    const edited = [...QUESTIONS.en.slice(1), "Which one is for runners?"].join("\n");
    await field.fill(edited);
    await page.keyboard.press("Escape");
    await page.unroute(bulk);
    await suggest.click();
    await expect(field).toHaveValue(edited);
    await add.click();
    await expect(page.getByText(labels.added(QUESTIONS.en.length))).toBeVisible();
    const { promptSets } = await platform.read<{ promptSets: { promptCount: number }[] }>("v1/platform/prompt-sets");
    expect(promptSets.map(({ promptCount }) => promptCount)).toEqual([QUESTIONS.en.length]);
    expect(sites).toHaveLength(1);
  }, /status of 409/);
});
