import type { Locator, Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import type { Labels } from "../labels";
import { demo } from "../platform";
import { signInWithKey } from "../sign-in";

test.use({ language: "ko" });

const { key: KEY } = demo();

function section(page: Page, labels: Labels): Locator {
  return page.getByRole("region", { name: labels.connectApps });
}

function address(): string {
  return new URL("/mcp", process.env.ANSWERDECK_URL).href;
}

test("settings explain how to connect, on a phone and on a desktop", async ({ page, labels }) => {
  await signInWithKey(page, labels, KEY, "/settings");
  const connect = section(page, labels);
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    for (const client of ["Claude", "ChatGPT", "Cursor"]) await expect(connect.getByText(client, { exact: true })).toBeVisible();
    await expect(connect.getByText(address(), { exact: true })).toBeVisible();
  }
});

test("the texts are copied without the key", async ({ page, context, labels }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await signInWithKey(page, labels, KEY, "/settings");
  const buttons = section(page, labels).getByRole("button");
  const copied: string[] = [];
  await expect(buttons).toHaveCount(3);
  for (let index = 0; index < 3; index += 1) {
    await buttons.nth(index).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).not.toBe(copied.at(-1) ?? "");
    copied.push(await page.evaluate(() => navigator.clipboard.readText()));
  }
  expect(copied[0]).toBe(address());
  expect(JSON.parse(copied[1] ?? "")).toEqual({ mcpServers: { answerdeck: { url: address() } } });
  expect(copied[2]).toMatch(/^curl http:.*adk_….*"method": "tools\/list"/);
  expect(copied.join()).not.toContain(KEY);
});
