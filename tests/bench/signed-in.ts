import { expect, type Page } from "@playwright/test";
import { Platform } from "../platform";
import type { Server } from "../server";

/** Signs in and stays signed in on this device. */
export async function signIn(page: Page, server: Target): Promise<void> {
  await fillInKey(page, server);
  await submitKey(page);
}

/** Opens the page of the server that asks for the key, and fills it in. */
export async function fillInKey(page: Page, server: Target): Promise<void> {
  await page.goto(`${server.url}/overview`);
  await page.getByRole("radio", { name: "On this device" }).check();
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  // The sign-in page has a field of the same name.
  await page.waitForURL(/\/oauth\/authorize/);
  await page.getByLabel("API key").fill(server.key);
}

/** Submits this page. The overview follows. */
export async function submitKey(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("navigation").first()).toBeVisible();
}

/** The address and the key of a platform. */
type Target = Pick<Server, "url" | "key">;

/** The first id of a list of the API. */
export async function firstId(server: Target, list: "runs" | "answers" | "prompts" | "brands"): Promise<string> {
  const id = await findFirstId(server, list);
  if (!id) throw new Error(`the demo has no ${list}`);
  return id;
}

async function findFirstId({ key, url }: Target, list: string): Promise<string | undefined> {
  return (await new Platform(key, url).read<Record<string, { id: string }[]>>(`v1/platform/${list}?limit=1`))[list]?.[0]?.id;
}

/** The paths of the pages that show data. */
export async function pagePaths(server: Target): Promise<string[]> {
  const [brand, prompt, run, answer] = await Promise.all(["brands", "prompts", "runs", "answers"].map((list) => findFirstId(server, list)));
  return [
    "/overview",
    "/brands",
    `/brands/${brand}`,
    "/sources",
    "/fan-outs",
    "/words",
    "/keywords",
    "/site-keywords",
    "/prompt-sets",
    "/prompts",
    ...(prompt ? [`/prompts/${prompt}`, `/prompts/${prompt}/models`] : []),
    "/runs",
    "/runs/new",
    `/runs/${run}`,
    "/answers",
    `/answers/${answer}`,
    "/schedules",
    "/alerts",
    "/digests",
    "/settings",
  ];
}
