import type { Page } from "@playwright/test";
import { expect, test, UNAUTHORIZED } from "../fixtures";
import { holdRequests } from "../held-requests";
import { Platform } from "../platform";
import { enterKey, goTo, signIn, signInWithKey, signOut, submitKey } from "../sign-in";

const HOUR = 60 * 60 * 1_000;

/** Records the token refreshes and the paths that a page goes to from now on. */
function recordSession(page: Page): { refreshes: string[]; paths: string[] } {
  const seen = { refreshes: [] as string[], paths: [] as string[] };
  page.on("request", (request) => {
    const body = request.postData() ?? "";
    if (new URL(request.url()).pathname === "/oauth/token" && body.includes("grant_type=refresh_token")) {
      seen.refreshes.push(body);
    }
  });
  let last = new URL(page.url()).pathname;
  page.on("framenavigated", (frame) => {
    const { pathname } = new URL(frame.url());
    // A page also stores in its history which link was followed.
    if (pathname !== last) seen.paths.push(pathname);
    last = pathname;
  });
  return seen;
}

test("a sign-in that succeeds shows no failure on its way", async ({ page, labels, organization }) => {
  await page.addInitScript(() => {
    const record = () => document.querySelector("main [role=alert]") && sessionStorage.setItem("alert", "shown");
    new MutationObserver(record).observe(document, { childList: true, subtree: true });
  });
  await signIn(page, labels, organization.key);
  expect(await page.evaluate(() => sessionStorage.getItem("alert"))).toBeNull();
});

test("an expired access token is refreshed unnoticed", async ({ page, labels, organization, platform }) => {
  await platform.createSet("Evergreen", []);
  await page.clock.install();
  await signIn(page, labels, organization.key);
  await goTo(page, labels, labels.prompts);
  const seen = recordSession(page);
  await page.clock.fastForward(HOUR);
  await goTo(page, labels, labels.promptSets);
  await expect(page.getByRole("link", { name: "Evergreen", exact: true })).toBeVisible();
  expect(seen.refreshes).toHaveLength(1);
  expect(seen.paths).toEqual(["/prompt-sets"]);
});

test("reloading a page before it has loaded keeps the session, and a rejected access token is refreshed and the call is retried", async ({
  page,
  labels,
  organization,
  pageErrors,
}) => {
  await new Platform(organization.key).createSet("Evergreen", []);
  await signIn(page, labels, organization.key);
  const reloaded = recordSession(page);
  for (let reload = 0; reload < 5; reload++) {
    await Promise.all([page.waitForRequest("**/api/v1/platform/prompt-sets**"), page.reload({ waitUntil: "commit" })]);
  }
  await expect(page.getByRole("link", { name: "Evergreen", exact: true })).toBeVisible();
  expect(reloaded.refreshes).toHaveLength(0);

  pageErrors.expect(/status of 401/);
  await goTo(page, labels, labels.prompts);
  const seen = recordSession(page);
  await page.route("**/api/v1/platform/prompt-sets", (route) => route.fulfill(UNAUTHORIZED), { times: 1 });
  await goTo(page, labels, labels.promptSets);
  await expect(page.getByRole("link", { name: "Evergreen", exact: true })).toBeVisible();
  expect(seen.refreshes).toHaveLength(1);
  expect(seen.paths).toEqual(["/prompt-sets"]);
});

test("two tabs with an expired token refresh it once and stay signed in", async ({ page, context, labels, organization }) => {
  await context.clock.install();
  await signIn(page, labels, organization.key);
  const other = await context.newPage();
  await other.goto("/prompt-sets");
  await expect(other.getByText(labels.noSets)).toBeVisible();
  const tabs = [page, other].map((tab) => ({ tab, seen: recordSession(tab) }));
  await context.clock.fastForward(HOUR);
  await Promise.all(tabs.map(({ tab }) => tab.reload()));
  for (const { tab } of tabs) await expect(tab.getByText(labels.noSets)).toBeVisible();
  expect(tabs.flatMap(({ seen }) => seen.refreshes)).toHaveLength(1);
});

test("after the sign-in was canceled and a wrong key corrected, signing in returns to the requested page", async ({
  page,
  labels,
  organization,
  pageErrors,
}) => {
  const set = await new Platform(organization.key).createSet("Evergreen", ["What is evergreen?"]);
  await page.goto(`/prompts?set=${set}`);
  await page.getByRole("button", { name: labels.signIn, exact: true }).click();
  await page.getByRole("button", { name: labels.cancel, exact: true }).click();
  await expect(page.getByRole("alert")).toContainText("You canceled the sign-in.");
  await page.getByRole("link", { name: "Back to sign in" }).click();
  await page.getByRole("button", { name: labels.signIn, exact: true }).click();

  const unexpect = pageErrors.expect(/status of 403/);
  await enterKey(page, labels, `${organization.key}x`);
  await expect(page.getByRole("alert")).toContainText(labels.keyRefused);
  unexpect();
  await enterKey(page, labels, organization.key);
  await expect(page.getByRole("heading", { level: 1, name: "Evergreen" })).toBeVisible();
  expect(new URL(page.url()).searchParams.get("set")).toBe(set);
});

test("a description of a sign-in error is quoted, short and inert", async ({ page, labels }) => {
  await page.goto("/");
  await page.getByRole("button", { name: labels.signIn, exact: true }).click();
  await expect(page.getByRole("button", { name: labels.cancel, exact: true })).toBeVisible();
  const consent = new URL(page.url());
  const parameters = new URLSearchParams({
    state: consent.searchParams.get("state") ?? "",
    iss: consent.origin,
    error: "invalid_scope",
    error_description: `Call\u202e 555-0100 ${"now ".repeat(750)}`,
  });
  await page.goto(`${consent.searchParams.get("redirect_uri")}?${parameters}`);
  const alert = page.getByRole("alert");
  await expect(alert).toContainText("The server did not accept the sign-in.");
  const quotation = alert.locator("q");
  await expect(quotation).toContainText("invalid_scope: Call[U+202E] 555-0100");
  expect((await quotation.innerText()).length).toBeLessThan(210);
});

test("a wrong API key is rejected and stays in its field, and a rate limit of an hour says how long to wait", async ({
  page,
  labels,
  pageErrors,
}) => {
  const unexpect = pageErrors.expect(/status of 401/);
  await page.goto("/");
  const field = page.getByLabel(labels.apiKey, { exact: true });
  await field.fill("adk_wrong");
  await page.getByRole("button", { name: labels.withKey }).click();
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await expect(field).toHaveAccessibleDescription(new RegExp(labels.keyRefused));
  await expect(field).toHaveValue("adk_wrong");

  // Only what the last attempt says remains.
  await field.fill("");
  await page.getByRole("button", { name: labels.withKey }).click();
  await expect(page.getByText(labels.missing, { exact: true })).toBeVisible();
  await expect(page.getByText(labels.keyRefused)).toBeHidden();

  unexpect();
  pageErrors.expect(/status of 429/);
  await page.route("**/oauth/register", (route) =>
    route.fulfill({
      status: 429,
      headers: { "Retry-After": "3600" },
      json: { error: "temporarily_unavailable", error_description: "slow down" },
    }),
  );
  await page.getByRole("button", { name: labels.signIn, exact: true }).click();
  await expect(page.getByRole("alert")).toContainText(labels.tryInAnHour);
});

test("an API key session ends with a reload, and a request sent before a sign-out does not end the next one", async ({
  page,
  labels,
  organization,
  pageErrors,
}) => {
  await signInWithKey(page, labels, organization.key);
  await goTo(page, labels, labels.prompts);
  await page.reload();
  await expect(page.getByRole("button", { name: labels.withKey })).toBeVisible();
  await submitKey(page, labels, organization.key);
  await expect(page.getByRole("heading", { level: 1, name: labels.prompts })).toBeVisible();

  pageErrors.expect(/status of 401/);
  const reject = await holdRequests(page, "**/api/v1/platform/proper-nouns", (route) => route.fulfill(UNAUTHORIZED));
  await goTo(page, labels, labels.words);
  await page.getByText(labels.nouns, { exact: true }).click();
  await page.getByLabel(labels.text, { exact: true }).fill("Galaxy Buds");
  const asked = page.waitForRequest("**/api/v1/platform/proper-nouns");
  await page.getByRole("button", { name: labels.findNouns, exact: true }).click();
  await asked;
  await signOut(page, labels);
  await submitKey(page, labels, organization.key);
  await expect(page.getByRole("navigation", { name: labels.main })).toBeVisible();
  const rejected = page.waitForResponse("**/api/v1/platform/proper-nouns");
  reject();
  await (await rejected).finished();
  await goTo(page, labels, labels.prompts);
});
