import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { test } from "@playwright/test";

const FOLDER = new URL("../../web/icons/", import.meta.url);

/** The drawing and the size in pixels of each icon. A system that cuts icons into its own shape takes the full ones. */
const ICONS = [
  { drawing: "icon", size: 192 },
  { drawing: "icon", size: 512 },
  { drawing: "icon-full", size: 180 },
  { drawing: "icon-full", size: 512 },
];

for (const { drawing, size } of ICONS) {
  test(`${drawing}-${size}.png`, async ({ page }) => {
    const svg = await readFile(new URL(`${drawing}.svg`, FOLDER), "utf8");
    await page.setViewportSize({ width: size, height: size });
    await page.setContent(`<style>body { margin: 0 } svg { display: block; width: 100vw }</style>${svg}`);
    await page.screenshot({ path: fileURLToPath(new URL(`${drawing}-${size}.png`, FOLDER)), omitBackground: true });
  });
}
