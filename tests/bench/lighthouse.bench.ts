import { chromium, test } from "@playwright/test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import lighthouse from "lighthouse";
import { browser } from "../browser";
import { startServer } from "../server";
import { signIn } from "./signed-in";

const PORT = 9222;
const CATEGORIES = ["performance", "accessibility", "best-practices"];

// Lighthouse simulates a slow phone. The session is in localStorage, which Lighthouse must not clear.
test("Lighthouse, mobile", async () => {
  const server = await startServer();
  const profile = await mkdtemp(join(tmpdir(), "answerdeck-profile-"));
  const context = await chromium.launchPersistentContext(profile, {
    ...browser.launchOptions,
    args: [...(browser.launchOptions?.args ?? []), `--remote-debugging-port=${PORT}`],
    locale: "en-US",
    // As in playwright.config.ts, which does not apply to this context.
    serviceWorkers: "block",
  });
  const audit = async (path: string) => {
    const result = await lighthouse(server.url + path, {
      port: PORT,
      onlyCategories: CATEGORIES,
      disableStorageReset: true,
      logLevel: "error",
    });
    const report = result?.lhr;
    const scores = CATEGORIES.map((name) => `${name} ${Math.round((report?.categories[name]?.score ?? 0) * 100)}`);
    const times = ["first-contentful-paint", "largest-contentful-paint", "total-blocking-time", "cumulative-layout-shift"];
    const shown = times.map((name) => `${name} ${report?.audits[name]?.displayValue}`);
    console.log(`${path}: ${[...scores, ...shown].join(", ")}`);
    for (const category of CATEGORIES.slice(1)) {
      const audits = report?.categories[category]?.auditRefs.map(({ id }) => report.audits[id]) ?? [];
      for (const failed of audits.filter((audit) => audit?.score === 0)) console.log(`  ${category}: ${failed?.title}`);
    }
  };
  await audit("/sign-in");
  await signIn(await context.newPage(), server);
  await audit("/prompts");
  await audit("/overview");
  await context.close();
  await rm(profile, { recursive: true, force: true });
  await server.stop();
});
