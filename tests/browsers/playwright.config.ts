import { defineConfig } from "@playwright/test";

// `cargo xtask browsers` installs the browsers and calls this. The tests drive them by WebDriver, because Playwright drives
// only browsers that it has patched.
export default defineConfig({
  testDir: ".",
  globalSetup: "../global-setup.ts",
  outputDir: "../../target/browsers",
  workers: 1,
  retries: 0,
  timeout: 300_000,
  reporter: [["list", { printSteps: true }]],
});
