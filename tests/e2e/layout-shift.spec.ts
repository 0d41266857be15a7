import { demoTest, expect, test } from "../fixtures";
import { DESKTOP, expectSteady, PHONE, recordShifts, steadyPages } from "../layout-shift";

// A desktop in English is one of requests.spec.ts, which loads all pages.
for (const { name, viewport, language } of [
  { name: "a phone", viewport: PHONE, language: "ko" },
  { name: "a phone", viewport: PHONE, language: "en" },
  { name: "a desktop", viewport: DESKTOP, language: "ko" },
] as const) {
  test.describe(language, () => {
    test.use({ language, viewport });

    demoTest(`on ${name}, nothing moves when data arrives`, async ({ page, labels }) => {
      await recordShifts(page);
      for (const path of await steadyPages()) {
        await test.step(path, async () => {
          await page.goto(path);
          await expectSteady(page, labels, path);
        });
      }
    });
  });
}

test.describe(() => {
  test.use({ viewport: DESKTOP });

  demoTest("nothing moves on the overview when highlights arrive after the figures", async ({ page, labels }) => {
    await recordShifts(page);
    await page.route(/metrics\/highlights/, async (route) => {
      await expect(page.locator(".brand-stats")).toBeVisible();
      await route.continue();
    });
    await page.goto("/overview");
    await expectSteady(page, labels, "/overview");
  });
});
