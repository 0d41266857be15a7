import { expect, type Locator, type Page } from "@playwright/test";
import type { Labels } from "./labels";

/** Opens the filters of a page about answers, and returns their fields. */
export async function openFilters(page: Page, labels: Labels): Promise<Locator> {
  const button = page.getByRole("button", { name: labels.filters, exact: true });
  await button.click();
  await expect(button).toHaveAttribute("aria-expanded", "true");
  return page.getByRole("search");
}
