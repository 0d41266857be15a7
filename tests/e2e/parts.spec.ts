import type { Page, Request } from "@playwright/test";
import { expect, test } from "../console";
import { goTo, signIn, signInWithKey } from "../sign-in";
import type { Words } from "../words";

/** Holds the part of a page back until the function that this gives is called, which waits until the part is here. */
async function hold(page: Page, name: string): Promise<() => Promise<void>> {
  let release = (): void => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(`**/${name}-*.bundle`, async (route) => {
    await held;
    await route.continue();
  });
  return async () => {
    const here = page.waitForResponse(`**/${name}-*.bundle`);
    release();
    await (await here).finished();
  };
}

/** Clicks a link of the navigation, and waits for nothing. */
async function follow(page: Page, words: Words, name: string): Promise<void> {
  await page.getByRole("navigation", { name: words.main }).getByRole("link", { name, exact: true }).click();
}

/** Opens an address, and gives the names of the pages whose parts are fetched until `shown` is in sight. */
async function fetched(page: Page, address: string, shown: () => Promise<void>): Promise<string[]> {
  const pages: string[] = [];
  const note = (request: Request): void => {
    const name = /\/(\w+)-\w+\.(?:wasm|bundle)$/.exec(request.url())?.[1];
    if (name && name !== "app") pages.push(name);
  };
  page.on("request", note);
  await page.goto(address);
  await shown();
  page.off("request", note);
  return pages;
}

test("an address that is opened fetches the page that is shown, and no other", async ({ page, words, organization }) => {
  const signInPage = (): Promise<void> =>
    expect(page.getByRole("button", { name: words.signIn, exact: true })).toBeVisible();
  const headed = (name: string) => (): Promise<void> =>
    expect(page.getByRole("heading", { level: 1, name, exact: true })).toBeVisible();
  for (const address of ["/", "/prompts", "/nowhere"]) {
    expect(await fetched(page, address, signInPage)).toEqual(["sign_in_page"]);
  }
  await signIn(page, words, organization.key);
  expect(await fetched(page, "/", headed(words.promptSets))).toEqual(["prompt_sets_page"]);
  expect(await fetched(page, "/prompts", headed(words.prompts))).toEqual(["prompts_page"]);
});

test("the page that was asked for last is shown, in whatever order the parts arrive", async ({
  page,
  words,
  organization,
}) => {
  await signInWithKey(page, words, organization.key);
  const heading = page.getByRole("heading", { level: 1 });
  const release = await hold(page, "prompts_page");

  await follow(page, words, words.prompts);
  await expect(page).toHaveURL("/prompts");
  // The page before stays until then.
  await expect(heading).toHaveText(words.promptSets);
  await goTo(page, words, words.runs);
  await expect(heading).toHaveText(words.runs);

  await release();
  await goTo(page, words, words.answers);
  await expect(heading).toHaveText(words.answers);
  await goTo(page, words, words.prompts);
  await expect(heading).toHaveText(words.prompts);
});

test("going back before a part is here leaves the page as it was", async ({ page, words, organization }) => {
  await signInWithKey(page, words, organization.key);
  const heading = page.getByRole("heading", { level: 1 });
  const release = await hold(page, "runs_page");
  await follow(page, words, words.runs);
  await expect(page).toHaveURL("/runs");
  await page.goBack();
  await expect(page).toHaveURL("/prompt-sets");
  await release();
  await goTo(page, words, words.answers);
  await page.goBack();
  await expect(heading).toHaveText(words.promptSets);
});

test("a page that cannot be fetched comes when the connection is back", async ({
  page,
  context,
  words,
  organization,
  complaints,
}) => {
  complaints.expect(/ERR_INTERNET_DISCONNECTED/);
  await signInWithKey(page, words, organization.key);
  const heading = page.getByRole("heading", { level: 1 });
  const lost = page.waitForEvent("requestfailed", (request) => request.url().includes("/runs_page-"));
  await context.setOffline(true);
  await follow(page, words, words.runs);
  await lost;
  await expect(page).toHaveURL("/runs");
  await expect(heading).toHaveText(words.promptSets);
  await context.setOffline(false);
  await expect(heading).toHaveText(words.runs);
});

test("whoever goes on in a console that was replaced meanwhile comes to that page of the new one", async ({
  page,
  words,
  organization,
  complaints,
}) => {
  complaints.expect(/status of 404/);
  await signIn(page, words, organization.key);
  await page.route("**/runs_page-*.bundle", (route) => route.fulfill({ status: 404 }));
  const opened = page.waitForEvent("load");
  await follow(page, words, words.runs);
  await opened;
  await expect(page).toHaveURL("/runs");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(words.runs);
});
