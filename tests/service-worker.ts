import type { Page } from "@playwright/test";

/** Waits until the service worker keeps the console, and answers for this tab. */
export async function untilKept(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { serviceWorker } = navigator;
    const answers = new Promise((resolve) => serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
    if (!serviceWorker.controller) await answers;
  });
}

/** Reloads a page without a network. Chromium 148 resets `navigator.onLine` in a document that a service worker serves. */
export async function reloadOffline(page: Page): Promise<void> {
  await page.reload();
  await page.evaluate(() => {
    Object.defineProperty(navigator, "onLine", { configurable: true, get: () => false });
    window.dispatchEvent(new Event("offline"));
  });
}

/** Restores the network after {@link reloadOffline}. */
export async function restoreNetwork(page: Page): Promise<void> {
  await page.context().setOffline(false);
  await page.evaluate(() => {
    Object.defineProperty(navigator, "onLine", { configurable: true, get: () => true });
    window.dispatchEvent(new Event("online"));
  });
}
