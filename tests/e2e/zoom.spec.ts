import type { Locator, Page } from "@playwright/test";
import { demoTest, expect, organizationTest } from "../fixtures";
import { visit } from "../sign-in";

demoTest("on a tablet the question of an answer has most of the width of its row, and at 400 % zoom everything can be read and reached", async ({
  page,
  labels,
  step,
}) => {
  await step("on a tablet the question of an answer has most of the width of its row", async () => {
    await page.setViewportSize({ width: 768, height: 1024 });
    await visit(page, labels, "/answers");
    const table = page.getByRole("table");
    const { width } = await boxOf(table);
    expect((await boxOf(table.getByRole("rowheader").first())).width).toBeGreaterThan(width / 2);
  });
  await step("on a tablet no prompt is cut", async () => {
    await page.setViewportSize({ width: 768, height: 1024 });
    await visit(page, labels, "/prompts");
    const prompts = page.getByRole("rowheader").locator(".line-clamp");
    await expect(prompts.first()).toBeVisible();
    expect(await prompts.evaluateAll((prompts) => prompts.filter((prompt) => prompt.scrollHeight > prompt.clientHeight).length)).toBe(0);
  });
  await step("at 400 % zoom the navigation can be read and the last entry of the menu can be reached", async () => {
    // A window of 1280 × 1024 at 400 %.
    await page.setViewportSize({ width: 320, height: 256 });
    await visit(page, labels, "/runs");
    for (const name of [labels.overview, labels.brands, labels.answers]) {
      const text = page.getByRole("navigation", { name: labels.main }).getByText(name, { exact: true });
      const { width, height } = await boxOf(text);
      expect(width, `the name ${name} is on one line`).toBeGreaterThan(height);
    }
    await page.getByRole("button", { name: labels.menu }).click();
    const signOut = page.getByRole("button", { name: labels.signOut, exact: true });
    await signOut.scrollIntoViewIfNeeded();
    const { y, height } = await boxOf(signOut);
    expect(y).toBeGreaterThanOrEqual(0);
    expect(y + height).toBeLessThanOrEqual(256);
    await signOut.click();
    await expect(page.getByRole("button", { name: labels.signIn, exact: true })).toBeVisible();
  });
});

organizationTest("the link of a row shows the focus", async ({ page, labels, platform }) => {
  await platform.createSet("Commuters", ["Which earbuds suit commuters?"]);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await visit(page, labels, "/prompts");
  const cell = page.getByRole("rowheader");
  await expect(cell).toBeVisible();
  const before = await cell.screenshot();
  // From the checkbox of the row, the next control is the link.
  await page.getByRole("row").getByRole("checkbox").last().focus();
  await page.keyboard.press("Tab");
  await expect(cell.getByRole("link")).toBeFocused();
  // A ring is at least one pixel wide.
  const { width, height } = await boxOf(cell.getByText("Which earbuds suit commuters?"));
  expect(await changedPixels(page, before, await cell.screenshot())).toBeGreaterThan(2 * (width + height));
});

/** The number of pixels in which two screenshots of the same size differ. */
async function changedPixels(page: Page, before: Buffer, after: Buffer): Promise<number> {
  const images = [before, after].map((image) => image.toString("base64"));
  return page.evaluate(async (images) => {
    const [first, second] = await Promise.all(
      images.map(async (image) => {
        const bytes = Uint8Array.from(atob(image), (character) => character.charCodeAt(0));
        const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
        const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
        context?.drawImage(bitmap, 0, 0);
        return new Uint32Array(context?.getImageData(0, 0, bitmap.width, bitmap.height).data.buffer ?? new ArrayBuffer(0));
      }),
    );
    return first?.reduce((changed, pixel, at) => changed + (pixel === second?.[at] ? 0 : 1), 0) ?? 0;
  }, images);
}

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error(`${locator} is not shown`);
  return box;
}
