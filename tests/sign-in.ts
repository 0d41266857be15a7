import { expect, type Page } from "@playwright/test";
import type { Labels } from "./labels";
import { Platform } from "./platform";

/** Signs in with an API key. The session ends with the page. */
export async function signInWithKey(page: Page, labels: Labels, key: string, at = "/prompt-sets"): Promise<void> {
  await page.goto(at);
  await submitKey(page, labels, key);
  await expect(page.getByRole("navigation", { name: labels.main })).toBeVisible();
}

/** Submits an API key on the sign-in page, which is open. */
export async function submitKey(page: Page, labels: Labels, key: string): Promise<void> {
  await page.getByLabel(labels.apiKey, { exact: true }).fill(key);
  await page.getByRole("button", { name: labels.withKey }).click();
}

/** Signs in on the page of the server that asks for the key. The session survives a reload. */
export async function signIn(page: Page, labels: Labels, key: string, at = "/prompt-sets", stay?: string): Promise<void> {
  await page.goto(at);
  if (stay) await page.getByLabel(stay).check();
  await page.getByRole("button", { name: labels.signIn, exact: true }).click();
  await enterKey(page, labels, key);
  await expect(page.getByRole("navigation", { name: labels.main })).toBeVisible();
}

/** Stores a session on this device, as a sign-in leaves it, for the pages that are loaded next. Its access token is the key. */
export async function storeSession(page: Page, key: string, server = process.env.ANSWERDECK_URL ?? ""): Promise<void> {
  const { id } = await new Platform(key, server).read<{ id: string }>("v1/platform/organizations/me");
  const access = { token: key, renew_at: Number.MAX_SAFE_INTEGER, expires_at: Number.MAX_SAFE_INTEGER };
  const session = JSON.stringify({ token_endpoint: `${server}/oauth/token`, client_id: "tests", access, id });
  // A page of the same origin, without the console.
  await page.goto(`${server}/health/live`);
  await page.evaluate(
    ([server, session, id]) => {
      localStorage.setItem(`answerdeck.session.${server}`, session);
      localStorage.setItem("answerdeck.signed-in-to", `${id} ${id}`);
    },
    [server, session, id] as const,
  );
}

/** Signs in on the page of the server that asks for the key. */
export async function enterKey(page: Page, labels: Labels, key: string): Promise<void> {
  // The sign-in page before it has a field and a button of the same names.
  await expect(page.getByRole("button", { name: labels.cancel, exact: true })).toBeVisible();
  await page.getByLabel(labels.apiKey, { exact: true }).fill(key);
  await page.getByRole("button", { name: labels.signIn, exact: true }).click();
}

/** Clicks a link in the navigation without waiting for its page. */
export async function clickLink(page: Page, labels: Labels, name: string): Promise<void> {
  await page.getByRole("navigation", { name: labels.main }).getByRole("link", { name, exact: true }).click();
}

/** Opens a page through its link in the navigation. */
export async function goTo(page: Page, labels: Labels, name: string): Promise<void> {
  const navigation = page.getByRole("navigation", { name: labels.main });
  const link = navigation.getByRole("link", { name, exact: true });
  // A phone has room for the first links only.
  const more = navigation.getByRole("button", { name: labels.more });
  if ((await more.isVisible()) && !(await link.isVisible())) await more.click();
  await link.click();
  await expect(page.getByRole("heading", { level: 1, name, exact: true })).toBeVisible();
}

/** Loads a page in a session that survives that. */
export async function visit(page: Page, labels: Labels, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole("navigation", { name: labels.main })).toBeVisible();
}

/** Opens an address as a link of the console does: nothing is loaded again, and every session remains. */
export async function follow(page: Page, address: string): Promise<void> {
  await page.evaluate((address) => {
    const link = Object.assign(document.createElement("a"), { href: address });
    document.body.append(link);
    link.click();
    link.remove();
  }, address);
}

export async function signOut(page: Page, labels: Labels): Promise<void> {
  await page.getByRole("button", { name: labels.menu }).click();
  await page.getByRole("button", { name: labels.signOut, exact: true }).click();
  await expect(page.getByRole("button", { name: labels.signIn, exact: true })).toBeVisible();
}
