import type { Page } from "@playwright/test";
import { demoTest, expect, organizationTest } from "../fixtures";
import { submitAndFinish } from "../runs";
import { visit } from "../sign-in";

/** What the translation adds to each text. */
const MARK = "≈";

/** Replaces the text nodes of the page as a translator does, and returns how many. */
async function translate(page: Page): Promise<number> {
  return page.evaluate((mark) => {
    const texts: Text[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const text = walker.currentNode as Text;
      const element = text.parentElement?.closest("[translate], script, style, noscript, font");
      if (text.data.trim() !== "" && (!element || element.getAttribute("translate") === "yes")) texts.push(text);
    }
    for (const text of texts) {
      const translation = document.createElement("font");
      translation.textContent = mark + text.data;
      text.replaceWith(translation);
    }
    return texts.length;
  }, MARK);
}

/** The visible text of the page, without the marks of translations. */
async function read(page: Page): Promise<string> {
  const text = await page.getByRole("main").innerText();
  return text.replaceAll(MARK, "").replace(/\s+/g, " ");
}

/** Waits until all data of the page is there. */
async function untilLoaded(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  await expect(page.locator("main .skeleton")).toHaveCount(0);
}

/** Asserts that the page shows what it would show untranslated when its data changes while it is translated. */
async function expectTrue(page: Page, change: () => Promise<void>): Promise<void> {
  await untilLoaded(page);
  const before = await read(page);
  expect(await translate(page)).toBeGreaterThan(10);
  await expect(page.getByRole("main")).toContainText(MARK);
  expect(await read(page)).toBe(before);
  await change();
  const untranslated = await page.context().newPage();
  await untranslated.goto(page.url());
  await untilLoaded(untranslated);
  const after = await read(untranslated);
  expect(after).not.toBe(before);
  await expect.poll(() => read(page)).toBe(after);
}

demoTest("a translated overview shows the numbers of another window, and a page in its own language again is as it was", async ({
  page,
  labels,
  step,
}) => {
  await step("a translated overview shows the numbers of another window", async () => {
    await visit(page, labels, "/overview");
    await expect(page.locator(".scope-total").getByRole("link")).toBeVisible();
    await expectTrue(page, async () => {
      // The translator changes the label of the window.
      await page.locator("main select", { has: page.locator('option[value="7"]') }).selectOption("7");
      await expect(page).toHaveURL(/days=7/);
    });
  });
  await step("a page that is shown in its own language again is as it was", async () => {
    await visit(page, labels, "/settings");
    await untilLoaded(page);
    const before = await read(page);
    await page.evaluate(() => {
      const walker = document.createTreeWalker(document.querySelector("main")!, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      while (walker.nextNode()) texts.push(walker.currentNode as Text);
      const translations = texts.filter(({ data }) => data.trim() !== "").map((text): [Text, HTMLElement] => {
        const translation = document.createElement("font");
        translation.textContent = `≈${text.data}`;
        text.replaceWith(translation);
        return [text, translation];
      });
      Object.assign(window, { translations });
    });
    expect(await page.getByRole("main").innerText()).toContain(MARK);
    await page.evaluate(() => {
      const { translations } = window as unknown as { translations: [Text, HTMLElement][] };
      for (const [text, translation] of translations) translation.replaceWith(text);
    });
    expect(await read(page)).toBe(before);
  });
});

organizationTest("translated rows show the new values of a prompt and of a set", async ({ page, labels, platform }) => {
  const set = await platform.createSet("Commuters", ["For the bus?"]);
  await submitAndFinish(platform, [{ promptSetID: set, models: ["CHATGPT"] }]);
  await visit(page, labels, `/prompts?set=${set}`);
  await expect(page.getByRole("rowheader")).toHaveText(["For the bus?"]);
  await expectTrue(page, async () => {
    await page.getByRole("button", { name: labels.newPrompt }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel(labels.content, { exact: true }).fill("For the train?");
    await dialog.getByRole("button", { name: labels.save }).click();
    await expect(page.getByRole("rowheader")).toHaveText(["For the train?", "For the bus?"]);
  });
});
