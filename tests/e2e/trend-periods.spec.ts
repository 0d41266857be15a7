import type { Page } from "@playwright/test";
import { focusChart } from "../charts";
import { demoTest, expect } from "../fixtures";
import { fakeMetrics, sample } from "../metrics";
import { changeOrganization, demoBrands } from "../platform";
import { visit } from "../sign-in";

const NO_DAYS = "Trends by day have at most 400 days.";

/** Replaces the metrics, and returns the intervals that pages ask for. */
async function fakeTrends(page: Page): Promise<string[]> {
  const brands = await demoBrands();
  const periods = ["2026-11-02", "2026-11-09"];
  const counted = brands.map(({ id, name }) => ({ id, name, named: [40, 42] }));
  const point = (day: string) => ({ day, sample: sample(9, 5), citations: 21, domains: [6, 5, 4, 3, 2, 1] });
  await fakeMetrics(page, { brands: counted, periods, answers: 60, prompts: 55, values: { "source-trend": { points: periods.map(point) } } });
  const intervals: string[] = [];
  page.on("request", (request) => {
    const interval = new URL(request.url()).searchParams.get("interval");
    if (interval !== null) intervals.push(interval);
  });
  return intervals;
}

/** The start of the first of a number of days until today, in Seoul. */
function startOf(days: number): string {
  const [day, offset] = [24 * 3_600_000, 9 * 3_600_000];
  const today = Math.floor((Date.now() + offset) / day);
  return new Date((today - days + 1) * day - offset).toISOString();
}

demoTest("trends have at most 400 days, and the choice of the period stays when figures fail", async ({ page, labels, step }) => {
  const brands = await demoBrands();
  const ofBrand = `/brands/${brands[0].id}`;
  for (const address of ["/overview", ofBrand, "/sources"]) {
    await step(`${address} asks for weeks instead of more than 400 days, and says so`, async () => {
      await changeOrganization(page, { createdAt: "2024-01-01T00:00:00.000Z" });
      const intervals = await fakeTrends(page);
      await visit(page, labels, `${address}?by=day&days=all`);
      await expect(page.getByText(NO_DAYS)).toBeVisible();
      await expect(page.getByRole("radio", { name: "Week", exact: true })).toBeChecked();
      await expect(page.getByRole("radio", { name: "Day", exact: true })).toHaveCount(0);
      await expect.poll(() => new Set(intervals)).toEqual(new Set(["WEEK"]));
    });
  }

  await step("400 days can be shown, and 401 cannot", async () => {
    await changeOrganization(page, { createdAt: "2024-01-01T00:00:00.000Z" });
    const intervals = await fakeTrends(page);
    await visit(page, labels, `/overview?by=day&from=${startOf(401)}`);
    await expect(page.getByText(NO_DAYS)).toBeVisible();
    await expect.poll(() => intervals).toEqual(["WEEK"]);
    await visit(page, labels, `/overview?by=day&from=${startOf(400)}`);
    await expect(page.getByRole("radio", { name: "Day", exact: true })).toBeChecked();
    await expect(page.getByText(NO_DAYS)).toHaveCount(0);
    await expect.poll(() => intervals).toEqual(["WEEK", "DAY"]);
  });

  await step("a period that the scope cuts has its real days, in the chart and in its table", async () => {
    const brand = { id: brands[0].id, name: brands[0].name, named: [40, 42, 44] };
    const periods = ["2026-10-26", "2026-11-02", "2026-11-09"];
    await fakeMetrics(page, { brands: [brand], periods, answers: 60, prompts: 55, partial: [true, false, true] });
    // From Sunday, November 1 to Wednesday, November 11 in Seoul.
    await visit(page, labels, `${ofBrand}?from=2026-10-31T15:00:00.000Z&to=2026-11-11T15:00:00.000Z`);
    const chart = page.getByRole("application", { name: labels.mentionTrend });
    await focusChart(chart);
    await page.keyboard.press("Home");
    await expect(chart.locator("[aria-live]")).toContainText("Nov 1 (part of the week)");
    const figure = page.getByRole("figure", { name: labels.mentionTrend });
    await figure.getByRole("button", { name: labels.asTable }).click();
    const names = ["Nov 1 (part of the week)", "Week of Nov 2", "Nov 9 – 11 (part of the week)"];
    await expect(figure.getByRole("rowheader")).toHaveText(names);
  });

  for (const address of ["/overview", ofBrand]) {
    await step(`${address} keeps the choice of the period when its figures fail`, async () => {
      await fakeTrends(page);
      const refusal = { code: "COMMON_VALIDATION", message: "Invalid request", details: ["interval: 401 points"] };
      await page.route(/metrics\/brands\?.*interval=DAY/, (route) => route.fulfill({ status: 400, json: refusal }));
      await visit(page, labels, `${address}?by=day`);
      await expect(page.getByRole("alert").filter({ hasText: "Invalid request" })).toBeVisible();
      await page.getByRole("radio", { name: "Week", exact: true }).check();
      await expect(page.getByRole("application", { name: labels.mentionTrend })).toBeVisible();
      await expect(page.getByRole("alert")).toHaveCount(0);
    }, /status of 400/);
  }
});
