import { expect, type Page } from "@playwright/test";
import type { Words } from "./words";

/** Signs in with an API key. Such a session ends with the page. */
export async function signInWithKey(page: Page, words: Words, key: string, at = "/"): Promise<void> {
  await page.goto(at);
  await page.getByLabel(words.apiKey, { exact: true }).fill(key);
  await page.getByRole("button", { name: words.withKey }).click();
  await expect(page.getByRole("navigation", { name: words.main })).toBeVisible();
}

/** Signs in through the consent page. Such a session outlives a reload. */
export async function signIn(page: Page, words: Words, key: string, at = "/", stay?: string): Promise<void> {
  await page.goto(at);
  if (stay) await page.getByLabel(stay).check();
  await page.getByRole("button", { name: words.signIn, exact: true }).click();
  await allow(page, words, key);
  await expect(page.getByRole("navigation", { name: words.main })).toBeVisible();
}

/** Gives consent on the consent page. */
export async function allow(page: Page, words: Words, key: string): Promise<void> {
  const allow = page.getByRole("button", { name: words.allow, exact: true });
  // The sign-in page that leads here has a field of the same name.
  await expect(allow).toBeVisible();
  await page.getByLabel(words.apiKey, { exact: true }).fill(key);
  await allow.click();
}

/** Goes to a page by its link in the navigation. */
export async function goTo(page: Page, words: Words, name: string): Promise<void> {
  await page.getByRole("navigation", { name: words.main }).getByRole("link", { name, exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name, exact: true })).toBeVisible();
}

export async function signOut(page: Page, words: Words): Promise<void> {
  await page.getByRole("button", { name: words.menu }).click();
  await page.getByRole("button", { name: words.signOut, exact: true }).click();
  await expect(page.getByRole("button", { name: words.signIn, exact: true })).toBeVisible();
}
