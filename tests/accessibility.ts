import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** Asserts that axe finds no serious or critical violation on the page in its current state. */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join("\n")}`);
  expect(found, `axe violations on ${where}`).toEqual([]);
}

/** Asserts that the page does not scroll horizontally. */
export async function expectNoHorizontalScroll(page: Page, where: string): Promise<void> {
  const excess = await page.evaluate(() => {
    const root = document.documentElement;
    return root.scrollWidth - root.clientWidth;
  });
  expect(excess, `horizontal overflow in pixels of ${where}`).toBeLessThanOrEqual(0);
}
