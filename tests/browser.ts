import type { PlaywrightTestOptions, PlaywrightWorkerOptions } from "@playwright/test";

/** The browser that `cargo xtask` found, or Playwright's own. */
export const browser: Partial<PlaywrightTestOptions & PlaywrightWorkerOptions> = {
  browserName: "chromium",
  launchOptions: {
    executablePath: process.env.CHROMIUM,
    args: [
      // Chromium's sandbox does not run as root.
      ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      // A key pressed during a smooth scroll is lost on a busy machine.
      "--disable-smooth-scrolling",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  },
};
