import type { Locator, Page } from "@playwright/test";
import { expectAccessible, expectNoHorizontalScroll } from "../accessibility";
import { expect, test } from "../fixtures";
import { type Labels, languages } from "../labels";
import { signInWithKey } from "../sign-in";

const FILTERED = "/answers?model=CHATGPT&region=KR";
const VIEW = "한국ChatGPT답변만모아보는아주긴이름의보기_with_one_long_word";

/** The views of a page with filters are opened from its filters, which their suggested name has. */
async function openViewsOfFilters(page: Page, labels: Labels): Promise<Locator> {
  await page.getByRole("list", { name: labels.conditions }).getByRole("button", { name: labels.saveFilters }).click();
  const views = page.getByRole("dialog", { name: labels.savedViews });
  const korea = new Intl.DisplayNames([await page.evaluate(() => document.documentElement.lang)], { type: "region" }).of("KR");
  await expect(views.getByLabel(labels.name, { exact: true })).toHaveValue(new RegExp(`^${labels.answers} · ChatGPT \\(.+\\) · ${korea}$`));
  return views;
}

async function openViews(page: Page, labels: Labels): Promise<Locator> {
  await page.getByRole("button", { name: labels.menu }).click();
  await page.getByRole("button", { name: labels.savedViews }).click();
  return page.getByRole("dialog", { name: labels.savedViews });
}

for (const language of languages) {
  test.describe(language, () => {
    test.use({ language });

    test("a filtered page is saved, opened again, renamed, deleted and brought back", async ({ page, labels, organization }) => {
      await signInWithKey(page, labels, organization.key, FILTERED);
      const views = await openViewsOfFilters(page, labels);
      const name = views.getByLabel(labels.name, { exact: true });
      const selected = (): Promise<string> =>
        name.evaluate((field: HTMLInputElement) => field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0));
      await expect.poll(selected, "typing replaces the suggested name").toBe(await name.inputValue());
      await name.fill(VIEW);
      await views.getByRole("button", { name: labels.saveView }).click();
      await expect(views.getByRole("link", { name: VIEW })).toHaveAttribute("href", FILTERED);
      for (const [width, colorScheme] of [[1280, "light"], [320, "dark"]] as const) {
        await page.setViewportSize({ width, height: 800 });
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        // The dialog has the colors of the new scheme with the next frame.
        await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
        await expectNoHorizontalScroll(page, `saved views at ${width} px`);
        await expectAccessible(page, `saved views at ${width} px`);
        const table = views.getByRole("table");
        const box = await views.boundingBox();
        for (const button of await table.getByRole("button").all()) {
          const { x, width } = (await button.boundingBox()) ?? { x: Infinity, width: 0 };
          expect(x + width, "no button is beyond the edge").toBeLessThanOrEqual((box?.x ?? 0) + (box?.width ?? 0));
        }
        expect(await table.evaluate((table) => table.scrollWidth <= (table.parentElement?.clientWidth ?? 0))).toBe(true);
      }
      await views.getByRole("button", { name: labels.renameView(VIEW) }).click();
      const rename = views.getByRole("rowheader").getByLabel(labels.name, { exact: true });
      await rename.fill("Weekly");
      await rename.press("Enter");
      await expect(views.getByRole("link", { name: "Weekly" })).toBeVisible();
      await views.getByRole("button", { name: labels.deleteOne("Weekly") }).click();
      await expect(views.getByRole("link", { name: "Weekly" })).toBeHidden();
      await views.getByRole("button", { name: labels.undo }).click();
      await views.getByRole("link", { name: "Weekly" }).click();
      await expect(views).toBeHidden();
      await expect(page).toHaveURL(FILTERED);
    });
  });
}

test("views belong to an organization, and there are at most fifty", async ({ page, labels, organization }) => {
  const many = Array.from({ length: 50 }, (_, at) => `/runs?view=${at}\tView ${at}`).join("\n");
  const name = `answerdeck.views.${organization.id}`;
  await page.addInitScript(([name, many]) => {
    localStorage.setItem(name ?? "", many ?? "");
    localStorage.setItem("answerdeck.views.another", "/runs\tForeign");
  }, [name, many]);
  await signInWithKey(page, labels, organization.key, "/runs");
  const views = await openViews(page, labels);
  await expect(views.getByRole("rowheader")).toHaveCount(50);
  await expect(views.getByText("Foreign")).toHaveCount(0);
  await expect(views.getByText("There is room for 50 views. Delete one to save another.")).toBeVisible();
  await expect(views.getByRole("button", { name: labels.saveView })).toBeHidden();
  await views.getByRole("button", { name: labels.deleteOne("View 7") }).click();
  await expect(views.getByRole("button", { name: labels.saveView })).toBeVisible();
});

test("a view that the browser cannot store is reported, and the list stays", async ({ page, labels, organization }) => {
  await page.addInitScript(() => {
    const setItem = Storage.prototype.setItem;
    Storage.prototype.setItem = function (name: string, value: string): void {
      if (name.startsWith("answerdeck.views.")) throw new DOMException("full", "QuotaExceededError");
      setItem.call(this, name, value);
    };
  });
  await signInWithKey(page, labels, organization.key, "/runs");
  const views = await openViews(page, labels);
  await views.getByRole("button", { name: labels.saveView }).click();
  await expect(views.getByRole("alert")).toContainText("The browser did not store this");
  await expect(views.getByText("No saved views yet.")).toBeVisible();
});

test("a rename continues when another view is deleted, and saving a view is announced and empties the field", async ({ page, labels, organization }) => {
  const name = `answerdeck.views.${organization.id}`;
  await page.addInitScript((name) => localStorage.setItem(name, "/runs\tFirst\n/prompts\tSecond"), name);
  await signInWithKey(page, labels, organization.key, "/runs");
  const views = await openViews(page, labels);
  await views.getByRole("button", { name: labels.renameView("Second") }).click();
  const newName = views.getByRole("rowheader").getByLabel(labels.name, { exact: true });
  await newName.fill("Weekly");
  await views.getByRole("button", { name: labels.deleteOne("First") }).click();
  await expect(newName).toHaveValue("Weekly");
  await newName.press("Enter");
  await expect(views.getByRole("rowheader")).toHaveText(["Weekly"]);
  await expect(views.getByRole("link", { name: "Weekly" })).toHaveAttribute("href", "/prompts");

  const field = views.getByLabel(labels.name, { exact: true });
  await field.fill("All runs");
  await field.press("Enter");
  await expect(views.getByRole("status")).toHaveText("Saved the view “All runs”.");
  await expect(field).toHaveValue("");
  await expect(field).not.toHaveAttribute("aria-invalid", "true");
});

test("a deleted view does not come back when another tab has taken its place", async ({ page, labels, organization }) => {
  const many = (count: number) => Array.from({ length: count }, (_, at) => `/runs?view=${at}\tView ${at}`).join("\n");
  const name = `answerdeck.views.${organization.id}`;
  const keep = (views: string) => page.evaluate(([name, views]) => localStorage.setItem(name ?? "", views ?? ""), [name, views]);
  await signInWithKey(page, labels, organization.key, "/runs");
  await keep(many(50));
  const views = await openViews(page, labels);
  await views.getByRole("button", { name: labels.deleteOne("View 7") }).click();
  await expect(views.getByRole("rowheader")).toHaveCount(49);
  await keep(many(50).replace("View 7\n", "Of another tab\n"));
  await views.getByRole("button", { name: labels.undo }).click();
  await expect(views.getByRole("link", { name: "Of another tab" })).toBeVisible();
  await expect(views.getByRole("link", { name: "View 7", exact: true })).toHaveCount(0);
  const kept = await page.evaluate((name) => localStorage.getItem(name), name);
  expect(kept?.split("\n")).toHaveLength(50);
});
