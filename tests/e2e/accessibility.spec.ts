import type { Locator, Page } from "@playwright/test";
import { expectAccessible, expectNoHorizontalScroll } from "../accessibility";
import { openFilters } from "../filters";
import { demoTest, expect, FAILURE, test } from "../fixtures";
import { demo, demoAnswer, type DemoAnswer } from "../platform";
import { goTo, visit } from "../sign-in";
import { languages, type Labels } from "../labels";
import { inBothLanguages, inEachLanguage } from "../language";

const { platform } = demo();

/** Something that opens above a page. */
interface Overlay {
  name: string;
  open(page: Page, labels: Labels): Promise<void>;
}

/** A page that needs a session. */
interface PageCase {
  name: string;
  address(): Promise<string>;
  heading(labels: Labels): Promise<string>;
  overlays?: Overlay[];
  /** What the browser says about it. */
  errors?: RegExp[];
}

/** The pages in groups, so that the workers share them. */
const PAGES: Record<string, PageCase[]> = {
  "the pages of brands and of what answers say": [
    pageAt("/overview", (labels) => labels.overview),
    pageAt("/brands", (labels) => labels.brands),
    pageAt("/sources", (labels) => labels.sourcesPage),
    pageAt("/fan-outs", (labels) => labels.fanoutsPage),
    pageAt("/words", (labels) => labels.words),
    pageAt("/alerts", (labels) => labels.alerts, [behind("the form of a rule of alerts", (labels) => labels.newRule)]),
  ],
  "the pages of prompts, digests and settings": [
    pageAt("/prompt-sets", (labels) => labels.promptSets, [behind("the prompt set form", (labels) => labels.newSet)]),
    pageAt("/prompts", (labels) => labels.prompts, [
      behind("the prompt form", (labels) => labels.newPrompt),
      {
        name: "the bulk prompts form",
        async open(page, labels) {
          await page.getByRole("button", { name: labels.addMany }).click();
          // Two valid lines and a duplicate.
          await page.getByRole("dialog").getByLabel(labels.paste).fill("one\ntwo\none");
        },
      },
    ]),
    pageOf("a prompt", "SUCCESS", ({ promptID }) => `/prompts/${promptID}`),
    pageOf("the models of a prompt", "SUCCESS", ({ promptID }) => `/prompts/${promptID}/models`),
    pageAt("/digests", (labels) => labels.digests),
    pageAt("/settings", (labels) => labels.settings),
  ],
  "the pages of runs and schedules and a missing one": [
    pageAt("/runs", (labels) => labels.runs, [
      { name: "the command palette", open: (page) => page.keyboard.press("Control+k") },
      { name: "the shortcuts", open: (page) => page.keyboard.press("?") },
      behind("the menu", (labels) => labels.menu),
    ]),
    pageAt("/runs/new", (labels) => labels.newRun),
    {
      name: "a run",
      address: async () => `/runs/${(await demoAnswer("SUCCESS")).runID}`,
      heading: async (labels) => runName((await demoAnswer("SUCCESS")).runID, labels),
    },
    pageAt("/schedules", (labels) => labels.schedules),
    pageAt("/schedules/new", (labels) => labels.newSchedule),
    { ...pageAt("/nowhere", (labels) => labels.notFound), errors: [/status of 404 .*\/nowhere/] },
  ],
  "the pages of answers and keywords": [
    pageAt("/answers", (labels) => labels.answers),
    pageOf("an answer", "SUCCESS", ({ id }) => `/answers/${id}`),
    pageOf("a failed answer", "FAILED", ({ id }) => `/answers/${id}`),
    pageAt("/keywords?q=%EB%AC%B4%EC%84%A0%20%EC%9D%B4%EC%96%B4%ED%8F%B0%0A%EB%88%84%EB%A6%AC%EC%98%A4", (labels) => labels.keywords),
    pageAt("/keywords?provider=naver&q=%EB%AC%B4%EC%84%A0%20%EC%9D%B4%EC%96%B4%ED%8F%B0%0A%EB%88%84%EB%A6%AC%EC%98%A4", (labels) => labels.keywords),
    pageAt("/site-keywords", (labels) => labels.siteKeywords),
  ],
};

for (const language of languages) {
  test.describe(language, () => {
    test.use({ language });

    test("the sign-in page has the language of the browser, and is accessible like the page that asks for the key", async ({ page, labels }) => {
      await page.goto("/");
      const signIn = page.getByRole("button", { name: labels.signIn, exact: true });
      await expect(signIn).toBeVisible();
      await expect(page.locator("html")).toHaveAttribute("lang", language);
      await expectAccessibleEverywhere(page, "the sign-in page");
      await signIn.click();
      await expect(page.getByRole("button", { name: labels.cancel, exact: true })).toBeVisible();
      await expectAccessibleEverywhere(page, "the page that asks for the key");
    });
  });
}

for (const [group, pages] of Object.entries(PAGES)) {
  demoTest(`${group}, with what opens above them, are accessible and do not overflow`, async ({ page, labels, step }) => {
    // A page is opened in the language in which the one before was left.
    let shown = labels;
    for (const { name, address, heading, overlays = [], errors = [] } of pages) {
      await step(name, async () => {
        await page.goto(await address());
        shown = await inEachLanguage(page, shown, async (labels) => {
          await expect(page.getByRole("heading", { level: 1, name: await heading(labels), exact: true })).toBeVisible();
          await waitUntilLoaded(page, labels);
          await expectAccessibleEverywhere(page, `${name}, ${labels.tag}`);
          const overlay = page.getByRole("dialog").or(page.getByRole("group", { name: labels.theme }));
          for (const { name, open } of overlays) {
            await open(page, labels);
            await expect(overlay).toBeVisible();
            await expectAccessibleEverywhere(page, `${name}, ${labels.tag}`);
            await page.keyboard.press("Escape");
            await expect(overlay).toBeHidden();
          }
        });
      }, ...errors);
    }
  });
}

demoTest("open filters and a list that could not be loaded are accessible and do not overflow", async ({ page, labels, step }) => {
  await step("open filters", async () => {
    await page.goto("/answers");
    await waitUntilLoaded(page, labels);
    await openFilters(page, labels);
    await inBothLanguages(page, labels, ({ tag }) => expectAccessibleEverywhere(page, `the open filters, ${tag}`));
  });
  await step("a list that could not be loaded", async () => {
    await page.route("**/api/v1/platform/runs?*", (route) => route.fulfill(FAILURE));
    await page.goto("/runs");
    await inBothLanguages(page, labels, async ({ failed, tag }) => {
      await expect(page.getByRole("alert").filter({ hasText: failed })).toBeVisible();
      await expectAccessibleEverywhere(page, `the list that could not be loaded, ${tag}`);
    });
  }, /status of 500/);
});

demoTest("with forced colors, the chosen option and the current page differ from the others", async ({ page, labels }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await visit(page, labels, "/fan-outs");
  const options = page.locator(".segmented-options label");
  const links = page.getByRole("navigation", { name: labels.main }).getByRole("link");
  await expect(options.first()).toBeVisible();
  // Without its opacity: behind what is transparent is the same color.
  const background = (elements: Locator) =>
    elements.first().evaluate((element) => getComputedStyle(element).backgroundColor.match(/\d+/g)?.slice(0, 3));
  for (const [elements, current] of [
    [options, ":has(:checked)"],
    [links, "[aria-current]"],
  ] as const) {
    const others = elements.and(page.locator(`:not(${current})`));
    expect(await background(elements.and(page.locator(current)))).not.toEqual(await background(others));
  }
  // Without shadows, what is above the page has an edge.
  await page.getByRole("button", { name: labels.menu }).click();
  await expect(page.locator("#settings-menu")).toHaveCSS("border-top-width", "1px");
});

// The page of an analysis of a site is reached in site-keywords.spec.ts.
demoTest("every page can be reached by links and sets the document title", async ({ page, labels }) => {
  await visit(page, labels, "/prompt-sets");
  const rows = page.getByRole("table").first().getByRole("row");
  const expectPage = async (name: string) => {
    await expect(page.getByRole("heading", { level: 1, name, exact: true })).toBeVisible();
    await expect(page).toHaveTitle(`${name} · Answerdeck`);
  };

  await goTo(page, labels, labels.promptSets);
  await expectPage(labels.promptSets);
  await rows.nth(1).getByRole("link").first().click();
  await expect(page).toHaveURL(/\/prompts\?set=/);
  await goTo(page, labels, labels.prompts);
  await expectPage(labels.prompts);
  const { query: prompt } = await demoAnswer("SUCCESS");
  await page.getByRole("searchbox").fill(prompt);
  // The list before the search has the prompt too, and disappears.
  await expect(page.getByText(labels.total(1), { exact: true })).toBeVisible();
  await page.getByRole("link", { name: prompt, exact: true }).click();
  await expectPage(prompt);
  await page.getByRole("link", { name: labels.compareModels, exact: true }).click();
  await expect(page).toHaveURL(/\/models$/);
  await expectPage(prompt);
  await page.goBack();
  await page.getByRole("main").getByRole("link", { name: /^\d+ answers$/ }).click();
  await expectPage(labels.answers);
  await expect(page).toHaveURL(/\/answers\?prompt=/);
  await rows.nth(1).getByRole("link").first().click();
  await expectPage(prompt);
  await page.getByRole("main").getByRole("link", { name: labels.answers, exact: true }).click();
  await expect(page).toHaveURL(/\/answers\?prompt=/);

  await goTo(page, labels, labels.runs);
  await expectPage(labels.runs);
  await rows.nth(1).getByRole("link").first().click();
  await expect(page).toHaveURL(/\/runs\/\w{22}$/);
  const [run = ""] = new URL(page.url()).pathname.split("/").slice(-1);
  await expectPage(await runName(run, labels));
  await page.getByRole("region", { name: labels.grid }).getByRole("link").first().click();
  await expect(page).toHaveURL(/\/answers\/\w{22}\?run=\w{22}$/);
  await goTo(page, labels, labels.runs);
  await page.getByRole("link", { name: labels.newRun }).click();
  await expectPage(labels.newRun);

  for (const name of [labels.fanoutsPage, labels.words, labels.keywords, labels.siteKeywords, labels.overview]) {
    await goTo(page, labels, name);
    await expectPage(name);
  }
  for (const name of [labels.brands, labels.sourcesPage]) {
    await goTo(page, labels, name);
    await expectPage(name);
    const link = rows.nth(1).getByRole("rowheader").getByRole("link");
    const item = (await link.textContent()) ?? "";
    await link.click();
    await expectPage(item);
  }
  await page.getByRole("button", { name: labels.menu }).click();
  await page.getByRole("link", { name: labels.settings, exact: true }).click();
  await expectPage(labels.settings);
});

function pageAt(address: string, heading: (labels: Labels) => string, overlays?: Overlay[]): PageCase {
  return { name: address, address: async () => address, heading: async (labels) => heading(labels), overlays };
}

/** What a button opens. */
function behind(name: string, button: (labels: Labels) => string | RegExp): Overlay {
  return { name, open: (page, labels) => page.getByRole("button", { name: button(labels) }).click() };
}

/** A page that the prompt of an answer names. */
function pageOf(name: string, status: "SUCCESS" | "FAILED", address: (answer: DemoAnswer) => string): PageCase {
  return {
    name,
    address: async () => address(await demoAnswer(status)),
    heading: async () => (await demoAnswer(status)).query,
  };
}

/** The name of a run: its schedule, its prompt set, or its first prompt and the number of the others. */
async function runName(run: string, labels: Labels): Promise<string> {
  interface Named {
    name: string;
    promptCount: number;
    promptSetID?: string;
    scheduleID?: string;
  }
  const { name, promptCount, promptSetID, scheduleID } = await platform.read<Named>(`v1/platform/runs/${run}`);
  return (scheduleID ?? promptSetID) === undefined && promptCount > 1 ? `${name} ${labels.andMore(promptCount - 1)}` : name;
}

/** Waits until the page has loaded all its data. */
async function waitUntilLoaded(page: Page, labels: Labels): Promise<void> {
  await page.waitForLoadState("networkidle");
  await expect(page.getByText(labels.loading)).toHaveCount(0);
}

/**
 * Asserts that the page is accessible and does not overflow, on a phone in one theme and on a desktop in the other. The languages
 * take turns, so that a page that is tested in both is tested in both themes at both widths.
 */
async function expectAccessibleEverywhere(page: Page, name: string): Promise<void> {
  const isKorean = (await page.locator("html").getAttribute("lang")) === "ko";
  for (const [width, height, colorScheme] of [
    [320, 640, isKorean ? "light" : "dark"],
    [1280, 800, isKorean ? "dark" : "light"],
  ] as const) {
    const where = `${name} at ${width} px, ${colorScheme}`;
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await expectNoHorizontalScroll(page, where);
    await expectAccessible(page, where);
  }
}
