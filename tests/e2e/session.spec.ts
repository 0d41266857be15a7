import type { Page } from "@playwright/test";
import { expect, test } from "../console";
import { Platform } from "../platform";
import { allow, goTo, signIn, signInWithKey, signOut } from "../sign-in";

const HOUR = 60 * 60 * 1_000;

/** Refreshes that a page asks for from now on, and pages that it comes to. */
function watch(page: Page): { refreshes: string[]; places: string[] } {
  const seen = { refreshes: [] as string[], places: [] as string[] };
  page.on("request", (request) => {
    const body = request.postData() ?? "";
    if (new URL(request.url()).pathname === "/oauth/token" && body.includes("grant_type=refresh_token")) {
      seen.refreshes.push(body);
    }
  });
  page.on("framenavigated", (frame) => seen.places.push(new URL(frame.url()).pathname));
  return seen;
}

test("an access token that has expired is renewed without the person noticing", async ({
  page,
  words,
  organization,
}) => {
  await new Platform(organization.key).makeSet("Evergreen", []);
  await page.clock.install();
  await signIn(page, words, organization.key);
  await goTo(page, words, words.prompts);
  const seen = watch(page);
  await page.clock.fastForward(HOUR);
  await goTo(page, words, words.promptSets);
  await expect(page.getByRole("link", { name: "Evergreen" })).toBeVisible();
  expect(seen.refreshes).toHaveLength(1);
  expect(seen.places).toEqual(["/prompt-sets"]);
});

test("an access token that the platform refuses is renewed and the call sent again", async ({
  page,
  words,
  organization,
  complaints,
}) => {
  complaints.expect(/status of 401/);
  await new Platform(organization.key).makeSet("Evergreen", []);
  await signIn(page, words, organization.key);
  await goTo(page, words, words.prompts);
  const seen = watch(page);
  await page.route(
    "**/api/v1/platform/prompt-sets",
    (route) => route.fulfill({ status: 401, json: { code: "COMMON_UNAUTHORIZED", message: "expired" } }),
    { times: 1 },
  );
  await goTo(page, words, words.promptSets);
  await expect(page.getByRole("link", { name: "Evergreen" })).toBeVisible();
  expect(seen.refreshes).toHaveLength(1);
  expect(seen.places).toEqual(["/prompt-sets"]);
});

test("whoever reloads a page before it has answered stays signed in", async ({ page, words, organization }) => {
  await new Platform(organization.key).makeSet("Evergreen", []);
  await signIn(page, words, organization.key);
  const seen = watch(page);
  for (let reload = 0; reload < 5; reload++) {
    await page.reload({ waitUntil: "commit" });
    await page.waitForRequest("**/api/v1/platform/prompt-sets**");
  }
  await expect(page.getByRole("link", { name: "Evergreen" })).toBeVisible();
  expect(seen.refreshes).toHaveLength(0);
});

test("two tabs whose token has expired renew it once and stay signed in", async ({
  page,
  context,
  words,
  organization,
}) => {
  await context.clock.install();
  await signIn(page, words, organization.key, "/", words.onThisDevice);
  const other = await context.newPage();
  await other.goto("/");
  await expect(other.getByText(words.noSets)).toBeVisible();
  const tabs = [page, other].map((tab) => ({ tab, seen: watch(tab) }));
  await context.clock.fastForward(HOUR);
  await Promise.all(tabs.map(({ tab }) => tab.reload()));
  for (const { tab } of tabs) await expect(tab.getByText(words.noSets)).toBeVisible();
  expect(tabs.flatMap(({ seen }) => seen.refreshes)).toHaveLength(1);

  await signOut(page, words);
  await other.reload();
  await expect(other.getByRole("button", { name: words.signIn, exact: true })).toBeVisible();
});

test("a person who denies consent is told so and is not signed in", async ({ page, words }) => {
  await page.goto("/prompts");
  await page.getByRole("button", { name: words.signIn, exact: true }).click();
  await page.getByRole("button", { name: words.deny, exact: true }).click();
  await expect(page.getByRole("alert")).toContainText("You did not give consent");
  await page.getByRole("link", { name: "Back to sign in" }).click();
  await expect(page.getByRole("button", { name: words.signIn, exact: true })).toBeVisible();
});

test("a wrong key on the consent page can be corrected", async ({ page, words, organization, complaints }) => {
  complaints.expect(/status of 403/);
  await page.goto("/prompts");
  await page.getByRole("button", { name: words.signIn, exact: true }).click();
  await allow(page, words, `${organization.key}x`);
  await expect(page.getByRole("alert")).toContainText("not valid");
  await allow(page, words, organization.key);
  await expect(page.getByRole("heading", { level: 1, name: words.prompts })).toBeVisible();
});

test("a wrong API key is refused and stays in its field", async ({ page, words, complaints }) => {
  complaints.expect(/status of 401/);
  await page.goto("/");
  const field = page.getByLabel(words.apiKey, { exact: true });
  await field.fill("adk_wrong");
  await page.getByRole("button", { name: words.withKey }).click();
  await expect(page.getByRole("alert").filter({ hasText: words.keyRefused })).toBeVisible();
  await expect(field).toHaveValue("adk_wrong");
});

test("whoever signs in by a link comes to where it leads", async ({ page, words, organization }) => {
  const set = await new Platform(organization.key).makeSet("Evergreen", ["What is evergreen?"]);
  await signIn(page, words, organization.key, `/prompts?set=${set}`);
  await expect(page.getByRole("heading", { level: 1, name: "Evergreen" })).toBeVisible();
  expect(new URL(page.url()).searchParams.get("set")).toBe(set);
});

test("a session with an API key ends with the page, and returns to it", async ({ page, words, organization }) => {
  await signInWithKey(page, words, organization.key);
  await goTo(page, words, words.prompts);
  await page.reload();
  await expect(page.getByRole("button", { name: words.withKey })).toBeVisible();
  await page.getByLabel(words.apiKey, { exact: true }).fill(organization.key);
  await page.getByRole("button", { name: words.withKey }).click();
  await expect(page.getByRole("heading", { level: 1, name: words.prompts })).toBeVisible();
});
