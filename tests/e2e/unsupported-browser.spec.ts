import { expect, test } from "../fixtures";

const SENTENCES = /needs a browser with JavaScript and WebAssembly\..*지원하는 브라우저가 필요해요\./;

test.describe("a browser without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("says in both languages what the console needs", async ({ page }) => {
    await page.goto("/");
    const sentences = page.locator("noscript");
    await expect(sentences).toBeVisible();
    // `toHaveText` reads no text of this element.
    expect(await sentences.textContent()).toMatch(SENTENCES);
  });
});

test("a browser without WebAssembly says in both languages what the console needs", async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, "WebAssembly"));
  await page.goto("/");
  await expect(page.getByText(SENTENCES)).toBeVisible();
});
