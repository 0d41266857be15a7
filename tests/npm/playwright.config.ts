import { defineConfig } from "@playwright/test";
import { browser } from "../browser";

// `cargo xtask test npm` builds the package and the server, finds a browser and calls this.
export default defineConfig({
  testDir: ".",
  testMatch: "*.spec.ts",
  testIgnore: "**/node_modules/**",
  globalSetup: "./global-setup.ts",
  outputDir: "../../target/npm/results",
  forbidOnly: true,
  fullyParallel: true,
  retries: 0,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  workers: 3,
  reporter: "list",
  use: { ...browser },
});
