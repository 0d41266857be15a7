import { test } from "@playwright/test";
import { labelsOf } from "../labels";
import { fakeMetrics } from "../metrics";
import { startServer } from "../server";
import { signIn } from "../sign-in";
import { startScriptedPlatform } from "./scripted-platform";

/** Runs of 100 answers. */
const RUNS = Number(process.env["DRAWING_RUNS"] ?? 100);
/** How fast the list is scrolled, in pixels a frame. */
const SPEED = 60;
const FRAMES = 600;

/** An event of a trace. Times in microseconds. */
interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
}

test("10,000 answers in a list", async ({ page }) => {
  test.setTimeout(600_000);
  const platform = await startScriptedPlatform(RUNS);
  await signIn(page, labelsOf.en, platform.key, platform.url);
  await page.goto(`${platform.url}/answers`);
  await page.getByRole("rowheader").first().waitFor();
  const rows = RUNS * 100;
  const began = Date.now();
  await page.waitForFunction(
    (rows) => {
      window.scrollTo(0, document.body.scrollHeight);
      return document.querySelectorAll("tbody tr").length >= rows || document.querySelectorAll("[aria-rowcount]").length > 0;
    },
    rows,
    { timeout: 500_000, polling: 50 },
  );
  print(`${rows} answers scrolled to the end of the list`, `${((Date.now() - began) / 1_000).toFixed(1)} s`, "");
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("HeapProfiler.collectGarbage");
  const { usedSize } = await devtools.send("Runtime.getHeapUsage");
  const nodes = await page.evaluate(() => document.querySelectorAll("*").length);
  print("memory of JavaScript, and elements", `${(usedSize / 1_000_000).toFixed(1)} MB, ${nodes}`, "");
  const frames = await page.evaluate(
    async ([speed, count]) => {
      window.scrollTo(0, 0);
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      const times: number[] = [];
      let last = performance.now();
      for (let frame = 0; frame < count; frame += 1) {
        window.scrollBy(0, speed);
        const now = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
        times.push(now - last);
        last = now;
      }
      return times.slice(1);
    },
    [SPEED, FRAMES] as const,
  );
  const late = frames.filter((time) => time > 25).length;
  print("a frame while it scrolls, median and p95", `${percentile(frames, 50).toFixed(1)}, ${percentile(frames, 95).toFixed(1)} ms`, "16.7 ms");
  print("frames that came a frame late, or more", `${late} of ${frames.length}`, "0");
  await platform.stop();
});

test("charts and rankings", async ({ page, browser }) => {
  test.setTimeout(300_000);
  const server = await startServer();
  const weeks = Array.from({ length: 52 }, (_, week) => new Date(Date.UTC(2026, 0, 5 + 7 * week)).toISOString().slice(0, 10));
  const brands = Array.from({ length: 8 }, (_, at) => ({
    id: String(at).padStart(22, "0"),
    name: `Brand ${at}`,
    named: weeks.map((_, week) => 10 + at * 5 + (week % 7)),
  }));
  const domains = Array.from({ length: 100 }, (_, at) => ({
    domain: `site-${at}.example`,
    citationCount: 1_000 - at * 9,
    answerCount: 500 - at * 4,
    latestCreatedAt: "2026-11-20T00:00:00.000Z",
  }));
  await page.route("**/statistics/source-domains?*", (route) =>
    route.fulfill({ json: { domains, totalCitations: 60_000, totalDomains: 100 } }),
  );
  await fakeMetrics(page, { brands, periods: weeks, answers: 100, prompts: 60 });
  await signIn(page, labelsOf.en, server.key, server.url);

  const scriptOf = async (act: () => Promise<unknown>): Promise<number> => {
    await browser.startTracing(page, { categories: ["devtools.timeline"] });
    await act();
    await page.waitForTimeout(1_000);
    const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
    return longestScript(trace.traceEvents);
  };
  const median = async (acts: (() => Promise<unknown>)[]): Promise<string> => {
    const times: number[] = [];
    for (const act of acts) times.push(await scriptOf(act));
    return `${percentile(times, 50).toFixed(1)} ms (${times.map((time) => time.toFixed(1)).join(", ")})`;
  };
  await page.goto(`${server.url}/overview`);
  await page.getByRole("application").first().waitFor();
  await page.waitForLoadState("networkidle");
  const resize = (width: number) => () => page.setViewportSize({ width, height: 900 });
  const drawn = await median([1_100, 1_300, 1_180, 1_360, 1_240].map(resize));
  print("8 lines and shares of 52 weeks drawn again, script", drawn, "16 ms");

  await page.goto(`${server.url}/sources`);
  await page.getByRole("rowheader").nth(19).waitFor();
  const all = page.getByRole("button", { name: /^Show/ }).first();
  if (await all.isVisible()) await all.click();
  const sort = () => page.getByRole("columnheader").getByRole("button").nth(1).click();
  print("a ranking of 100 rows sorted again, script", await median([sort, sort, sort, sort, sort]), "16 ms");
  await server.stop();
});

/** The longest time for which the page's thread ran script without a pause, in milliseconds. */
function longestScript(events: TraceEvent[]): number {
  const calls = events.filter(({ name, ph, dur }) => name === "FunctionCall" && ph === "X" && dur !== undefined);
  return Math.max(0, ...calls.map(({ dur = 0 }) => dur)) / 1_000;
}

/** The value that `percent` of the values do not exceed. */
function percentile(values: number[], percent: number): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.ceil((percent / 100) * sorted.length) - 1] ?? Number.NaN;
}

function print(name: string, value: string, aim: string): void {
  console.log(`  ${name.padEnd(52)}${value.padStart(34)}${aim && `  aim: ${aim}`}`);
}
