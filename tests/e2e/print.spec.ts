import { demoTest, expect, test } from "../fixtures";
import { changeResponses, demoAnswer } from "../platform";
import { visit } from "../sign-in";

test.use({ colorScheme: "dark", viewport: { width: 1280, height: 900 } });

demoTest("the settings menu prints a page on A4 in light colors, without what operates it, and says whose numbers it has, of which days and when", async ({
  page,
  labels,
}) => {
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute("data-printed", "");
  });
  await changeResponses(page, "**/organizations/me", (organization) => ({ ...organization, name: "Agency" }));
  await visit(page, labels, "/overview");
  const chart = page.getByRole("application", { name: labels.mentionTrend });
  await expect(chart).toBeVisible();
  const finding = page.locator(".finding");
  await expect(finding.getByRole("link").first()).toBeVisible();
  const head = page.locator(".print-head");
  await expect(head).toBeHidden();
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
  // The days. All sets and all models say nothing.
  await expect(page.getByRole("combobox")).toHaveCount(1);
  await expect(page.getByRole("combobox")).toBeVisible();
  await expect(page.getByRole("link", { name: "All brands" })).toHaveCount(0);
  const { color, scrolls } = await page.evaluate(() => ({
    color: getComputedStyle(document.body).color,
    scrolls: document.documentElement.scrollWidth > window.innerWidth,
  }));
  expect([color, scrolls]).toEqual(["rgb(22, 24, 29)", false]);
  const drawing = await chart.boundingBox();
  expect((drawing?.x ?? 0) + (drawing?.width ?? 0)).toBeLessThanOrEqual(703);

  // The definitions that are open are printed.
  const definitions = page.locator(".methodology");
  await expect(definitions).toBeHidden();
  await definitions.evaluate((details) => details.setAttribute("open", ""));
  await expect(definitions.getByRole("paragraph").first()).toBeVisible();
  await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
  const days = await page.evaluate(() => {
    const now = new Date();
    const first = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 29);
    return new Intl.DateTimeFormat("en", { dateStyle: "medium" }).formatRange(first, now);
  });
  await expect(head).toBeVisible();
  await expect(page.locator("body")).not.toContainText(/\d (minute|hour|day|week)s? ago/, { useInnerText: true });
  await expect(head.locator("p")).toHaveText(["Agency · Nurio", days, labels.printed]);
  // No line is reserved.
  const reserved = await finding.evaluate((element) => {
    const text = document.createRange();
    text.selectNodeContents(element);
    return element.getBoundingClientRect().height - text.getBoundingClientRect().height;
  });
  expect(reserved).toBeLessThan(20);
  await expect(page.locator(".newest-runs .line-clamp").first()).toHaveCSS("overflow", "visible");
});

demoTest("a list that is printed in part says how many rows are missing", async ({ page, labels }) => {
  await visit(page, labels, "/fan-outs");
  const more = page.getByRole("button", { name: /^Show \d+ more$/ }).first();
  await expect(more).toBeVisible();
  const rest = Number((await more.innerText()).match(/\d+/)?.[0]);
  const note = page.getByText(labels.andMore(rest), { exact: true }).first();
  await expect(note).toBeHidden();
  await page.emulateMedia({ media: "print" });
  await expect(more).toBeHidden();
  await expect(note).toBeVisible();
});

demoTest("the models' answers to a prompt are printed with their days", async ({ page, labels }) => {
  const { promptID } = await demoAnswer("SUCCESS");
  await visit(page, labels, `/prompts/${promptID}/models?days=all`);
  await expect(page.getByRole("article").first()).toBeVisible();
  await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
  await expect(page.locator(".print-head p").nth(1)).toHaveText(/\d{4}/);
});

demoTest("words are printed with their numbers", async ({ page, labels }) => {
  await visit(page, labels, "/words");
  const word = page.getByRole("rowheader").first().getByRole("button");
  await expect(word).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("button", { name: labels.exportCsv })).toBeHidden();
  await expect(word).toBeVisible();
  await expect(page.getByRole("row").nth(1).getByRole("cell").first()).toHaveText(/\d/, { useInnerText: true });
});
