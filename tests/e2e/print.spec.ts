import { expect, test } from "../fixtures";
import { demo } from "../platform";
import { signInWithKey } from "../sign-in";

const { key: KEY } = demo();

test.use({ colorScheme: "dark", viewport: { width: 1280, height: 900 } });

test("the settings menu prints a page on A4 without what operates it, in light colors, with its scope, dates and whole charts", async ({
  page,
  labels,
}) => {
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute("data-printed", "");
  });
  await signInWithKey(page, labels, KEY, "/overview");
  const chart = page.getByRole("application", { name: labels.mentionTrend });
  await expect(chart).toBeVisible();
  await page.getByRole("button", { name: labels.menu }).click();
  await page.getByRole("button", { name: labels.print, exact: true }).click();
  await expect(page.locator("body[data-printed]")).toBeAttached();

  const time = page.locator("time[data-relative]").first();
  await expect(time).not.toHaveText(/\d{4}$/);
  await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
  await expect(time).toHaveText(/^\w{3} \d+, \d{4}$/);
  await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
  await expect(time).not.toHaveText(/\d{4}$/);

  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  // The width of A4 between its margins.
  await page.setViewportSize({ width: 703, height: 1_000 });
  await expect(page.getByRole("navigation")).toHaveCount(0);
  await expect(page.getByRole("main").getByRole("button")).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("combobox").first()).toBeVisible();
  const { color, scrolls } = await page.evaluate(() => ({
    color: getComputedStyle(document.body).color,
    scrolls: document.documentElement.scrollWidth > window.innerWidth,
  }));
  expect([color, scrolls]).toEqual(["rgb(22, 24, 29)", false]);
  const drawing = await chart.boundingBox();
  expect((drawing?.x ?? 0) + (drawing?.width ?? 0)).toBeLessThanOrEqual(703);
});

test("words are printed with their numbers", async ({ page, labels }) => {
  await signInWithKey(page, labels, KEY, "/words");
  const word = page.getByRole("rowheader").first().getByRole("button");
  await expect(word).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("button", { name: labels.exportCsv })).toBeHidden();
  await expect(word).toBeVisible();
  await expect(page.getByRole("row").nth(1).getByRole("cell").first()).toHaveText(/\d/, { useInnerText: true });
});
