import { chromium, test } from "@playwright/test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { browser } from "../browser";
import { labelsOf } from "../labels";
import { startServer } from "../server";
import { signIn } from "../sign-in";

const PORT = 9222;
const CATEGORIES = ["performance", "accessibility", "best-practices"];
const TIMES = ["first-contentful-paint", "largest-contentful-paint", "total-blocking-time"];
/** How often each page is audited. */
const RUNS = 5;
/** Whether the browser has the console's files. */
type Visit = "first" | "later";

/** What is read of a report. Lighthouse itself is installed for this file alone, so the check of types does not find its own. */
interface Result {
  readonly categories: Record<string, { readonly score: number | null; readonly auditRefs: { readonly id: string }[] }>;
  readonly audits: Record<string, { readonly title: string; readonly score: number | null; readonly numericValue?: number; readonly displayValue?: string }>;
}
type Lighthouse = (url: string, flags: object) => Promise<{ readonly lhr: Result } | undefined>;

// Lighthouse simulates a slow phone. The session is in localStorage, which Lighthouse must not clear.
test("Lighthouse, mobile", async () => {
  test.setTimeout(900_000);
  const { default: lighthouse } = (await import("lighthouse" as string)) as { default: Lighthouse };
  const server = await startServer();
  const profile = await mkdtemp(join(tmpdir(), "answerdeck-profile-"));
  const context = await chromium.launchPersistentContext(profile, {
    ...browser.launchOptions,
    args: [...(browser.launchOptions?.args ?? []), `--remote-debugging-port=${PORT}`],
    locale: "en-US",
  });
  const devtools = await context.newCDPSession(await context.newPage());
  const audit = async (path: string, visit: Visit): Promise<Result> => {
    if (visit === "first") await devtools.send("Network.clearBrowserCache");
    const result = await lighthouse(server.url + path, {
      port: PORT,
      onlyCategories: CATEGORIES,
      disableStorageReset: true,
      logLevel: "error",
    });
    if (!result) throw new Error(`Lighthouse has no result for ${path}`);
    return result.lhr;
  };
  // A busy machine changes a score by ten points. Lighthouse recommends the median of five audits.
  const print = async (path: string, visit: Visit) => {
    const reports: Result[] = [];
    for (let run = 0; run < RUNS; run += 1) reports.push(await audit(path, visit));
    const median = (name: string, read: (report: Result) => number | null | undefined, unit = "") => {
      const values = reports.map((report) => Math.round(read(report) ?? Number.NaN));
      const sorted = [...values].sort((left, right) => left - right);
      return `  ${name.padEnd(26)}${String(sorted[Math.floor(RUNS / 2)]).padStart(6)}${unit.padEnd(4)}of ${values.join(", ")}`;
    };
    console.log(`${path}, ${visit} visit`);
    for (const name of CATEGORIES) console.log(median(name, (report) => (report.categories[name]?.score ?? 0) * 100));
    for (const name of TIMES) console.log(median(name, (report) => report.audits[name]?.numericValue, " ms"));
    const shifts = reports.map((report) => report.audits["cumulative-layout-shift"]?.displayValue);
    console.log(`  cumulative-layout-shift    ${shifts.join(", ")}`);
    const [last] = reports.slice(-1);
    for (const category of CATEGORIES.slice(1)) {
      const audits = last?.categories[category]?.auditRefs.map(({ id }) => last.audits[id]) ?? [];
      for (const failed of audits.filter((audit) => audit?.score === 0)) console.log(`  ${category}: ${failed?.title}`);
    }
  };
  await print("/sign-in", "first");
  await signIn(await context.newPage(), labelsOf.en, server.key, server.url);
  for (const path of ["/prompts", "/overview"]) {
    for (const visit of ["first", "later"] as const) await print(path, visit);
  }
  await context.close();
  await rm(profile, { recursive: true, force: true });
  await server.stop();
});
