import { expect, FAILURE, koreanOrganizationTest, organizationTest } from "../fixtures";
import { holdRequests } from "../held-requests";
import { changeOrganization } from "../platform";
import { visit } from "../sign-in";

koreanOrganizationTest("the palette opens what is typed, and runs the command that the arrows choose", async ({ page, labels, platform, step }) => {
  await platform.createSet("무선 이어폰", ["Which?"]);
  await platform.write("v1/platform/brands", { name: "Tavrin <b>Audio</b>", synonyms: [] });
  await step("the palette opens pages, sets and brands by a part of their name", async () => {
    await visit(page, labels, "/runs");
    await page.keyboard.press("Control+k");
    const palette = page.getByRole("dialog", { name: labels.palette });
    const field = palette.getByRole("combobox", { name: labels.paletteField });
    const options = palette.getByRole("option");
    await expect(field).toBeFocused();
    await expect(options.filter({ hasText: "Tavrin <b>Audio</b>" })).toBeVisible();
    // An unfinished syllable, and a consonant alone.
    for (const typed of ["이어포", "무선 ㅇ"]) {
      await field.fill(typed);
      // The set, and a run of it.
      await expect(options).toHaveCount(2);
      await expect(options.first()).toContainText("무선 이어폰");
    }
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/runs\/new\?set=/);
    await page.keyboard.press("Control+k");
    await field.fill("무선 ㅇ");
    await expect(options).toHaveCount(2);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/prompts\?set=/);
    await expect(palette).toBeHidden();

    // The filter of the prompts stays, as with the links of the menu.
    await page.keyboard.press("Control+k");
    await field.fill("tavrin");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/brands\/[0-9A-Za-z]{22}$/);
  });
  await step("Enter before the brands are loaded opens the brand once they are", async () => {
    await changeOrganization(page, { brands: undefined });
    const release = await holdRequests(page, "**/api/v1/platform/brands?*");
    await visit(page, labels, "/runs");
    await page.keyboard.press("Control+k");
    const palette = page.getByRole("dialog", { name: labels.palette });
    await palette.getByRole("combobox", { name: labels.paletteField }).fill("tavrin");
    await expect(palette.getByRole("option")).toHaveCount(0);
    await page.keyboard.press("Enter");
    await expect(palette).toBeVisible();
    release();
    await expect(page).toHaveURL(/\/brands\/[0-9A-Za-z]{22}$/);
  });
  await step("arrows choose a command, and Escape returns the focus", async () => {
    await visit(page, labels, "/runs");
    const menu = page.getByRole("button", { name: labels.menu });
    const palette = page.getByRole("button", { name: labels.palette });
    const field = page.getByRole("combobox", { name: labels.paletteField });
    await palette.first().click();
    await expect(field).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(palette.first()).toBeFocused();
    await menu.click();
    await palette.last().click();
    await expect(field).toBeFocused();
    await field.fill(labels.theme);
    const options = page.getByRole("dialog").getByRole("option");
    await expect(options).toHaveCount(3);
    await expect(options.nth(0)).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("ArrowUp");
    await expect(options.nth(2)).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    const dark = options.filter({ hasText: labels.dark });
    await expect(dark).toHaveAttribute("aria-selected", "true");
    await expect(field).toHaveAttribute("aria-activedescendant", (await dark.getAttribute("id")) ?? "");
    await page.keyboard.press("Enter");
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    await expect(field).toBeHidden();

    await page.keyboard.press("Control+k");
    await field.fill("qqq");
    await expect(options).toHaveCount(0);
    await page.keyboard.press("Enter");
    await expect(field).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(field).toBeHidden();
  });
});

organizationTest("the palette finds other names, stays where it is, works without sets and brands, and starts what is on other pages", async ({
  page,
  labels,
  platform,
  step,
}) => {
  await platform.createSet("Earbuds", []);
  await platform.write("v1/platform/brands", { name: "Tavrin", synonyms: ["타브린"] });
  await step("a palette that is reopened before its close event stays open", async () => {
    await visit(page, labels, "/runs");
    await page.keyboard.press("Control+k");
    const field = page.getByRole("combobox", { name: labels.paletteField });
    await field.fill(labels.theme);
    await expect(page.getByRole("dialog").getByRole("option")).toHaveCount(3);
    // A browser reports the end of a dialog in a later task. Tasks of the keyboard may come first.
    const states = await field.evaluate(async (input) => {
      const dialog = input.closest("dialog") as HTMLDialogElement;
      const press = (target: Element, init: KeyboardEventInit): boolean =>
        target.dispatchEvent(new KeyboardEvent("keydown", { bubbles: true, cancelable: true, ...init }));
      const microtasks = async (): Promise<void> => {
        for (let count = 0; count < 100; count += 1) await Promise.resolve();
      };
      const ended = new Promise((done) => dialog.addEventListener("close", done, { once: true }));
      press(input, { key: "Enter" });
      await microtasks();
      const closed = !dialog.open;
      press(document.body, { key: "k", code: "KeyK", ctrlKey: true });
      await microtasks();
      await ended;
      await microtasks();
      return { closed, opened: dialog.open };
    });
    expect(states).toEqual({ closed: true, opened: true });
    await expect(field).toBeFocused();
  });
  await step("another name finds a brand, and the palette stays where it is", async () => {
    await visit(page, labels, "/runs");
    await page.keyboard.press("Control+k");
    const palette = page.getByRole("dialog", { name: labels.palette });
    const options = palette.getByRole("option");
    await expect(options.filter({ hasText: "Tavrin" })).toBeVisible();
    const before = await palette.boundingBox();
    await palette.getByRole("combobox", { name: labels.paletteField }).fill("타브ㄹ");
    await expect(options).toHaveText(/^Tavrin/);
    expect((await palette.boundingBox())?.y).toBe(before?.y);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/brands\/[0-9A-Za-z]{22}$/);
  });
  await step("pages can be opened while sets and brands cannot be read", async () => {
    await changeOrganization(page, { brands: undefined });
    await page.route(/\/v1\/platform\/brands/, (route) => route.fulfill(FAILURE));
    await visit(page, labels, "/runs");
    await page.keyboard.press("Control+k");
    await expect(page.getByRole("dialog").getByRole("alert")).toContainText("could not be loaded");
    await page.getByRole("combobox", { name: labels.paletteField }).fill("answers");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: labels.answers })).toBeVisible();
  }, /status of 500/);
  await step("the palette starts a prompt, opens the saved views, and signs out", async () => {
    await visit(page, labels, "/runs");
    await page.keyboard.press("Control+k");
    const field = page.getByRole("combobox", { name: labels.paletteField });
    await field.fill("new prompt");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog", { name: labels.newPrompt })).toBeVisible();
    await expect(page).toHaveURL("/prompts");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
    await page.keyboard.press("Control+k");
    await field.fill("saved views");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog", { name: labels.savedViews })).toBeVisible();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+k");
    await field.fill("sign out");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: labels.signIn, exact: true })).toBeVisible();
  });
});
