import { createServer } from "node:http";
import { expect, test } from "@playwright/test";
import { expectAccessible } from "../accessibility";
import { listen } from "../server";

const CHALLENGE = "47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU";
const WIDTH = 320;

for (const { language, theme, allow, wrong } of [
  { language: "ko-KR", theme: "light", allow: "허용", wrong: "이 키를 쓸 수 없어요." },
  { language: "en-US", theme: "dark", allow: "Allow", wrong: "This key does not work." },
] as const) {
  test.describe(() => {
    test.use({ locale: language, colorScheme: theme, viewport: { width: WIDTH, height: 700 } });

    test(`a user on a phone allows an app, ${language}, ${theme}`, async ({ page }) => {
      const app = createServer((_, answer) => answer.end("<!doctype html><title>The app</title>"));
      const redirectUri = `http://127.0.0.1:${await listen(app)}/cb`;
      const metadata = { client_name: "<b>An app with quite a long name</b>", redirect_uris: ["http://127.0.0.1/cb"] };
      const registration = await page.request.post("/oauth/register", { data: metadata });
      const { client_id } = (await registration.json()) as { client_id: string };
      const pageErrors: string[] = [];
      page.on("console", (message) => {
        // Chromium logs the 403 response to the wrong key.
        if (!message.text().includes("a status of 403")) pageErrors.push(message.text());
      });
      page.on("pageerror", (error) => pageErrors.push(String(error)));

      const query = { client_id, redirect_uri: redirectUri, response_type: "code", code_challenge: CHALLENGE };
      await page.goto(`/oauth/authorize?${new URLSearchParams({ ...query, code_challenge_method: "S256" })}`);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(metadata.client_name);
      await expect(page.getByRole("definition")).toHaveText(new URL(redirectUri).host);
      await page.getByLabel("API").fill("adk_wrong");
      await page.getByRole("button", { name: allow }).click();
      await expect(page.getByRole("alert")).toContainText(wrong);
      await expect(page.getByLabel("API")).toHaveValue("");

      await expectAccessible(page, "the consent page");
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(WIDTH);
      await page.getByLabel("API").fill(process.env.ANSWERDECK_KEY ?? "");
      await page.getByRole("button", { name: allow }).click();
      await expect(page).toHaveTitle("The app");
      expect(new URL(page.url()).searchParams.get("code")).toMatch(/^adc_/);
      // The content security policy blocked nothing.
      expect(pageErrors).toEqual([]);
      app.close();
    });
  });
}
