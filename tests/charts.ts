import { type Download, expect, type Locator } from "@playwright/test";
import type { Labels } from "./labels";

/** Waits until a chart is drawn: before that, it has no data points that the pointer or a key could select. */
export async function untilDrawn(chart: Locator): Promise<void> {
  await expect(chart.locator("svg > g > *").first()).toBeAttached();
}

/** Focuses a chart once it is drawn. */
export async function focusChart(chart: Locator): Promise<void> {
  await untilDrawn(chart);
  await chart.focus();
}

/** Chooses a file of a chart in its menu, and returns what is downloaded. */
export async function saveChart(figure: Locator, labels: Labels, file: "SVG" | "PNG" | "CSV"): Promise<Download> {
  await figure.getByRole("button", { name: labels.chartDownload, exact: true }).click();
  const downloading = figure.page().waitForEvent("download");
  await figure.getByRole("button", { name: file, exact: true }).click();
  return downloading;
}
