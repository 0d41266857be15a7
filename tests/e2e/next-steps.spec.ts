import type { Locator, Page } from "@playwright/test";
import { expectNoHorizontalScroll } from "../accessibility";
import { demoTest, expect, organizationTest, test } from "../fixtures";
import type { Labels } from "../labels";
import { expectTexts, inBothLanguages } from "../language";
import { choose } from "../menus";
import { changeResponses } from "../platform";
import { submitAndFinish } from "../runs";
import { follow, goTo, storeSession, visit } from "../sign-in";

interface Step {
  id: string;
  kind: string;
  subject: string;
  state: string;
  evidence?: { answers: number; of: number };
  before?: { answers: number };
}

/** Reads the steps that a page shows, as the platform sent them. */
async function stepsOf(page: Page, open: () => Promise<unknown>): Promise<Step[]> {
  const [response] = await Promise.all([page.waitForResponse(/metrics\/highlights\?.*include=nextSteps/), open()]);
  const { nextSteps } = (await response.json()) as { nextSteps: { steps: Step[] } };
  return nextSteps.steps;
}

/** Changes what the platform says about next steps. */
async function changeSteps(page: Page, changes: object): Promise<void> {
  await changeResponses(page, /metrics\/highlights/, (highlights: { nextSteps?: object }) => ({
    ...highlights,
    nextSteps: { ...highlights.nextSteps, ...changes },
  }));
}

/** A step, as the platform describes it: those with a small number are first. */
function fakeStep(at: number, kind: string, subject: string, more: object = {}): object {
  const size = 20 - at;
  return { id: String(at).padStart(22, "0"), kind, subject, size, evidence: { answers: size, of: 20 }, state: "OPEN", ...more };
}

const sectionOf = (page: Page, labels: Labels) => page.getByRole("region", { name: labels.nextSteps });
const openSteps = (section: Locator) => section.locator(".next-steps-list").getByRole("listitem");

test.describe(() => {
  test.use({ language: "ko" });

  demoTest("four of the next steps are shown at first, and they fit a desktop", async ({ page, labels }) => {
    const steps = Array.from({ length: 8 }, (_, at) => fakeStep(at, "SEARCH_GAP", `earbuds ${at}`));
    await changeSteps(page, { steps, totalSteps: 8 });
    await visit(page, labels, "/overview");
    const section = sectionOf(page, labels);
    await expect(openSteps(section)).toHaveCount(4);
    await page.setViewportSize({ width: 1440, height: 800 });
    await inBothLanguages(page, labels, ({ tag }) => expectNoHorizontalScroll(page, `the next steps at 1440 px in ${tag}`));
    await section.getByRole("button", { name: labels.showMore(4) }).click();
    await expect(openSteps(section)).toHaveCount(8);
  });

  demoTest("each step leads to its evidence, and a gap to as many answers as it says", async ({ page, labels }) => {
    // The answers of other tests are newer.
    const [from, to] = [31, 1].map((days) => new Date(Date.now() - days * 86_400_000).toISOString());
    const steps = await stepsOf(page, () => visit(page, labels, `/overview?from=${from}&to=${to}`));
    const parts: Record<string, RegExp> = {
      PROMPT_GAP: /\/brands\/\w+\?.*prompt=\w+.*answers=unnamed&names=\w+/,
      SOURCE_GAP: /\/sources\?.*domain=.*page=.*&names=\w+/,
      SEARCH_GAP: /\/fan-outs\?.*search=.*&names=\w+/,
      LOST_PAGE: /\/sources\?.*from=.*&to=.*domain=.*page=/,
      LOST_MODEL: /\/prompts\?model=\w+&.*sort=change$/,
      UNASKED_KEYWORD: /\/keywords\?.*q=/,
    };
    const open = steps.filter(({ state }) => state === "OPEN").slice(0, 4);
    const links = openSteps(sectionOf(page, labels)).getByRole("link");
    await expect(links).toHaveCount(open.length);
    for (const [at, { kind }] of open.entries()) await expect(links.nth(at)).toHaveAttribute("href", parts[kind] ?? /^$/);
    const addresses = await links.evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
    const found = page.getByRole("region", { name: labels.answers, exact: true });
    // The answers of the period before cited a lost page.
    const lost = [...open.entries()].filter(([, { kind }]) => kind === "LOST_PAGE");
    expect(lost.length).toBeGreaterThan(0);
    for (const [at, { before }] of lost) {
      await follow(page, addresses[at] ?? "");
      await expect(found.getByText(labels.answersAbout(before?.answers ?? 0), { exact: true })).toBeVisible();
    }
    const gaps = [...open.entries()].filter(([, { kind }]) => kind.endsWith("_GAP"));
    expect(gaps.length).toBeGreaterThan(0);
    for (const [at, { kind, evidence }] of gaps) {
      await follow(page, addresses[at] ?? "");
      await expect(found.getByText(labels.answersAbout(evidence?.answers ?? 0), { exact: true })).toBeVisible();
      const [filter, remove] =
        kind === "SOURCE_GAP" ? [labels.onlyRivals, labels.removeOnlyRivals] : [labels.mentionedRival, labels.removeMentionedRival];
      await expect(page.getByText(filter, { exact: true })).toBeVisible();
      // The page of a brand has a field for one competitor.
      if (kind === "PROMPT_GAP" && new URL(page.url()).searchParams.getAll("names").length === 1) {
        await page.getByLabel(filter).selectOption("");
      } else {
        await page.getByRole("button", { name: remove }).click();
      }
      await expect(page).not.toHaveURL(/names=/);
      // No answer that cites the page or ran the search names the brand.
      if (kind !== "PROMPT_GAP") {
        await expect(found.getByText(labels.answersAbout(evidence?.of ?? 0), { exact: true })).toBeVisible();
      }
    }
  });
});

demoTest("each step says what to do", async ({ page, labels }) => {
  const lost = { before: { answers: 12, of: 20 } };
  const steps = [
    fakeStep(0, "PROMPT_GAP", "How do I clean earbuds?"),
    fakeStep(1, "SEARCH_GAP", "clean earbuds"),
    fakeStep(2, "SOURCE_GAP", "https://forum.example/t/1", { domain: "forum.example", title: "Cleaning <b>earbuds</b>" }),
    fakeStep(3, "SOURCE_GAP", "https://forum.example/t/2", { domain: "forum.example" }),
    fakeStep(4, "LOST_PAGE", "https://nurio.example/care", { ...lost, domain: "nurio.example" }),
    fakeStep(5, "LOST_MODEL", "CHATGPT", lost),
    fakeStep(6, "UNASKED_KEYWORD", "earbuds case", { size: 0, evidence: undefined, searchVolume: 900, searchEngine: "NAVER" }),
  ];
  const rivals = ["Tavrin", "Arvo"].map((name, at) => ({ id: String(at + 1).padStart(22, "0"), name }));
  await changeSteps(page, { steps, totalSteps: 7, rivals });
  const open = async (address: string): Promise<void> => {
    await visit(page, labels, address);
    await sectionOf(page, labels).getByRole("button", { name: labels.showMore(3) }).click();
  };
  await open("/overview");
  const shown = openSteps(sectionOf(page, labels));
  const links = shown.getByRole("link");
  await expect(links).toHaveText([
    "Create or update content that answers “How do I clean earbuds?”",
    "Get found for the search “clean earbuds”",
    "Get Nurio mentioned on the page “Cleaning <b>earbuds</b>”",
    "Get Nurio mentioned on the page “forum.example/t/2”",
    "Check and update the page “nurio.example/care”",
    /^Win back mentions in ChatGPT/,
    "Add a prompt about the keyword “earbuds case”",
  ]);
  await expect(shown.nth(1)).toContainText("Only competitors in 19 of 20 answers");
  await expect(shown.nth(5)).toContainText(/Same prompts: 75% \(15 of 20\), was 60% \(12 of 20\)$/);
  await expect(links.nth(5)).toHaveAttribute("href", "/prompts?model=CHATGPT&sort=change");
  // A lost page leads to the answers of the period before, which is as long.
  const daysOfPage = async (): Promise<number> => {
    const { searchParams } = new URL((await links.nth(4).getAttribute("href")) ?? "", page.url());
    const time = (name: string): number => Date.parse(searchParams.get(name) ?? "");
    return (time("to") - time("from")) / 86_400_000;
  };
  expect(await daysOfPage()).toBe(30);
  // Of all time, the last seven days are compared.
  await open("/overview?days=all");
  await expect(links.nth(5)).toHaveAttribute("href", /^\/prompts\?model=CHATGPT&from=[^&]+&sort=change$/);
  expect(await daysOfPage()).toBe(7);
  await expectTexts(page, labels, page.locator(".next-steps-list .step-evidence").nth(5), {
    ko: "같은 프롬프트: 최근 7일 75%(20개 중 15개), 이전 60%(20개 중 12개)",
    en: "Same prompts: 75% (15 of 20), was 60% (12 of 20), last 7 days",
  });
  // A single competitor has its name.
  await changeSteps(page, { steps, totalSteps: 7, rivals: rivals.slice(0, 1) });
  await open("/overview");
  await expect(shown.nth(1)).toContainText("Tavrin but not your brand in 19 of 20 answers");
});

organizationTest("a step that was dismissed with a note stays dismissed until it is opened again", async ({ page, labels, platform }) => {
  // Answers often name the rival, and never the own brand.
  await platform.write("v1/platform/brands", { name: "Vonquist", synonyms: [], isOwn: true });
  await platform.write("v1/platform/brands", { name: "Nurio", synonyms: ["누리오"] });
  const questions = ["러닝용 무선 이어폰 추천", "귀가 작은 사람한테 맞는 무선 이어폰 있어?", "Which wireless earbuds fit small ears?"];
  const run = { promptSetID: await platform.createSet("Earbuds", questions), models: ["CHATGPT", "CLAUDE", "GEMINI", "PERPLEXITY"] };
  await submitAndFinish(platform, [run, run]);
  const steps = await stepsOf(page, () => visit(page, labels, "/overview"));
  const isShort = ({ kind, subject }: Step) => /PROMPT|SEARCH/.test(kind) && subject.length <= 80;
  const open = steps.filter(({ state }) => state === "OPEN");
  const at = open.findIndex(isShort);
  const { id, subject } = open[at] as Step;
  const section = sectionOf(page, labels);
  const step = openSteps(section).filter({ hasText: subject });
  await choose(section, labels, subject, "Note…");
  const dialog = page.getByRole("dialog", { name: labels.note });
  await dialog.getByRole("textbox", { name: labels.note }).fill("Ask <b>Mina</b>");
  await dialog.getByRole("button", { name: labels.save }).click();
  const note = step.getByText("Ask <b>Mina</b>");
  await expect(note).toBeVisible();
  for (const width of [1440, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    // On lines of its own, below the title.
    const [title, own] = [await step.locator(".step-title").boundingBox(), await note.boundingBox()];
    expect(own?.y).toBeGreaterThanOrEqual((title?.y ?? 0) + (title?.height ?? 0) - 2);
    expect(own?.height).toBeGreaterThan(10);
  }
  await choose(section, labels, subject, labels.stepDone);
  await expect(step).toHaveCount(0);
  await page.getByRole("button", { name: labels.undo }).click();
  await expect(step).toHaveCount(1);
  await choose(section, labels, subject, labels.dismissStep);
  await expect(step).toHaveCount(0);
  // The next step has the focus.
  await expect(openSteps(section).nth(Math.min(at, open.length - 2)).getByRole("button")).toBeFocused();

  const again = await stepsOf(page, () => page.reload());
  expect(again.find((other) => other.id === id)).toMatchObject({ state: "DISMISSED", note: "Ask <b>Mina</b>" });
  await expect(openSteps(section)).toHaveCount(open.length - 1);
  await expect(step).toHaveCount(0);
  // Directly below the steps, however few there are.
  const end = await openSteps(section).last().boundingBox();
  const summary = await section.getByText(labels.handledSteps(1)).boundingBox();
  expect((summary?.y ?? 0) - ((end?.y ?? 0) + (end?.height ?? 0))).toBeLessThan(60);
  await section.getByText(labels.handledSteps(1)).click();
  const handled = section.locator(".next-steps-handled").getByRole("listitem");
  await expect(handled).toContainText([subject]);
  await expect(handled).toContainText(["Ask <b>Mina</b>"]);
  await choose(section, labels, subject, "Reopen");
  await expect(step).toHaveCount(1);
});

demoTest("a decision that fails is said, and what a colleague decided later is shown", async ({ page, labels, pageErrors }) => {
  pageErrors.expect(/status of 400/);
  const say = (more: object) => changeSteps(page, { steps: [fakeStep(0, "SEARCH_GAP", "clean earbuds", more)], totalSteps: 1 });
  await say({});
  await visit(page, labels, "/overview");
  const section = sectionOf(page, labels);
  const decisions = /platform\/metrics\/next-steps\/\w+$/;
  await page.route(decisions, (route) => route.fulfill({ status: 400, json: { code: "COMMON_VALIDATION", message: "no room" } }));
  await choose(section, labels, "clean earbuds", labels.stepDone);
  await expect(page.getByText("The step was not changed. no room")).toBeVisible();
  await expect(openSteps(section)).toHaveCount(1);
  const decision = { id: "0".repeat(22), state: "DISMISSED", updatedAt: "2026-11-20T09:00:00.000Z" };
  await page.route(decisions, (route) => route.fulfill({ json: decision }));
  await choose(section, labels, "clean earbuds", labels.dismissStep);
  await expect(openSteps(section)).toHaveCount(0);
  await say({ note: "Still to do", updatedAt: "2026-11-20T10:00:00.000Z" });
  await page.getByLabel(labels.window, { exact: true }).selectOption("all");
  await expect(openSteps(section)).toContainText(["Still to do"]);
});

demoTest("without steps the block says what is missing", async ({ page, labels, organization, platform }) => {
  const nothing = { steps: [], totalSteps: 0 };
  await changeSteps(page, { ...nothing, sample: { answers: 40, prompts: 20, tier: "EXPLORATORY" } });
  await visit(page, labels, "/overview");
  const steps = sectionOf(page, labels);
  await expect(steps).toContainText("With 2 answers to each prompt, no difference is certain yet.");
  await expect(steps.getByRole("link", { name: labels.newRun })).toHaveAttribute("href", "/runs/new");
  await changeSteps(page, { ...nothing, sample: { answers: 400, prompts: 20, tier: "DIRECTIONAL" } });
  await visit(page, labels, "/overview");
  await expect(steps).toContainText("In 400 answers, competitors are clearly ahead in no prompt, page or search.");
  await changeSteps(page, { ...nothing, sample: { answers: 0, prompts: 0, tier: "EXPLORATORY" } });
  await follow(page, "/overview?days=all");
  await expect(sectionOf(page, labels)).toContainText("No answers yet.");
  await page.unrouteAll();
  await platform.write("v1/platform/brands", { name: "Nurio", synonyms: [] });
  await submitAndFinish(platform, [{ promptSetID: await platform.createSet("Commuters", ["For the bus?"]), models: ["CHATGPT"] }]);
  await storeSession(page, organization.key);
  await visit(page, labels, "/overview");
  await expect(sectionOf(page, labels)).toContainText("Choose your brand to see what its answers suggest to do next.");
  await goTo(page, labels, labels.brands);
  await choose(page, labels, "Nurio", labels.makeOwnBrand);
  await expect(page.getByRole("row", { name: /Nurio/ }).getByText(labels.ownBrand, { exact: true })).toBeVisible();
  await goTo(page, labels, labels.overview);
  await expect(sectionOf(page, labels).getByRole("link", { name: labels.addRival })).toHaveAttribute("href", "/brands");
});
