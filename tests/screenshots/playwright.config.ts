import { defineConfig } from "@playwright/test";
import { browser } from "../browser";

// `cargo xtask screenshots` and `cargo xtask icons` call this.
export default defineConfig({
  testDir: ".",
  testMatch: "*.screenshots.ts",
  outputDir: "../../target/screenshot-results",
  fullyParallel: true,
  retries: 0,
  timeout: 600_000,
  reporter: "list",
  use: { ...browser, timezoneId: "Asia/Seoul" },
});
