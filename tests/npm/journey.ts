import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { createProjectOf } from "./project";
import { serveFiles } from "./static-server";

const here = import.meta.dirname ?? new URL(".", import.meta.url).pathname;

/** What `journey.js` says at its end. */
export const DONE = "pages of 2 and 2, FINISHED, ABORTED";

/** Creates a project of one folder of programs, with the program that all have in common. */
export async function createJourney(name: string, modules?: string): Promise<string> {
  const folder = await createProjectOf(`tests/npm/programs/${name}`, modules);
  await cp(join(here, "programs/journey.js"), join(folder, "journey.js"));
  return folder;
}

/** Copies the page beside its built script, `built.js`. */
export async function copyPage(folder: string): Promise<void> {
  const html = await readFile(join(folder, "index.html"), "utf8");
  await writeFile(join(folder, "dist/index.html"), html.replace("app.js", "built.js"));
}

/** Serves the page that was built in a folder, and makes its journey. */
export async function expectBuilt(page: Page, folder: string, policy?: string): Promise<void> {
  const site = await serveFiles(join(folder, "dist"), policy);
  await expectJourney(page, `${site.url}/`);
  await site.stop();
}

/** Makes the journey of the page at an address. */
export async function expectJourney(page: Page, address: string): Promise<void> {
  await page.goto(`${address}#${encodeURIComponent(process.env.ANSWERDECK_URL ?? "")}`);
  await signIn(page);
  await expect(page.getByRole("status")).toHaveText(DONE, { timeout: 60_000 });
}

export async function signIn(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Sign in" }).click();
  await allow(page);
}

/** Allows the app on the page that asks for consent. */
export async function allow(page: Page): Promise<void> {
  await page.getByLabel(/API/).fill(process.env.ANSWERDECK_KEY ?? "");
  await page.getByRole("button", { name: /^(allow|허용)/i }).click();
}
