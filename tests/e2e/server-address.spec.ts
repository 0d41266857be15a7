import { createServer, type RequestListener } from "node:http";
import type { Page } from "@playwright/test";
import { passTimeUntil } from "../clock";
import { expect, test } from "../fixtures";
import type { Labels } from "../labels";
import { listen, startServer } from "../server";
import { goTo } from "../sign-in";

test.use({ language: "ko" });

/** Runs `visit` with the address of a server, which then ends. */
async function withServer(listener: RequestListener, visit: (url: string) => Promise<void>): Promise<void> {
  const server = createServer(listener);
  await visit(`http://127.0.0.1:${await listen(server)}`);
  server.closeAllConnections();
  server.close();
}

async function signInAt(page: Page, labels: Labels, server: string, key: string): Promise<void> {
  await page.goto("/sign-in");
  const field = page.getByLabel(labels.serverAddress);
  const summary = page.getByText(labels.otherServer, { exact: true });
  // The field is shown from the start if there is an address.
  await summary.waitFor();
  if (!(await field.isVisible())) await summary.click();
  await field.fill(server);
  await page.getByLabel(labels.apiKey, { exact: true }).fill(key);
  await page.getByRole("button", { name: labels.withKey }).click();
}

test("the sign-in page asks any platform that the console may ask, and says what is wrong with others", async ({ page, labels, step }) => {
  await step("an address that the console cannot use is shown and has the focus, also when it was hidden", async () => {
    await page.goto("/sign-in");
    const summary = page.getByText(labels.otherServer, { exact: true });
    const field = page.getByLabel(labels.serverAddress);
    await summary.click();
    await field.fill("ftp://127.0.0.1");
    await page.getByLabel(labels.apiKey, { exact: true }).fill("adk_any");
    for (const button of [labels.withKey, labels.signIn]) {
      await summary.click();
      await expect(field).toBeHidden();
      await page.getByRole("button", { name: button, exact: true }).click();
      await expect(field).toBeFocused();
      await expect(page.getByText(labels.serverMalformed)).toBeVisible();
    }
  });
  await step("an address that the console cannot use is refused before anything is sent", async () => {
    for (const address of ["http://192.168.0.7:8080", "ftp://127.0.0.1", "http://localhost.example"]) {
      await signInAt(page, labels, address, "adk_any");
      await expect(page.getByLabel(labels.serverAddress)).toHaveAttribute("aria-invalid", "true");
      await expect(page.getByText(labels.serverMalformed)).toBeVisible();
    }
  });
  await step("a server without a platform says so", async () => {
    const allowing: RequestListener = (_, response) => {
      response.writeHead(404, {
        "access-control-allow-origin": "*",
        "access-control-allow-headers": "*",
        "content-type": "text/html",
      });
      response.end("<h1>Not found</h1>");
    };
    const preflight: RequestListener = (request, response) => {
      if (request.method !== "OPTIONS") return allowing(request, response);
      response.writeHead(204, { "access-control-allow-origin": "*", "access-control-allow-headers": "*" });
      response.end();
    };
    await withServer(preflight, async (url) => {
      await signInAt(page, labels, url, "adk_any");
      await expect(page.getByRole("alert")).toContainText(labels.notPlatform);
    });
  }, /status of 404/);
  await step("a platform at another address shows its data", async () => {
    const other = await startServer();
    await signInAt(page, labels, other.url, other.key);
    await expect(page.getByRole("navigation", { name: labels.main })).toBeVisible();
    await page.getByRole("link", { name: labels.promptSets, exact: true }).click();
    await expect(page.getByRole("main").getByRole("row")).not.toHaveCount(0);
    // It says that its keyword data is made up.
    await goTo(page, labels, labels.keywords);
    await page.getByRole("textbox", { name: labels.keywords }).fill("무선 이어폰");
    await page.getByRole("button", { name: labels.lookUp, exact: true }).click();
    await expect(page.getByText(labels.sampleData, { exact: true })).toBeVisible();
    // The page may still be asking it.
    await page.goto("/sign-in");
    await other.stop();
  });
  await step("a server that refuses the console and an unreachable one have different messages", async () => {
    // Each is asked several times. The clock stays installed.
    await page.clock.install();
    await withServer((_, response) => response.end("{}"), async (url) => {
      await signInAt(page, labels, url, "adk_any");
      await passTimeUntil(page, () => expect(page.getByRole("alert")).toContainText(labels.refusesConsole, { timeout: 1 }));
    });
    await signInAt(page, labels, "http://127.0.0.1:9", "adk_any");
    await passTimeUntil(page, () => expect(page.getByRole("alert")).toContainText(labels.serverAway, { timeout: 1 }));
  }, /CORS policy|net::ERR/);
});
