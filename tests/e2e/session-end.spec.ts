import type { BrowserContext, Page } from "@playwright/test";
import { expect, test, UNAUTHORIZED } from "../fixtures";
import { holdRequests } from "../held-requests";
import type { Labels } from "../labels";
import { choose } from "../menus";
import { createOrganization, type Organization } from "../organization";
import { Platform } from "../platform";
import { clickLink, enterKey, goTo, signIn, signInWithKey, signOut, submitKey } from "../sign-in";

const PROMPT = "Which earbuds suit commuters?";

/** Opens a page in a new tab. */
async function openTab(context: BrowserContext, at: string): Promise<Page> {
  const tab = await context.newPage();
  await tab.goto(at);
  return tab;
}

/** The names of the items in both storages of a tab, and their values. */
function stored(tab: Page): Promise<string[]> {
  return tab.evaluate(() => [sessionStorage, localStorage].flatMap((storage) => Object.entries(storage).map((item) => item.join("="))));
}

/** The items in both storages that belong to a session or an organization. */
async function storedOf(tab: Page): Promise<string[]> {
  return (await stored(tab)).filter((item) => /^answerdeck\.(session|organization|signed)/.test(item));
}

/** Types a draft of a prompt set, and closes its form. */
async function draftSet(page: Page, labels: Labels, name: string): Promise<void> {
  await page.getByRole("button", { name: labels.newSet }).first().click();
  await page.getByRole("dialog").getByLabel(labels.name, { exact: true }).fill(name);
  await page.keyboard.press("Escape");
}

/** Makes the platform reject the next request to a path, and the renewal after it. */
async function endSession(page: Page, path: string): Promise<void> {
  await page.route(path, (route) => route.fulfill(UNAUTHORIZED), { times: 1 });
  await page.route("**/oauth/token", (route) => route.fulfill({ status: 400, json: { error: "invalid_grant" } }), { times: 1 });
}

test("a link that is opened in a new tab asks for no key, with the device as the default", async ({ page, context, labels, organization }) => {
  await new Platform(organization.key).createSet("Evergreen", [PROMPT]);
  await page.goto("/prompt-sets");
  await expect(page.getByLabel("On this device, up to 30 days")).toBeChecked();
  await signIn(page, labels, organization.key);
  // Playwright sometimes misses that a tab which a click opens has loaded.
  const address = await page.getByRole("link", { name: "Evergreen", exact: true }).getAttribute("href");
  const tab = await openTab(context, address ?? "");
  await expect(tab.getByRole("rowheader", { name: PROMPT })).toBeVisible();
});

test("a session of the tab outlives a reload and is in no other tab, and one of the page outlives neither", async ({
  page,
  context,
  labels,
  organization,
}) => {
  const asksToSignIn = (tab: Page) => expect(tab.getByRole("button", { name: labels.signIn, exact: true })).toBeVisible();
  await signIn(page, labels, organization.key, "/prompt-sets", "Until this tab is closed");
  await page.reload();
  await expect(page.getByText(labels.noSets)).toBeVisible();
  await asksToSignIn(await openTab(context, "/prompt-sets"));
  await signOut(page, labels);

  await signIn(page, labels, organization.key, "/prompt-sets", "On this page only");
  await asksToSignIn(await openTab(context, "/prompt-sets"));
  await page.reload();
  await asksToSignIn(page);
});

test("a sign-out empties every tab at once, without a request, and both storages", async ({ page, context, labels, organization, pageErrors }) => {
  pageErrors.expect(/ERR_FAILED/);
  await new Platform(organization.key).createSet("Evergreen", [PROMPT]);
  await signIn(page, labels, organization.key);
  await draftSet(page, labels, "Commuters");
  const other = await openTab(context, "/prompts");
  await expect(other.getByRole("rowheader", { name: PROMPT })).toBeVisible();
  await goTo(other, labels, labels.promptSets);
  await draftSet(other, labels, "Runners");
  await goTo(other, labels, labels.prompts);
  await expect(other.getByRole("rowheader", { name: PROMPT })).toBeVisible();

  // Not even the code of the sign-in page can be loaded.
  const requests: string[] = [];
  await other.route("**", (route) => {
    requests.push(new URL(route.request().url()).pathname);
    return route.abort();
  });
  await signOut(page, labels);
  await expect(other.getByText(labels.signedOut)).toBeVisible();
  // Only the link that skips the navigation is left.
  const left = async () => (await other.locator("body").innerText()).split("\n").filter(Boolean).slice(1);
  await expect.poll(left).toEqual([labels.signedOut]);
  await expect(other).toHaveTitle("Answerdeck");
  await expect(other).toHaveURL("/sign-in");
  expect(requests.filter((path) => !path.endsWith(".wasm"))).toEqual([]);
  for (const tab of [page, other]) {
    await expect.poll(() => storedOf(tab)).toEqual([]);
    await expect.poll(async () => (await stored(tab)).filter((item) => item.includes(organization.id))).toEqual([]);
  }
});

test("a sign-out with an API key signs the tabs of the same organization out, and no others", async ({ page, context, labels, organization }) => {
  const another = await createOrganization("Another organization", 0);
  const [same, different] = [await context.newPage(), await context.newPage()];
  await signInWithKey(page, labels, organization.key);
  await signInWithKey(same, labels, organization.key);
  await signInWithKey(different, labels, another.key);
  await signOut(page, labels);
  await expect(same.getByRole("button", { name: labels.signIn, exact: true })).toBeVisible();
  await goTo(different, labels, labels.prompts);
});

test("a session that the platform ended empties every tab, and keeps what was typed for the same organization", async ({
  page,
  context,
  labels,
  organization,
  pageErrors,
}) => {
  pageErrors.expect(/status of 40[01]/);
  await signIn(page, labels, organization.key);
  const other = await openTab(context, "/prompt-sets");
  await draftSet(other, labels, "Commuters");
  const sent: string[] = [];
  other.on("request", (request) => request.url().includes("/api/") && sent.push(request.url()));
  await endSession(page, "**/api/v1/platform/runs?**");
  await clickLink(page, labels, labels.runs);
  for (const tab of [page, other]) {
    await expect(tab.getByText(labels.sessionEnded)).toBeVisible();
    await expect(tab.getByRole("navigation", { name: labels.main })).toHaveCount(0);
  }
  expect(sent).toEqual([]);

  await other.getByRole("button", { name: labels.signIn, exact: true }).click();
  await enterKey(other, labels, organization.key);
  await other.getByRole("button", { name: labels.newSet }).first().click();
  await expect(other.getByRole("dialog").getByLabel(labels.name, { exact: true })).toHaveValue("Commuters");
});

test("a sign-in for another organization ends the session in every tab, and leaves nothing of the first", async ({ page, context, labels, organization }) => {
  const another = await createOrganization("Another organization", 0);
  await new Platform(organization.key).createSet("Evergreen", []);
  const other = await openTab(context, "/prompt-sets");
  await expect(other.getByRole("button", { name: labels.signIn, exact: true })).toBeVisible();
  await signIn(page, labels, organization.key);
  await draftSet(page, labels, "Commuters");
  await other.getByRole("button", { name: labels.signIn, exact: true }).click();
  await enterKey(other, labels, another.key);
  await expect(other.getByRole("navigation", { name: labels.main })).toBeVisible();
  await expect(page.getByText(labels.sessionEnded)).toBeVisible();
  await expect(page.getByText("Evergreen")).toHaveCount(0);

  // It is signed in to the other organization now.
  await page.reload();
  await page.goto("/prompt-sets");
  await expect(page.getByText(labels.noSets)).toBeVisible();
  await page.getByRole("button", { name: labels.newSet }).first().click();
  await expect(page.getByRole("dialog").getByLabel(labels.name, { exact: true })).toHaveValue("");
  expect((await stored(page)).filter((item) => item.includes(organization.id))).toEqual([]);
});

/** Deletes a prompt, and ends the session before that is sent. */
async function endWhileDeleting(page: Page, labels: Labels, { key }: Organization): Promise<void> {
  await new Platform(key).createSet("Evergreen", [PROMPT]);
  await signInWithKey(page, labels, key, "/prompts");
  await choose(page, labels, PROMPT, labels.remove);
  await expect(page.getByRole("button", { name: "Undo", exact: true })).toBeVisible();
  await endSession(page, "**/api/v1/platform/runs?**");
  await clickLink(page, labels, labels.runs);
  await expect(page.getByText(labels.sessionEnded)).toBeVisible();
}

test("what one page showed of an organization is not in the next session of the page", async ({ page, labels, organization, pageErrors }) => {
  pageErrors.expect(/status of 401/);
  const another = await createOrganization("Another organization", 7);
  await endWhileDeleting(page, labels, organization);
  await expect(page.locator("body")).not.toContainText(PROMPT, { useInnerText: true });

  const isOfPage = () => page.getByRole("navigation", { name: labels.main }).isVisible();
  const answer = await holdRequests(page, "**/api/v1/platform/organizations/me", undefined, isOfPage);
  await submitKey(page, labels, another.key);
  await expect(page.getByRole("navigation", { name: labels.main })).toBeVisible();
  await expect(page.getByText(organization.name)).toHaveCount(0);
  answer();
  await expect(page.getByRole("button", { name: /Another organization$/ })).toBeVisible();
});

test("analyses of sites that a closed tab started are not left for another organization", async ({ page, context, labels, organization }) => {
  await page.route("**/api/v1/platform/site-keywords", (route) => route.fulfill({ json: { id: "0".repeat(22) } }));
  await signInWithKey(page, labels, organization.key, "/site-keywords");
  await page.getByLabel(labels.siteAddress).fill("nurio.example");
  await page.getByRole("button", { name: labels.startAnalysis }).click();
  await expect.poll(() => stored(page)).toContainEqual(expect.stringContaining("nurio.example"));
  await page.close();
  const other = await context.newPage();
  await signInWithKey(other, labels, (await createOrganization("Another organization", 0)).key, "/site-keywords");
  await expect(other.getByText(labels.noAnalyses)).toBeVisible();
  expect((await stored(other)).filter((item) => item.includes("nurio.example"))).toEqual([]);
});

test("a deletion that waits is carried out before a sign-out revokes the tokens", async ({ page, labels, organization, platform }) => {
  await platform.createSet("Evergreen", [PROMPT]);
  await page.clock.install();
  await signIn(page, labels, organization.key, "/prompts");
  await expect(page.getByRole("rowheader", { name: PROMPT })).toBeVisible();
  // On a slow machine, the sign-out would not wait long enough.
  await page.clock.pauseAt(Date.now() + 60_000);
  const leftAtRevocation: number[] = [];
  await page.route("**/oauth/revoke", async (route) => {
    leftAtRevocation.push((await platform.read<{ prompts: unknown[] }>("v1/platform/prompts")).prompts.length);
    await route.continue();
  });
  const release = await holdRequests(page, "**/api/v1/platform/prompts/*");
  await choose(page, labels, PROMPT, labels.remove);
  await expect(page.getByRole("button", { name: "Undo", exact: true })).toBeVisible();
  await page.getByRole("button", { name: labels.menu }).click();
  const sent = page.waitForRequest((request) => request.method() === "DELETE");
  await page.getByRole("button", { name: labels.signOut, exact: true }).click();
  await sent;
  release();
  await expect.poll(() => leftAtRevocation).toEqual([0]);
});

test("what was not deleted before the session ended is in the list of the next one", async ({ page, labels, organization, pageErrors }) => {
  pageErrors.expect(/status of 401/);
  await endWhileDeleting(page, labels, organization);
  await submitKey(page, labels, organization.key);
  await goTo(page, labels, labels.prompts);
  await expect(page.getByRole("rowheader", { name: PROMPT })).toBeVisible();
});
