import { expectAccessible, expectNoHorizontalScroll } from "../accessibility";
import { expect, test } from "../fixtures";
import { languages } from "../labels";
import { signInWithKey } from "../sign-in";

for (const language of languages) {
  test.describe(language, () => {
    test.use({ language });

    for (const [where, height] of [
      ["on a phone", 640],
      // A window of 1280 × 1024.
      ["at 400 % zoom", 256],
    ] as const) {
      test(`${where}, a button opens the links that the bar has no room for`, async ({ page, labels, organization }) => {
        await page.setViewportSize({ width: 320, height });
        await page.emulateMedia({ reducedMotion: "reduce" });
        await signInWithKey(page, labels, organization.key, "/runs");
        const navigation = page.getByRole("navigation", { name: labels.main });
        const more = navigation.getByRole("button", { name: labels.more, exact: true });
        const brands = navigation.getByRole("link", { name: labels.brands, exact: true });
        await expect(navigation.getByRole("link", { name: labels.overview, exact: true })).toBeInViewport({ ratio: 1 });
        await expect(more).toBeInViewport({ ratio: 1 });
        await expect(brands).toBeHidden();
        await more.focus();
        await page.keyboard.press("Enter");
        await expect(brands).toBeInViewport({ ratio: 1 });
        await expectAccessible(page, `the open navigation ${where}`);
        await page.keyboard.press("Escape");
        await expect(brands).toBeHidden();
        await expect(more).toBeFocused();

        await page.keyboard.press("Enter");
        await page.keyboard.press("Tab");
        await expect(brands).toBeFocused();
        await page.keyboard.press("Enter");
        await expect(page.getByRole("heading", { level: 1, name: labels.brands, exact: true })).toBeFocused();
        await expect(brands).toBeHidden();
        await expectNoHorizontalScroll(page, `a page of the other links ${where}`);
      });
    }

    test("with room for all links, no button hides any", async ({ page, labels, organization }) => {
      await page.setViewportSize({ width: 800, height: 640 });
      await signInWithKey(page, labels, organization.key, "/runs");
      const navigation = page.getByRole("navigation", { name: labels.main });
      await expect(navigation.getByRole("link", { name: labels.brands, exact: true })).toBeVisible();
      await expect(navigation.getByRole("button")).toHaveCount(0);
    });
  });
}
