import { defineConfig } from "@playwright/test";
import { browser } from "./browser";

// `cargo xtask test e2e` builds the server and the console, finds a browser and calls this.
export default defineConfig({
  testDir: "./e2e",
  globalSetup: "./global-setup.ts",
  outputDir: "../target/e2e",
  forbidOnly: true,
  fullyParallel: true,
  retries: 0,
  // Generous, because a busy machine is slow.
  timeout: 180_000,
  expect: { timeout: 15_000 },
  // Tests wait for runs, for the rate limit and for a page to become quiet, so two cores suffice for four workers.
  workers: 4,
  reporter: "list",
  use: {
    ...browser,
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    // Set by the global setup, which runs before the workers read this.
    baseURL: process.env.ANSWERDECK_URL,
    screenshot: "only-on-failure",
    // A trace of each test takes a third of the time: ask for them with `--trace retain-on-failure`.
    trace: "off",
  },
});
