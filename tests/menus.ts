import type { Locator, Page } from "@playwright/test";
import type { Labels } from "./labels";

/** The button that opens the menu of an item. */
export function menuOf(within: Page | Locator, labels: Labels, item: string): Locator {
  return within.getByRole("button", { name: labels.actionsOf(item), exact: true });
}

/** Opens the menu of an item, and returns an action in it. */
export async function actionOf(within: Page | Locator, labels: Labels, item: string, action: string): Promise<Locator> {
  const button = menuOf(within, labels, item);
  await button.click();
  return button.locator("xpath=following-sibling::*[1]").getByText(action, { exact: true });
}

/** Chooses an action in the menu of an item. */
export async function choose(within: Page | Locator, labels: Labels, item: string, action: string): Promise<void> {
  await (await actionOf(within, labels, item, action)).click();
}
