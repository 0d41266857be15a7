import type { Page } from "@playwright/test";
import { demoTest, expect, test } from "../fixtures";
import { languages, type Labels } from "../labels";
import { demoAnswer, demoBrands } from "../platform";

const PAGES = [
  "/overview", "/brands", "/sources", "/fan-outs", "/words", "/keywords", "/site-keywords", "/prompt-sets", "/prompts", "/runs",
  "/runs/new", "/schedules", "/digests", "/schedules/new", "/answers", "/settings",
];

/** The pages of one item of each kind. */
async function itemPages(): Promise<string[]> {
  const { id, promptID, runID } = await demoAnswer("SUCCESS");
  const brands = await demoBrands();
  return [`/answers/${id}`, `/prompts/${promptID}`, `/prompts/${promptID}/models`, `/runs/${runID}`, `/brands/${brands[0]?.id}`];
}

/** The cumulative layout shift of a number that is longer than its column, for example of "4 of 1,920". */
const SHIFT_MAX = 0.001;

const PHONE = { width: 412, height: 823 };
const DESKTOP = { width: 1440, height: 900 };
const VIEWS = languages.flatMap((language) => [
  { name: "a phone", viewport: PHONE, language },
  { name: "a desktop", viewport: DESKTOP, language },
]);

/** What moved, and how much. Source: the Layout Instability API. */
interface Shift extends PerformanceEntry {
  value: number;
  sources: { node?: Element; previousRect: DOMRect; currentRect: DOMRect }[];
}

for (const { name, viewport, language } of VIEWS) {
  test.describe(language, () => {
    test.use({ language, viewport });

    demoTest(`on ${name}, nothing moves when data arrives`, async ({ page, labels }) => {
      await page.addInitScript(() => {
        const shifts: Shift[] = [];
        new PerformanceObserver((list) => shifts.push(...(list.getEntries() as Shift[]))).observe({
          type: "layout-shift",
          buffered: true,
        });
        Object.assign(window, { shifts });
      });
      for (const path of [...PAGES, ...(await itemPages())]) {
        await test.step(path, async () => {
          await page.goto(path);
          const shifts = await shiftsOf(page, labels);
          const sum = shifts.reduce((sum, { value }) => sum + value, 0);
          expect.soft(sum, shifts.map(({ value, moved }) => `${path} ${value}: ${moved.join(", ")}`).join("\n")).toBeLessThan(SHIFT_MAX);
        });
      }
    });
  });
}

/** Waits until all data has arrived, and returns what has moved. */
async function shiftsOf(page: Page, labels: Labels): Promise<{ value: number; moved: string[] }[]> {
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.waitForLoadState("networkidle");
  await expect(page.locator(".skeleton")).toHaveCount(0);
  await expect(page.getByText(labels.loading)).toHaveCount(0);
  return page.evaluate(() =>
    (window as unknown as { shifts: Shift[] }).shifts.map(({ value, sources }) => ({
      value,
      moved: sources.map(({ node, previousRect: from, currentRect: to }) => {
        const name = `${node?.nodeName ?? "?"}.${node?.getAttribute?.("class") ?? ""}`;
        return `${name} from ${from.x},${from.y} ${from.width}x${from.height} to ${to.x},${to.y} ${to.width}x${to.height}`;
      }),
    })),
  );
}
