import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import type axe from "axe-core";

/** The package exports a script of twice this size. */
const AXE = readFileSync(new URL("node_modules/axe-core/axe.min.js", import.meta.url), "utf8");

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** Asserts that axe finds no violation on the page in its current state. The test goes on after a violation. */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  // A document keeps its axe: to read the script takes longer than to check a small page.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  const found = await page.evaluate(async () => {
    // A new size or color scheme is complete when it is drawn.
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    // By default, axe also describes the elements that pass, which takes longer than the check.
    const { violations } = await window.axe.run(document, { resultTypes: ["violations"] });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)}\n${failureSummary}`),
    );
  });
  expect.soft(found, `axe violations on ${where}`).toEqual([]);
}

/** Asserts that the page does not scroll horizontally. The test goes on if it does. */
export async function expectNoHorizontalScroll(page: Page, where: string): Promise<void> {
  const excess = await page.evaluate(() => {
    const root = document.documentElement;
    return root.scrollWidth - root.clientWidth;
  });
  expect.soft(excess, `horizontal overflow in pixels of ${where}`).toBeLessThanOrEqual(0);
}

/** Asserts that the page is accessible and does not scroll horizontally, on a desktop and on a phone, in both themes. */
export async function expectFits(page: Page, where: string, desktop = 1280): Promise<void> {
  for (const [width, height, colorScheme] of [
    [desktop, 800, "light"],
    [320, 256, "light"],
    [320, 640, "dark"],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await expectNoHorizontalScroll(page, `${where} at ${width} px`);
    await expectAccessible(page, `${where} at ${width} px`);
  }
}
