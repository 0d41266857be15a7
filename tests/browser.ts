import { existsSync, statfsSync } from "node:fs";
import type { PlaywrightTestOptions, PlaywrightWorkerOptions } from "@playwright/test";

/** Whether there is room for the memory that Chromium's processes share. Otherwise that memory is files on the disk. */
function hasSharedMemory(): boolean {
  if (!existsSync("/dev/shm")) return false;
  const { bavail, bsize } = statfsSync("/dev/shm");
  return bavail * bsize >= 1_000_000_000;
}

/** The browser that `cargo xtask` found, or Playwright's own. */
export const browser: Partial<PlaywrightTestOptions & PlaywrightWorkerOptions> = {
  browserName: "chromium",
  launchOptions: {
    executablePath: process.env.CHROMIUM,
    ignoreDefaultArgs: hasSharedMemory() ? ["--disable-dev-shm-usage"] : [],
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
