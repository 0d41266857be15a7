import type { Locator, Page } from "@playwright/test";
import { expectAccessible, expectNoHorizontalScroll } from "../accessibility";
import { expect, test } from "../fixtures";
import { languages, type Labels } from "../labels";
import { demo } from "../platform";
import { signIn, signInWithKey } from "../sign-in";

const { key: KEY } = demo();
const TOOLS = 41;

function section(page: Page, labels: Labels): Locator {
  return page.getByRole("region", { name: labels.connectApps });
}

function address(): string {
  return new URL("/mcp", process.env.ANSWERDECK_URL).href;
}

for (const language of languages) {
  test.describe(`in ${language}`, () => {
    test.use({ language });

    test("settings explain how to connect and test the connection, on a phone and on a desktop", async ({ page, labels, step }) => {
      for (const width of [320, 1280]) {
        await step(`${width} px wide`, async () => {
          await page.setViewportSize({ width, height: 800 });
          await signInWithKey(page, labels, KEY, "/settings");
          const connect = section(page, labels);
          for (const client of ["Claude", "ChatGPT", "Cursor"]) await expect(connect.getByText(client, { exact: true })).toBeVisible();
          await expect(connect.getByText(address(), { exact: true })).toBeVisible();
          await connect.getByRole("button", { name: labels.testConnection }).click();
          await expect(connect.getByRole("status")).toHaveText(labels.connectedWith(TOOLS));
          await expectAccessible(page, `settings after the test at ${width} px`);
          await expectNoHorizontalScroll(page, `settings after the test at ${width} px`);
        });
      }
    });
  });
}

test("the test uses the tokens of a session from the consent page", async ({ page, labels }) => {
  await signIn(page, labels, KEY, "/settings");
  const sent: (string | undefined)[] = [];
  page.on("request", (request) => {
    if (request.url() === address()) sent.push(request.headers().authorization);
  });
  await section(page, labels).getByRole("button", { name: labels.testConnection }).click();
  await expect(section(page, labels).getByRole("status")).toHaveText(labels.connectedWith(TOOLS));
  expect(sent).toHaveLength(2);
  for (const authorization of sent) expect(authorization).toMatch(/^Bearer ada_/);
});

test("the texts are copied without the key, and a refused or failed test says why and can be repeated", async ({
  page,
  context,
  labels,
  pageErrors,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await signInWithKey(page, labels, KEY, "/settings");
  const connect = section(page, labels);
  const buttons = connect.getByRole("button");
  const copied: string[] = [];
  await expect(buttons).toHaveCount(4);
  for (let index = 0; index < 3; index += 1) {
    await buttons.nth(index).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).not.toBe(copied.at(-1) ?? "");
    copied.push(await page.evaluate(() => navigator.clipboard.readText()));
  }
  expect(copied[0]).toBe(address());
  expect(JSON.parse(copied[1] ?? "")).toEqual({ mcpServers: { answerdeck: { url: address() } } });
  expect(copied[2]).toMatch(/^curl http:.*adk_….*"method": "tools\/list"/);
  expect(copied.join()).not.toContain(KEY);

  pageErrors.expect(/the server responded with a status of 40[13]/);
  for (const [status, body, shown] of [
    [401, JSON.stringify({ code: "COMMON_UNAUTHORIZED", message: "The credential is not valid." }), "The credential is not valid."],
    [403, "The Origin is not that of this server.", "403 The Origin is not that of this server."],
    [200, JSON.stringify({ jsonrpc: "2.0", id: 1, error: { code: -32600, message: "No." } }), "No."],
  ] as const) {
    await page.route(address(), (route) => route.fulfill({ status, body }));
    await connect.getByRole("button", { name: labels.testConnection }).click();
    await expect(connect.getByRole("status")).toHaveText(labels.refusedWith(shown));
  }

  pageErrors.expect(/net::ERR_FAILED/);
  await page.route(address(), (route) => route.abort());
  await connect.getByRole("button", { name: labels.testConnection }).click();
  await expect(connect.getByRole("status")).toContainText("could not be reached");
  await page.unroute(address());
  await connect.getByRole("button", { name: labels.testConnection }).click();
  await expect(connect.getByRole("status")).toHaveText(labels.connectedWith(TOOLS));
});
