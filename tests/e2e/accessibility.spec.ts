import type { Page } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll } from "../accessible";
import { expect, test } from "../console";
import { demo } from "../platform";
import { goTo, signInWithKey } from "../sign-in";
import { languages, type Words } from "../words";

const { key: KEY, platform } = demo();

/** A page behind the sign-in. */
interface Place {
  name: string;
  address(): Promise<string>;
  heading(words: Words): string;
}

const PLACES: Place[] = [
  place("/prompt-sets", (words) => words.promptSets),
  place("/prompts", (words) => words.prompts),
  place("/runs", (words) => words.runs),
  place("/runs/new", (words) => words.newRun),
  place("/answers", (words) => words.answers),
  place("/nowhere", (words) => words.notFound),
  { name: "a prompt", address: async () => `/prompts/${(await demoAnswer("SUCCESS")).promptID}`, heading: (words) => words.prompt },
  { name: "a run", address: async () => `/runs/${(await demoAnswer("SUCCESS")).runID}`, heading: (words) => words.run },
  { name: "an answer", address: async () => `/answers/${(await demoAnswer("SUCCESS")).id}`, heading: (words) => words.answer },
  { name: "a failed answer", address: async () => `/answers/${(await demoAnswer("FAILED")).id}`, heading: (words) => words.answer },
];

/** What opens over a page, and how. */
const OVERLAYS: { name: string; address: string; open(page: Page, words: Words): Promise<void> }[] = [
  {
    name: "the form of a set",
    address: "/prompt-sets",
    open: (page, words) => page.getByRole("button", { name: words.newSet }).click(),
  },
  {
    name: "the question before a set is deleted",
    address: "/prompt-sets",
    open: (page) => page.getByRole("row").nth(1).getByRole("button").last().click(),
  },
  {
    name: "the form of a prompt",
    address: "/prompts",
    open: (page, words) => page.getByRole("button", { name: words.newPrompt }).click(),
  },
  {
    name: "the question before a prompt is deleted",
    address: "/prompts",
    open: (page) => page.getByRole("row").nth(1).getByRole("button").last().click(),
  },
  {
    name: "the form of many prompts",
    address: "/prompts",
    async open(page, words) {
      await page.getByRole("button", { name: words.addMany }).click();
      // A good line, another, and one that came before.
      await page.getByRole("dialog").getByLabel(words.paste).fill("one\ntwo\none");
    },
  },
  { name: "the shortcuts", address: "/runs", open: (page) => page.keyboard.press("?") },
  {
    name: "the menu",
    address: "/runs",
    open: (page, words) => page.getByRole("button", { name: words.menu }).click(),
  },
];

for (const language of languages) {
  test.describe(language, () => {
    test.use({ language });

    test("the sign-in page and the consent page", async ({ page, words }) => {
      await page.goto("/");
      await expectFineEverywhere(page);
      await page.getByRole("button", { name: words.signIn, exact: true }).click();
      await expect(page.getByRole("button", { name: words.allow, exact: true })).toBeVisible();
      await expectFineEverywhere(page);
    });

    for (const { name, address, heading } of PLACES) {
      test(name, async ({ page, words }) => {
        await signInWithKey(page, words, KEY, await address());
        await expect(page.getByRole("heading", { level: 1, name: heading(words), exact: true })).toBeVisible();
        await settled(page, words);
        await expectFineEverywhere(page);
      });
    }

    for (const { name, address, open } of OVERLAYS) {
      test(name, async ({ page, words }) => {
        await signInWithKey(page, words, KEY, address);
        await settled(page, words);
        await open(page, words);
        await expect(page.getByRole("dialog").or(page.getByRole("group", { name: words.theme }))).toBeVisible();
        await expectFineEverywhere(page);
      });
    }
  });
}

test("every page is reached by links, and each names the document", async ({ page, words }) => {
  await signInWithKey(page, words, KEY);
  const rows = page.getByRole("table").first().getByRole("row");
  const arrived = async (name: string) => {
    await expect(page.getByRole("heading", { level: 1, name, exact: true })).toBeVisible();
    await expect(page).toHaveTitle(`${name} · Answerdeck`);
  };

  await goTo(page, words, words.promptSets);
  await arrived(words.promptSets);
  await rows.nth(1).getByRole("link").first().click();
  await expect(page).toHaveURL(/\/prompts\?set=/);
  await goTo(page, words, words.prompts);
  await arrived(words.prompts);
  await rows.nth(1).getByRole("link").first().click();
  await arrived(words.prompt);
  await page.getByRole("main").getByRole("link", { name: words.answers }).click();
  await arrived(words.answers);
  await expect(page).toHaveURL(/\/answers\?prompt=/);
  await rows.nth(1).getByRole("link").first().click();
  await arrived(words.answer);
  await page.getByRole("link", { name: words.allAnswers }).click();
  await expect(page).toHaveURL(/\/answers\?prompt=/);

  await goTo(page, words, words.runs);
  await arrived(words.runs);
  await rows.nth(1).getByRole("link").first().click();
  await arrived(words.run);
  await page.getByRole("region", { name: words.grid }).getByRole("link").first().click();
  await expect(page).toHaveURL(/\/answers\?run=.+&prompt=.+&model=/);
  await goTo(page, words, words.runs);
  await page.getByRole("link", { name: words.newRun }).click();
  await arrived(words.newRun);
});

function place(address: string, heading: Place["heading"]): Place {
  return { name: address, address: async () => address, heading };
}

async function demoAnswer(status: "SUCCESS" | "FAILED"): Promise<{ id: string; runID: string; promptID: string }> {
  interface Answers {
    answers: { id: string; runID: string; promptID: string; status: string }[];
  }
  const { answers } = await platform.read<Answers>("v1/platform/answers?limit=100");
  const found = answers.find((answer) => answer.status === status);
  if (!found) throw new Error(`the demo has no answer that is ${status}`);
  return found;
}

/** Waits until everything that the page asks for is there. */
async function settled(page: Page, words: Words): Promise<void> {
  await page.waitForLoadState("networkidle");
  await expect(page.getByText(words.loading)).toHaveCount(0);
}

/** Asserts that axe has nothing to say on a phone in the dark and on a desk in the light, and that nothing is cut off. */
async function expectFineEverywhere(page: Page): Promise<void> {
  for (const [width, height, colorScheme] of [
    [320, 640, "dark"],
    [1280, 800, "light"],
  ] as const) {
    const where = `the page at ${width} px, ${colorScheme}`;
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await expectNoSidewaysScroll(page, where);
    await expectAccessible(page, where);
  }
}
