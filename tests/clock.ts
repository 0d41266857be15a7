import { expect, type Page } from "@playwright/test";

/** Lets seconds of the page's clock, which is installed, pass one by one until an assertion that does not wait itself holds. */
export async function passTimeUntil(page: Page, holds: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(1_000);
    await holds();
  }).toPass({ intervals: [100], timeout: 45_000 });
}
