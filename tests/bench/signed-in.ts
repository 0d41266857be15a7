import { expect, type Page } from "@playwright/test";
import { Platform } from "../platform";
import type { Server } from "../server";

/** Signs in through the consent page and stays signed in on this device. */
export async function signIn(page: Page, server: Pick<Server, "url" | "key">): Promise<void> {
  await page.goto(`${server.url}/sign-in`);
  await page.getByRole("radio", { name: "On this device" }).check();
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  // The sign-in page has a field of the same name.
  await page.waitForURL(/\/oauth\/authorize/);
  await page.getByLabel("API key").fill(server.key);
  await page.getByRole("button", { name: "Allow" }).click();
  await expect(page.getByRole("navigation").first()).toBeVisible();
}

/** Returns the first id of a list of the API. */
export async function firstId(server: Server, list: "runs" | "answers" | "prompts" | "brands"): Promise<string> {
  const body = await new Platform(server.key, server.url).read<Record<string, { id: string }[]>>(`v1/platform/${list}?limit=1`);
  const id = body[list]?.[0]?.id;
  if (!id) throw new Error(`the demo has no ${list}`);
  return id;
}
