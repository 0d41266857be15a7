import { expect, type Page } from "@playwright/test";
import type { Labels } from "./labels";
import { demoAnswer, demoBrands } from "./platform";

export const PHONE = { width: 412, height: 823 };
export const DESKTOP = { width: 1440, height: 900 };

/** The addresses of the pages on which nothing may move: lists, forms, and one item of each kind. */
export async function steadyPages(): Promise<string[]> {
  const { id, promptID, runID } = await demoAnswer("SUCCESS");
  const [brand] = await demoBrands();
  return [
    "/overview", "/brands", "/sources", "/fan-outs", "/words", "/keywords", "/site-keywords", "/prompt-sets", "/prompts", "/runs",
    "/runs/new", "/schedules", "/digests", "/schedules/new", "/answers", "/settings",
    `/answers/${id}`, `/prompts/${promptID}`, `/prompts/${promptID}/models`, `/runs/${runID}`, `/brands/${brand.id}`,
  ];
}

/** The cumulative layout shift of a number that is longer than its column, for example of "4 of 1,920". */
const SHIFT_MAX = 0.001;

/** What moved, and how much. Source: the Layout Instability API. */
interface Shift extends PerformanceEntry {
  value: number;
  sources: { node?: Element; previousRect: DOMRect; currentRect: DOMRect }[];
}

/** Records what moves on the pages that are loaded next. */
export async function recordShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: Shift[] = [];
    new PerformanceObserver((list) => shifts.push(...(list.getEntries() as Shift[]))).observe({
      type: "layout-shift",
      buffered: true,
    });
    Object.assign(window, { shifts });
  });
}

/** Waits until all data of a page has arrived, and asserts that nothing has moved. The test goes on if something has. */
export async function expectSteady(page: Page, labels: Labels, path: string): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.waitForLoadState("networkidle");
  await expect(page.locator(".skeleton")).toHaveCount(0);
  await expect(page.getByText(labels.loading)).toHaveCount(0);
  const shifts = await page.evaluate(() =>
    (window as unknown as { shifts: Shift[] }).shifts.map(({ value, sources }) => ({
      value,
      moved: sources.map(({ node, previousRect: from, currentRect: to }) => {
        const name = `${node?.nodeName ?? "?"}.${node?.getAttribute?.("class") ?? ""}`;
        return `${name} from ${from.x},${from.y} ${from.width}x${from.height} to ${to.x},${to.y} ${to.width}x${to.height}`;
      }),
    })),
  );
  const sum = shifts.reduce((sum, { value }) => sum + value, 0);
  expect.soft(sum, shifts.map(({ value, moved }) => `${path} ${value}: ${moved.join(", ")}`).join("\n")).toBeLessThan(SHIFT_MAX);
}
