import type { Locator, Page } from "@playwright/test";
import { expect, test } from "../console";
import { Platform } from "../platform";
import { signInWithKey } from "../sign-in";

/** Presses Tab until an element has the focus. */
async function tabTo(page: Page, element: Locator): Promise<void> {
  await expect(element).toBeVisible();
  const reached = async () => element.evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < 60; presses += 1) {
    if (await reached()) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`the Tab key does not reach ${element}`);
}

test("a run is started and its answers are read without a mouse", async ({ page, words, organization }) => {
  await new Platform(organization.key).makeSet("Earbuds", ["Which wireless earbuds are best for commuting?"]);
  await page.goto("/");
  await tabTo(page, page.getByLabel(words.apiKey, { exact: true }));
  await page.keyboard.insertText(organization.key);
  await page.keyboard.press("Enter");

  const runs = page.getByRole("navigation", { name: words.main }).getByRole("link", { name: words.runs });
  await tabTo(page, runs);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: words.runs })).toBeFocused();
  await expect(page.getByText(words.noRuns)).toBeVisible();
  await page.keyboard.press("n");
  await expect(page.getByRole("heading", { level: 1, name: words.newRun })).toBeFocused();

  const set = page.getByLabel(words.promptSet, { exact: true });
  await expect(set).toContainText("Earbuds");
  await tabTo(page, page.getByRole("group", { name: words.models }).getByRole("checkbox").first());
  await page.keyboard.press("Space");
  await tabTo(page, page.getByRole("button", { name: /^Start for 1 credit$/ }));
  await page.keyboard.press("Enter");

  await expect(page.getByRole("heading", { level: 1, name: words.run, exact: true })).toBeFocused();
  await expect(page.getByText(words.finished, { exact: true })).toBeVisible({ timeout: 60_000 });
  await tabTo(page, page.getByRole("region", { name: words.grid }).getByRole("link"));
  await page.keyboard.press("Enter");
  await tabTo(page, page.getByRole("table").getByRole("link"));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: words.answer, exact: true })).toBeFocused();
});

test("the question mark lists the shortcuts, and they do what it says", async ({ page, words, organization }) => {
  await new Platform(organization.key).makeSet("Earbuds", []);
  await signInWithKey(page, words, organization.key);
  await expect(page.getByRole("link", { name: "Earbuds" })).toBeVisible();
  await page.keyboard.press("?");
  const list = page.getByRole("dialog", { name: words.shortcuts });
  await expect(list).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(list).toBeHidden();

  for (const [letter, name] of [
    ["p", words.prompts],
    ["r", words.runs],
    ["a", words.answers],
    ["s", words.promptSets],
  ] as const) {
    await page.keyboard.press("g");
    await page.keyboard.press(letter);
    await expect(page.getByRole("heading", { level: 1, name, exact: true })).toBeVisible();
  }
  await page.keyboard.press("g");
  await page.keyboard.press("p");
  await expect(page.getByRole("heading", { level: 1, name: words.prompts, exact: true })).toBeVisible();
  await page.keyboard.press("/");
  const search = page.getByLabel(words.search);
  await expect(search).toBeFocused();
  await page.keyboard.press("?");
  await expect(search).toHaveValue("?");
  await expect(list).toBeHidden();
});

test("a dialog gives the focus back to what opened it", async ({ page, words, organization }) => {
  await new Platform(organization.key).makeSet("Earbuds", []);
  await signInWithKey(page, words, organization.key);
  for (const name of [words.newSet, words.editOne("Earbuds"), words.deleteOne("Earbuds")]) {
    const opener = page.getByRole("button", { name });
    await tabTo(page, opener);
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog");
    await expect(dialog).toBeVisible();
    await expect.poll(() => dialog.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(opener).toBeFocused();
  }
});

test("the first press of the Tab key offers to skip the navigation", async ({ page, words, organization }) => {
  await signInWithKey(page, words, organization.key);
  const skip = page.getByRole("link", { name: "Skip to content" });
  await page.getByRole("navigation", { name: words.main }).getByRole("link").first().focus();
  await tabTo(page, skip);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
});
