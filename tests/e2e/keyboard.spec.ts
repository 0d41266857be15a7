import type { Locator, Page } from "@playwright/test";
import { demoTest, expect, organizationTest, test } from "../fixtures";
import { holdRequests } from "../held-requests";
import { menuOf } from "../menus";
import { fakeMetrics } from "../metrics";
import { demo, demoAnswer, demoBrands, Platform } from "../platform";
import { visit } from "../sign-in";

/** Presses Tab until an element has focus. */
async function tabTo(page: Page, element: Locator): Promise<void> {
  await expect(element).toBeVisible();
  const reached = async () => element.evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < 60; presses += 1) {
    if (await reached()) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`the Tab key does not reach ${element}`);
}

test("a run can be started and its answers read with the keyboard alone", async ({ page, labels, organization, platform }) => {
  await platform.createSet("Earbuds", ["Which wireless earbuds are best for commuting?"]);
  await page.goto("/");
  await tabTo(page, page.getByLabel(labels.apiKey, { exact: true }));
  await page.keyboard.insertText(organization.key);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: labels.overview })).toBeFocused();

  const runs = page.getByRole("navigation", { name: labels.main }).getByRole("link", { name: labels.runs });
  await tabTo(page, runs);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: labels.runs })).toBeFocused();
  await expect(page.getByText(labels.noRuns)).toBeVisible();
  await page.keyboard.press("n");
  await expect(page.getByRole("heading", { level: 1, name: labels.newRun })).toBeFocused();

  const set = page.getByLabel(labels.promptSet, { exact: true });
  await expect(set).toContainText("Earbuds");
  await tabTo(page, page.getByRole("group", { name: labels.models }).getByRole("checkbox").first());
  await page.keyboard.press("Space");
  await tabTo(page, page.getByRole("button", { name: /^Start for 1 credit$/ }));
  await page.keyboard.press("Enter");

  await expect(page.getByRole("heading", { level: 1, name: "Earbuds", exact: true })).toBeFocused();
  await expect(page.getByText(labels.finished, { exact: true })).toBeVisible({ timeout: 60_000 });
  await tabTo(page, page.getByRole("region", { name: labels.grid }).getByRole("link"));
  // A cell with one answer opens it.
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Which wireless earbuds are best for commuting?" })).toBeFocused();
});

demoTest("the focus goes to the title of another item, and of a page without its last filter", async ({ page, labels }) => {
  const [own] = await demoBrands();
  await visit(page, labels, `/brands/${own.id}?answers=named&days=all`);
  await page.getByRole("main").getByRole("link", { name: "Tavrin", exact: true }).first().press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Tavrin", exact: true })).toBeFocused();

  await visit(page, labels, "/answers?model=CHATGPT");
  await page.getByRole("button", { name: /^Remove filter: Model/ }).press("Enter");
  await expect(page).toHaveURL("/answers");
  await expect(page.getByRole("heading", { level: 1, name: labels.answers, exact: true })).toBeFocused();
});

demoTest("a screen reader hears that nothing was found, and how many answers count", async ({ page, labels }) => {
  await visit(page, labels, "/prompts?q=zzzz");
  await expect(page.getByRole("status").filter({ hasText: /^0 items$/ })).toHaveCount(1);
  await visit(page, labels, "/overview");
  await expect(page.locator("[aria-live=polite]").filter({ hasText: /answers to .* prompts/ })).toHaveCount(1);
});

test("a chart is read as a table with the keyboard alone, from the sign-in on", async ({ page, labels }) => {
  const brands = (await demoBrands()).map((brand, at) => ({ ...brand, named: at === 0 ? [40, 50] : [4, 5] }));
  await fakeMetrics(page, { brands, periods: ["2026-11-09", "2026-11-16"], answers: 60, prompts: 55 });
  await page.goto("/overview");
  await tabTo(page, page.getByLabel(labels.apiKey, { exact: true }));
  await page.keyboard.type(demo().key);
  await page.keyboard.press("Enter");
  const figure = page.getByRole("figure", { name: labels.mentionTrend });
  const chart = figure.getByRole("application");
  await expect(chart).toBeVisible();
  await tabTo(page, figure.getByRole("button", { name: labels.asTable }));
  await page.keyboard.press("Enter");
  const table = figure.getByRole("table", { name: labels.mentionTrend });
  await expect(table.getByRole("row")).toHaveCount(3);
  await expect(table).toContainText("83%");
  await expect(chart).toBeHidden();
});

organizationTest("the focus follows dialogs and fields, and shortcuts open pages and forms", async ({ page, labels, platform, step }) => {
  await platform.createSet("Earbuds", []);
  await step("a dialog returns the focus to its opener, and the skip link moves it to the content", async () => {
    await visit(page, labels, "/prompt-sets");
    const [create, menu] = [page.getByRole("button", { name: labels.newSet }), menuOf(page, labels, "Earbuds")];
    // The menu begins with the link to a new run.
    for (const [opener, ...keys] of [[create], [menu, "ArrowDown", "Enter"], [menu, "ArrowDown", "ArrowDown", "ArrowUp", "Enter"]] as const) {
      await tabTo(page, opener);
      await page.keyboard.press("Enter");
      if (keys.length > 0) await expect(page.locator(":popover-open").getByRole("link", { name: labels.newRun })).toBeFocused();
      for (const key of keys) await page.keyboard.press(key);
      const dialog = page.getByRole("dialog");
      await expect(dialog).toBeVisible();
      await expect.poll(() => dialog.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
      await page.keyboard.press("Escape");
      await expect(dialog).toBeHidden();
      await expect(opener).toBeFocused();
    }
    const skip = page.getByRole("link", { name: "Skip to content" });
    await page.getByRole("navigation", { name: labels.main }).getByRole("link").first().focus();
    await tabTo(page, skip);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("main")).toBeFocused();
  });
  await step("the question mark lists the shortcuts, and those of all pages and forms work", async () => {
    await visit(page, labels, "/prompt-sets");
    await expect(page.getByRole("link", { name: "Earbuds", exact: true })).toBeVisible();
    await page.keyboard.press("?");
    const list = page.getByRole("dialog", { name: "Shortcuts" });
    await expect(list).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(list).toBeHidden();

    for (const [letter, name] of [
      ["p", labels.prompts],
      ["r", labels.runs],
      ["h", labels.schedules],
      ["a", labels.answers],
      ["b", labels.brands],
      ["c", labels.sourcesPage],
      ["f", labels.fanoutsPage],
      ["w", labels.words],
      ["k", labels.keywords],
      ["i", labels.siteKeywords],
      ["t", labels.settings],
      ["o", labels.overview],
      ["s", labels.promptSets],
    ] as const) {
      await page.keyboard.press("g");
      await page.keyboard.press(letter);
      await expect(page.getByRole("heading", { level: 1, name, exact: true })).toBeVisible();
    }
    await page.keyboard.press("g");
    await page.keyboard.press("p");
    await expect(page.getByRole("heading", { level: 1, name: labels.prompts, exact: true })).toBeVisible();
    await page.keyboard.press("/");
    const search = page.getByLabel(labels.search);
    await expect(search).toBeFocused();
    await page.keyboard.press("?");
    await expect(search).toHaveValue("?");
    await expect(list).toBeHidden();

    await search.fill("");
    await search.blur();
    await page.keyboard.press("n");
    const form = page.getByRole("dialog", { name: labels.newPrompt });
    const content = form.getByLabel(labels.content, { exact: true });
    await expect(content).toBeFocused();
    await content.fill("For the bus?");
    // Enter alone is a line break here.
    await page.keyboard.press("Enter");
    await expect(content).toHaveValue("For the bus?\n");
    await page.keyboard.press("Control+Enter");
    await expect(form).toBeHidden();
    await expect(page.getByRole("rowheader", { name: "For the bus?" })).toBeVisible();
    await page.keyboard.press("Control+k");
    await expect(page.getByRole("dialog", { name: labels.palette })).toBeVisible();
  });
  await step("shortcuts work while a box or a radio button has the focus", async () => {
    await visit(page, labels, "/prompts");
    const box = page.getByRole("checkbox", { name: labels.selectOne("For the bus?") });
    await box.press("Space");
    await expect(box).toBeChecked();
    await page.keyboard.press("/");
    await expect(page.getByLabel(labels.search)).toBeFocused();
    await box.press("g");
    await page.keyboard.press("t");
    await expect(page.getByRole("heading", { level: 1, name: labels.settings, exact: true })).toBeVisible();
    const theme = page.getByRole("main").getByRole("group", { name: labels.theme });
    await theme.getByRole("radio", { name: "Light" }).press("ArrowRight");
    await expect(theme.getByRole("radio", { name: labels.dark })).toBeChecked();
    await page.keyboard.press("g");
    await page.keyboard.press("s");
    await expect(page.getByRole("heading", { level: 1, name: labels.promptSets, exact: true })).toBeVisible();
  });
  await step("a set for prompts of keywords is created with the keyboard alone", async () => {
    await visit(page, labels, `/keywords?q=${encodeURIComponent("earbuds\nheadphones")}`);
    await tabTo(page, page.getByRole("button", { name: labels.makePrompts(2) }));
    await page.keyboard.press("Enter");
    const form = page.getByRole("dialog", { name: labels.makePromptsTitle });
    const newSet = form.getByRole("button", { name: labels.newSet });
    const name = form.getByLabel(labels.name, { exact: true });
    await newSet.press("Enter");
    await expect(name).toBeFocused();
    await tabTo(page, form.getByRole("button", { name: labels.cancel, exact: true }));
    await page.keyboard.press("Enter");
    await expect(newSet).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(name).toBeFocused();
    await page.keyboard.insertText("Cyclists");
    await page.keyboard.press("Enter");
    await expect(form.getByLabel(labels.set, { exact: true })).toBeFocused();
  });
  await step("the focus follows the fields of saved views", async () => {
    for (const [name, address] of [["Third", "/brands"], ["Second", "/prompts"], ["First", "/runs"]]) {
      await platform.write("v1beta/platform/saved-views", { name, address });
    }
    await visit(page, labels, "/runs");
    await page.getByRole("button", { name: labels.menu }).click();
    await page.getByRole("button", { name: labels.savedViews, exact: true }).click();
    const views = page.getByRole("dialog", { name: labels.savedViews });
    const newName = views.getByRole("rowheader").getByLabel(labels.name, { exact: true });
    const link = (name: string) => views.getByRole("link", { name, exact: true });
    const act = async (name: string, action: string) => {
      await menuOf(views, labels, name).press("Enter");
      await expect(views.getByText("Copy address", { exact: true })).toBeFocused();
      await views.getByText(action, { exact: true }).press("Enter");
    };
    // In the next frame, the name of the view to save has the focus.
    await expect(views.getByLabel(labels.name, { exact: true })).toBeFocused();
    await act("Second", labels.rename);
    await expect(newName).toBeFocused();
    await views.getByRole("button", { name: labels.cancel, exact: true }).press("Enter");
    await expect(link("Second")).toBeFocused();
    await act("Second", labels.rename);
    await expect(newName).toBeFocused();
    await newName.fill("Weekly");
    await page.keyboard.press("Enter");
    await expect(link("Weekly")).toBeFocused();

    await act("First", labels.remove);
    await expect(link("Weekly")).toBeFocused();
    await act("Third", labels.remove);
    await expect(link("Weekly")).toBeFocused();
    await expect(views.getByRole("status").filter({ hasText: "Third" })).toBeVisible();
    await views.getByRole("button", { name: labels.undo, exact: true }).press("Enter");
    await expect(link("Third")).toBeFocused();
    await act("Third", labels.remove);
    await expect(link("Weekly")).toBeFocused();
    await act("Weekly", labels.remove);
    await expect(views.getByLabel(labels.name, { exact: true })).toBeFocused();
  });
  await step("Home and End move through the menu of a brand, and its button has the focus when it closes, and the brand is saved or chosen", async () => {
    for (const name of ["Tavrin", "Nurio"]) await platform.write("v1/platform/brands", { name, synonyms: [] });
    await visit(page, labels, "/brands");
    const actions = page.locator(":popover-open > *");
    await tabTo(page, menuOf(page, labels, "Nurio"));
    await page.keyboard.press("Enter");
    await expect(actions.first()).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(actions).toHaveCount(0);
    await expect(menuOf(page, labels, "Nurio")).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(actions.first()).toBeFocused();
    await page.keyboard.press("End");
    await expect(actions.last()).toBeFocused();
    await page.keyboard.press("Home");
    await expect(actions.first()).toBeFocused();
    await page.keyboard.press("Enter");
    const name = page.getByRole("dialog", { name: labels.editBrand }).getByLabel(labels.name, { exact: true });
    await name.fill("Nurio Audio");
    await page.keyboard.press("Enter");
    const menu = menuOf(page, labels, "Nurio Audio");
    await expect(menu).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(actions.first()).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await expect(actions.nth(1)).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("row", { name: /Nurio Audio/ }).getByText(labels.ownBrand, { exact: true })).toBeVisible();
    await expect(menu).toBeFocused();
  });
});

demoTest("going back returns the focus to the link that led away, or without one to the title, at the same scroll position", async ({
  page,
  labels,
  step,
}) => {
  const top = (): Promise<number> => page.evaluate(() => scrollY);
  const title = page.getByRole("heading", { level: 1 });
  await step("a cell of a run", async () => {
    await page.setViewportSize({ width: 1280, height: 400 });
    const { runID } = await demoAnswer("SUCCESS");
    await visit(page, labels, `/runs/${runID}`);
    await page.getByRole("group", { name: labels.grid }).getByRole("link").first().focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowRight");
    const cell = page.locator("#cell-2-1");
    await expect(cell).toBeFocused();
    const before = await top();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/answers/);
    await expect(title).toBeFocused();
    await page.goBack();
    await expect(cell).toBeFocused();
    await expect.poll(top).toBe(before);
    await page.keyboard.press("ArrowUp");
    await expect(page.locator("#cell-1-1")).toBeFocused();
  });
  await step("a row of a list", async () => {
    await page.setViewportSize({ width: 1280, height: 400 });
    await visit(page, labels, "/prompts");
    const link = page.getByRole("rowheader").getByRole("link").nth(7);
    const name = await link.innerText();
    await link.click();
    await expect(page).toHaveURL(/\/prompts\/\w+/);
    await expect(title).toBeFocused();
    await page.goBack();
    await expect(page.getByRole("rowheader").getByRole("link", { name, exact: true }).first()).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(page.locator(":focus")).toBeInViewport();
    expect(await top()).toBeGreaterThan(0);
  });
  await step("no link", async () => {
    await page.setViewportSize({ width: 1280, height: 400 });
    await visit(page, labels, "/prompts");
    await expect(page.getByRole("rowheader").nth(7)).toBeVisible();
    await page.mouse.move(640, 200);
    await page.mouse.wheel(0, 500);
    await expect.poll(top).toBe(500);
    await page.keyboard.press("g");
    await page.keyboard.press("r");
    await expect(title).toHaveText(labels.runs);
    await page.goBack();
    await expect(title).toHaveText(labels.prompts);
    await expect(title).toBeFocused();
    await expect.poll(top).toBe(500);
  });
});

demoTest("a link in the cut part of an answer is shown while the keyboard is on it", async ({ page, labels }) => {
  const platform = new Platform(demo().key);
  const { prompts } = await platform.read<{ prompts: { id: string; content: string }[] }>("v1/platform/prompts?limit=100");
  const prompt = prompts.find(({ content }) => content === "Which earbuds have the best noise cancelling?");
  await visit(page, labels, `/prompts/${prompt?.id}/models`);
  const column = page.locator(".models-column[data-cut]").first();
  // Marking the brands in the text replaces its links.
  await expect(column.getByRole("group", { name: labels.mentions })).toContainText(/\S/);
  await expect(column.getByRole("group", { name: labels.mentions })).not.toContainText("Looking for brands");
  await column.getByRole("button").press("Shift+Tab");
  const link = column.locator(".prose").getByRole("link").last();
  await expect(link).toBeFocused();
  await expect(link).toBeInViewport({ ratio: 1 });
  expect(await column.locator(".prose").evaluate((text) => [text.scrollTop, text.scrollHeight - text.clientHeight])).toEqual([0, 0]);
});

demoTest("no fixed bar covers what has the focus", async ({ page, labels, step }) => {
  await step("the navigation of a phone", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await visit(page, labels, "/sources");
    await expect(page.getByRole("rowheader").first()).toBeVisible();
    await page.waitForLoadState("networkidle");
    expect(await coveredStops(page, "Tab")).toEqual([]);
  });
  await step("the bar of the overview", async () => {
    await page.setViewportSize({ width: 1280, height: 600 });
    await visit(page, labels, "/overview");
    await expect(page.getByRole("application", { name: labels.mentionTrend })).toBeVisible();
    await page.waitForLoadState("networkidle");
    await page.locator(".methodology summary").last().focus();
    expect(await coveredStops(page, "Shift+Tab")).toEqual([]);
  });
});

/** The elements that get the focus one after the other, and whose first line another element covers. */
async function coveredStops(page: Page, key: string): Promise<string[]> {
  const covered: string[] = [];
  let stops = 0;
  for (; stops < 150; stops += 1) {
    await page.keyboard.press(key);
    const cover = await page.evaluate(() => {
      const focused = document.activeElement;
      if (!focused || focused === document.body) return null;
      const { x, y, width, height } = focused.getClientRects()[0] ?? new DOMRect();
      const top = document.elementFromPoint(x + width / 2, y + height / 2);
      const isShown = focused.contains(top) || top?.closest("label")?.contains(focused);
      return isShown ? "" : `${focused.outerHTML.slice(0, 120)} is under ${top?.outerHTML.slice(0, 120)}`;
    });
    if (cover === null) break;
    if (cover) covered.push(cover);
  }
  expect(stops).toBeGreaterThan(20);
  return covered;
}

demoTest("the keyboard skips what the bar of a selection covers", async ({ page, labels }) => {
  await visit(page, labels, "/prompts");
  const sorts = page.locator("thead .sort:visible");
  await expect(sorts).toHaveCount(4);
  await page.locator("tbody").getByRole("checkbox").first().press("Space");
  await expect(sorts).toHaveCount(0);
  await page.keyboard.press("Shift+Tab");
  await expect(page.getByRole("checkbox", { name: labels.selectShown, exact: true })).toBeFocused();
  await page.getByRole("button", { name: "Clear selection" }).click();
  await expect(sorts).toHaveCount(4);
});

demoTest("a key leads to the bar of a selection, and Escape clears the selection", async ({ page, labels }) => {
  await visit(page, labels, "/prompts");
  const row = page.locator("tbody tr").nth(8);
  const box = row.getByRole("checkbox");
  const bar = page.getByRole("group", { name: "Selection", exact: true });
  await box.press("Space");
  await page.keyboard.press("s");
  await expect(bar.getByRole("link", { name: labels.run, exact: true })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(bar).toBeHidden();
  // The bar had it.
  await expect(page.locator("tbody").getByRole("checkbox").first()).toBeFocused();

  await box.press("Space");
  await expect(bar).toBeVisible();
  await page.keyboard.press("?");
  const shortcuts = page.getByRole("dialog", { name: "Shortcuts" });
  await expect(shortcuts).toContainText("Go to the actions for the selected items");
  await page.keyboard.press("Escape");
  await expect(shortcuts).toBeHidden();
  await row.getByRole("button").press("Enter");
  await expect(page.locator(":popover-open")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.locator(":popover-open")).toHaveCount(0);
  // It closed only the dialog, and then only the menu.
  await expect(box).toBeChecked();
  await box.focus();
  await page.keyboard.press("Escape");
  await expect(bar).toBeHidden();
  await expect(box).not.toBeChecked();
  await expect(box).toBeFocused();
});

organizationTest("a prompt can be written while the sets and brands of its page load", async ({ page, labels }) => {
  await holdRequests(page, /\/platform\/(brands|prompt-sets)(\?|$)/);
  const prompts = page.waitForResponse((response) => new URL(response.url()).pathname.endsWith("/platform/prompts"));
  await visit(page, labels, "/prompts");
  await prompts;
  await page.keyboard.press("n");
  await expect(page.getByRole("dialog", { name: labels.newPrompt })).toBeVisible();
});
