import { expectAccessible, expectNoHorizontalScroll } from "../accessibility";
import { expect, organizationTest } from "../fixtures";
import { openFilters } from "../filters";
import { holdRequests } from "../held-requests";
import { inBothLanguages } from "../language";
import { follow, goTo, visit } from "../sign-in";

organizationTest("a button opens the links that a small bar has no room for, and hides none where there is room", async ({ page, labels, step }) => {
  const navigation = page.getByRole("navigation", { name: labels.main });
  for (const [where, height] of [
    ["on a phone", 640],
    // A window of 1280 × 1024.
    ["at 400 % zoom", 256],
  ] as const) {
    await step(`${where}, a button opens the links that the bar has no room for`, async () => {
      await page.setViewportSize({ width: 320, height });
      await page.emulateMedia({ reducedMotion: "reduce" });
      await visit(page, labels, "/runs");
      await inBothLanguages(page, labels, async ({ main, overview, more }) => {
        const bar = page.getByRole("navigation", { name: main });
        await expect(bar.getByRole("link", { name: overview, exact: true })).toBeInViewport({ ratio: 1 });
        await expect(bar.getByRole("button", { name: more, exact: true })).toBeInViewport({ ratio: 1 });
      });
      const more = navigation.getByRole("button", { name: labels.more, exact: true });
      const first = navigation.getByRole("link", { name: labels.alerts, exact: true });
      await expect(first).toBeHidden();
      await more.focus();
      await page.keyboard.press("Enter");
      await expect(first).toBeInViewport({ ratio: 1 });
      await expectAccessible(page, `the open navigation ${where}`);
      await page.keyboard.press("Escape");
      await expect(first).toBeHidden();
      await expect(more).toBeFocused();

      await page.keyboard.press("Enter");
      await page.keyboard.press("Tab");
      await expect(first).toBeFocused();
      await page.keyboard.press("Enter");
      await expect(page.getByRole("heading", { level: 1, name: labels.alerts, exact: true })).toBeFocused();
      await expect(first).toBeHidden();
      await expectNoHorizontalScroll(page, `a page of the other links ${where}`);
    });
  }
  await step("with room for all links, no button hides any", async () => {
    await page.setViewportSize({ width: 800, height: 640 });
    await visit(page, labels, "/runs");
    await expect(navigation.getByRole("link", { name: labels.brands, exact: true })).toBeVisible();
    await expect(navigation.getByRole("button")).toHaveCount(0);
  });
});

organizationTest("the links keep the filter, and back returns to where a page was scrolled to", async ({ page, labels, platform, step }) => {
  await step("the links of the pages about answers keep the filter, also after a page without one", async () => {
    await visit(page, labels, "/sources?model=CLAUDE&days=90");
    const link = (name: string) => page.getByRole("navigation", { name: labels.main }).getByRole("link", { name, exact: true });
    await expect(link(labels.brands)).toHaveAttribute("href", "/brands?model=CLAUDE&days=90");
    await expect(link(labels.prompts)).toHaveAttribute("href", "/prompts?model=CLAUDE&days=90");
    await expect(link(labels.runs)).toHaveAttribute("href", "/runs");
    await link(labels.runs).click();
    await expect(page.getByRole("heading", { level: 1, name: labels.runs, exact: true })).toBeVisible();
    await link(labels.overview).click();
    await expect(page).toHaveURL("/overview?model=CLAUDE&days=90");
    await link(labels.answers).click();
    await expect(page).toHaveURL("/answers?model=CLAUDE&days=90");
    const days = (await openFilters(page, labels)).getByLabel(labels.window, { exact: true });
    await days.selectOption("all");
    await expect(link(labels.words)).toHaveAttribute("href", "/words?model=CLAUDE&days=all");
    // So do the shortcuts and the command palette.
    await days.blur();
    await page.keyboard.press("g");
    await page.keyboard.press("b");
    await expect(page).toHaveURL("/brands?model=CLAUDE&days=all");
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: labels.paletteField }).fill(labels.words);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/words?model=CLAUDE&days=all");
  });
  await step("the last days that a page shows stay with the links, the sets of the command palette included", async () => {
    await platform.createSet("Walkers", []);
    const link = (name: string) => page.getByRole("navigation", { name: labels.main }).getByRole("link", { name, exact: true });
    await visit(page, labels, "/brands?days=7");
    await expect(link(labels.sourcesPage)).toHaveAttribute("href", "/sources?days=7");
    await visit(page, labels, "/sources");
    await expect(link(labels.brands)).toHaveAttribute("href", "/brands");
    await visit(page, labels, "/sources?model=CLAUDE&days=90");
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: labels.paletteField }).fill("Walkers");
    await expect(page.getByRole("dialog", { name: labels.palette }).getByRole("option").first()).toContainText("Walkers");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/prompts\?set=\w{22}&model=CLAUDE&days=90$/);
  });
  await step("the days of a link to evidence stay with its page, and days of one's own stay with the links", async () => {
    const brands = page.getByRole("navigation", { name: labels.main }).getByRole("link", { name: labels.brands, exact: true });
    await visit(page, labels, "/sources?days=90");
    await follow(page, "/answers?model=CLAUDE&from=2026-11-02T00:00:00.000Z&to=2026-11-09T00:00:00.000Z");
    await expect(page.getByRole("list", { name: labels.conditions })).toContainText("From");
    await expect(brands).toHaveAttribute("href", "/brands?model=CLAUDE&days=90");
    await (await openFilters(page, labels)).getByLabel("From", { exact: true }).fill("2026-11-01");
    await expect(brands).toHaveAttribute("href", /^\/brands\?model=CLAUDE&from=2026-\d\d-\d\dT.+&to=.+&days=own$/);
  });
  await step("the prompts of a set are a page of the prompt sets", async () => {
    const set = await platform.createSet("Runners", []);
    const current = page.getByRole("navigation", { name: labels.main }).locator("[aria-current=page]");
    await visit(page, labels, "/prompts");
    await expect(current).toHaveText(labels.prompts);
    await visit(page, labels, `/prompts?set=${set}`);
    await expect(current).toHaveText(labels.promptSets);
  });
  await step("back returns to where a page was scrolled to, also when its content comes later", async () => {
    const prompts = Array.from({ length: 20 }, (_, index) => `Which earbuds suit commuter number ${index}?`);
    await platform.createSet("Commuters", prompts);
    await page.setViewportSize({ width: 1280, height: 400 });
    await visit(page, labels, "/prompts");
    const rows = page.getByRole("table").getByRole("rowheader");
    const top = (): Promise<number> => page.evaluate(() => scrollY);
    await expect(rows).toHaveCount(20);
    await page.mouse.move(640, 200);
    await page.mouse.wheel(0, 500);
    await expect.poll(top).toBe(500);
    await goTo(page, labels, labels.runs);
    await expect.poll(top).toBe(0);

    const respond = await holdRequests(page, /\/v1\/platform\/prompts(?:\?|$)/);
    await page.goBack();
    await expect(page.getByRole("heading", { level: 1, name: labels.prompts })).toBeVisible();
    await expect(rows).toHaveCount(0);
    respond();
    await expect(rows).toHaveCount(20);
    await expect.poll(top).toBe(500);
  });
});
