import type { Page } from "@playwright/test";

/** Waits until the service worker keeps the console, and answers for this tab. */
export async function untilKept(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { serviceWorker } = navigator;
    const answers = new Promise((resolve) => serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
    if (!serviceWorker.controller) await answers;
  });
}
