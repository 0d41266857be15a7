import type { Locator } from "@playwright/test";
import { expect, organizationTest } from "../fixtures";
import { holdRequests } from "../held-requests";
import { choose, menuOf } from "../menus";
import { visit } from "../sign-in";

const PROMPTS = Array.from({ length: 45 }, (_, index) => `Which wireless earbuds suit commuter number ${index}?`);

/** An element that remembers the text it had when it was marked. */
type Marked = HTMLElement & { markedText?: string };

/** Marks the elements of the rows. The mark is a property, so it is lost if a row is rebuilt. */
async function mark(rows: Locator): Promise<void> {
  await rows.evaluateAll((elements: Marked[]) => {
    for (const element of elements) element.markedText = element.textContent ?? "";
  });
}

/** The number of marked elements, and of those that still show the text they had. */
async function marked(rows: Locator): Promise<{ marked: number; unchanged: number }> {
  return rows.evaluateAll((elements: Marked[]) => {
    const kept = elements.filter(({ markedText }) => markedText !== undefined);
    const unchanged = kept.filter(({ markedText, textContent }) => markedText === textContent);
    return { marked: kept.length, unchanged: unchanged.length };
  });
}

organizationTest("a list reads its next page when its end is in view, and its rows keep their elements", async ({ page, labels, platform, step }) => {
  await platform.createSet("Commuters", PROMPTS);
  await step("the next page is read as long as the end of the list stays in view", async () => {
    await page.setViewportSize({ width: 1280, height: 3000 });
    await visit(page, labels, "/prompts");
    await expect(page.getByText(labels.total(45), { exact: true })).toBeVisible();
  });
  await step("rows of a list keep their elements when a page is added, a row is edited or a row is inserted", async () => {
    // The end of the first page is more than 400 pixels below the window.
    await page.setViewportSize({ width: 1280, height: 400 });
    await visit(page, labels, "/prompts");
    const rows = page.getByRole("table").getByRole("rowheader");
    await expect(page.getByText(labels.shown(20))).toBeVisible();
    await expect(rows).toHaveCount(20);
    await mark(rows);
    const [, second = ""] = await rows.allInnerTexts();

    await page.getByText(labels.shown(20)).scrollIntoViewIfNeeded();
    await expect(page.getByText(labels.shown(40))).toBeVisible();
    await expect(rows).toHaveCount(40);
    expect(await marked(rows)).toEqual({ marked: 20, unchanged: 20 });

    await choose(page, labels, second, labels.edit);
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel(labels.content).fill("Which earbuds are the lightest?");
    await dialog.getByRole("button", { name: labels.save }).click();
    await expect(rows.nth(1)).toHaveText("Which earbuds are the lightest?");
    // The edited row shows the new text in its old element, and its button still has the focus.
    expect(await marked(rows)).toEqual({ marked: 20, unchanged: 19 });
    await expect(menuOf(page, labels, "Which earbuds are the lightest?")).toBeFocused();

    await page.getByRole("button", { name: labels.newPrompt }).click();
    await dialog.getByLabel(labels.content).fill("Which earbuds are the newest?");
    await dialog.getByRole("button", { name: labels.save }).click();
    await expect(rows.first()).toHaveText("Which earbuds are the newest?");
    // The inserted row has a new element, and each row below it moves with its element.
    expect(await marked(rows)).toEqual({ marked: 20, unchanged: 19 });
  });
  await step("the button for further rows keeps the focus while they load, and gives it to the first of them", async () => {
    await page.setViewportSize({ width: 1280, height: 400 });
    const release = await holdRequests(page, /\/v1\/platform\/prompts\?(.*&)?cursor=/);
    await visit(page, labels, "/prompts");
    const more = page.getByRole("button", { name: "Load more", exact: true });
    const row = (at: number) => page.getByRole("table").getByRole("row").nth(at).getByRole("checkbox");
    // It loads itself when it comes into view.
    await more.focus();
    const busy = page.getByRole("button", { name: labels.loading });
    await expect(busy).toBeFocused();
    await expect(busy).toHaveAttribute("aria-disabled", "true");
    release();
    await expect(row(21)).toBeFocused();
    await more.focus();
    await expect(row(41)).toBeFocused();
    await expect(more).toHaveCount(0);
  });
});
