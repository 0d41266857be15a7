import { defineConfig } from "@playwright/test";
import { browser } from "../browser";

// `cargo xtask bench` builds the release and calls this. It prints figures and asserts nothing.
export default defineConfig({
  testDir: ".",
  testMatch: "*.bench.ts",
  outputDir: "../../target/bench",
  reporter: [["list", { printSteps: false }]],
  retries: 0,
  workers: 1,
  timeout: 300_000,
  use: { ...browser, locale: "en-US" },
});
