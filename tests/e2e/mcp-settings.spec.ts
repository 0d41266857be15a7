import { expect, test } from "../fixtures";
import { demo } from "../platform";
import { signInWithKey } from "../sign-in";

test.use({ language: "ko" });

const { key: KEY } = demo();

test("settings explain how to connect, on a phone and on a desktop, and the texts are copied without the key", async ({ page, context, labels }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await signInWithKey(page, labels, KEY, "/settings");
  const connect = page.getByRole("region", { name: labels.connectApps });
  const address = new URL("/mcp", process.env.ANSWERDECK_URL).href;
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    for (const client of ["Claude", "ChatGPT", "Cursor"]) await expect(connect.getByText(client, { exact: true })).toBeVisible();
    await expect(connect.getByText(address, { exact: true })).toBeVisible();
  }
  const buttons = connect.getByRole("button");
  const copied: string[] = [];
  await expect(buttons).toHaveCount(3);
  for (let index = 0; index < 3; index += 1) {
    await buttons.nth(index).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).not.toBe(copied.at(-1) ?? "");
    copied.push(await page.evaluate(() => navigator.clipboard.readText()));
  }
  expect(copied[0]).toBe(address);
  expect(JSON.parse(copied[1] ?? "")).toEqual({ mcpServers: { answerdeck: { url: address } } });
  expect(copied[2]).toMatch(/^curl http:.*adk_….*"method": "tools\/list"/);
  expect(copied.join()).not.toContain(KEY);
  // A page without TLS has no clipboard.
  await page.evaluate(() => void Object.defineProperty(navigator, "clipboard", { value: undefined }));
  await buttons.first().click();
  await expect(page.getByText(labels.notCopied)).toBeVisible();
});
