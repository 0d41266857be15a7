import { defineConfig } from "@playwright/test";
import { browser } from "../browser";

// `cargo xtask screenshots` and `cargo xtask icons` call this.
export default defineConfig({
  testDir: ".",
  testMatch: "*.pictures.ts",
  outputDir: "../../target/pictures",
  fullyParallel: true,
  retries: 0,
  timeout: 600_000,
  reporter: "list",
  use: { ...browser, serviceWorkers: "block", timezoneId: "Asia/Seoul" },
});
