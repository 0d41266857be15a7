import type { Page, Request } from "@playwright/test";
import { expect, organizationTest, test } from "../fixtures";
import { holdRequests } from "../held-requests";
import { clickLink, goTo, storeSession, visit } from "../sign-in";

/** Delays a page's module until the returned function is called. That function waits for the response. */
async function delayModule(page: Page, name: string): Promise<() => Promise<void>> {
  const release = await holdRequests(page, `**/${name}-*.wasm`);
  return async () => {
    const here = page.waitForResponse(`**/${name}-*.wasm`);
    release();
    await (await here).finished();
  };
}

/** Opens a URL, and returns the names of the modules that are fetched until `shown` resolves. */
async function fetchedModules(page: Page, address: string, shown: () => Promise<void>): Promise<string[]> {
  const modules: string[] = [];
  let isShown = false;
  const record = (request: Request): void => {
    const name = /\/(\w+)-\w+\.wasm$/.exec(request.url())?.[1];
    if (name && name !== "app" && !isShown) modules.push(name);
  };
  page.on("request", record);
  await page.goto(address);
  await shown();
  isShown = true;
  await page.waitForLoadState("networkidle");
  page.off("request", record);
  return modules;
}

test("opening a URL fetches only the modules of the page that is shown", async ({ page, labels, organization, pageErrors }) => {
  pageErrors.expect(/status of 404 .*\/nowhere/);
  const signInPage = (): Promise<void> =>
    expect(page.getByRole("button", { name: labels.signIn, exact: true })).toBeVisible();
  const headed = (name: string) => (): Promise<void> =>
    expect(page.getByRole("heading", { level: 1, name, exact: true })).toBeVisible();
  for (const address of ["/", "/prompts", "/nowhere"]) {
    expect(await fetchedModules(page, address, signInPage)).toEqual(["sign_in_page"]);
  }
  await storeSession(page, organization.key);
  expect(await fetchedModules(page, "/prompts", headed(labels.prompts))).toEqual(["shared", "prompts_page"]);
  // Its figures and the first steps are loaded before or after the heading is shown.
  const overview = await fetchedModules(page, "/", headed(labels.overview));
  const parts = ["overview_figures", "overview_checklist"];
  expect(overview.filter((name) => !parts.includes(name))).toEqual(["shared", "overview_page"]);
});

organizationTest("a page whose code comes late, or not at all, is shown when it is there and still wanted", async ({
  page,
  context,
  labels,
  step,
}) => {
  await step("a page that cannot be fetched says so under its own name, is tried again, and opens when the connection is back", async () => {
    await visit(page, labels, "/prompt-sets");
    await expect(page.getByText(labels.noSets)).toBeVisible();
    const main = page.getByRole("main");
    const failed = main.getByRole("alert").filter({ hasText: labels.failed });
    await context.setOffline(true);
    // Each name is that of the page that was asked for last.
    for (const [name, address] of [[labels.brands, "/brands"], [labels.runs, "/runs"]] as const) {
      await clickLink(page, labels, name);
      await expect(page).toHaveURL(address);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
      await expect(page).toHaveTitle(`${name} · Answerdeck`);
      await expect(failed).toContainText(labels.connection);
      await expect(page.getByText(labels.noSets)).toHaveCount(0);
    }
    const again = page.waitForEvent("requestfailed", (request) => request.url().includes("/runs_page-"));
    const retry = failed.getByRole("button", { name: labels.retry });
    await retry.press("Enter");
    await again;
    await expect(failed).toContainText(labels.connection);
    await expect(retry).toBeFocused();
    await context.setOffline(false);
    await expect(main.getByText(labels.noRuns)).toBeVisible();
    await expect(failed).toHaveCount(0);
  }, /ERR_INTERNET_DISCONNECTED/);
  await step("the page requested last is shown, whatever order the modules arrive in", async () => {
    await visit(page, labels, "/prompt-sets");
    const heading = page.getByRole("heading", { level: 1 });
    const release = await delayModule(page, "prompts_page");

    await clickLink(page, labels, labels.prompts);
    await expect(page).toHaveURL("/prompts");
    // The previous page says that the next one comes, and stays for a moment.
    const main = page.getByRole("main");
    await expect(main).toHaveAttribute("aria-busy", "true");
    await expect(heading).toHaveText(labels.prompts);
    await expect(main.getByRole("status", { name: labels.loading })).toBeVisible();
    await goTo(page, labels, labels.runs);
    await expect(heading).toHaveText(labels.runs);
    await expect(main).not.toHaveAttribute("aria-busy");

    await release();
    await goTo(page, labels, labels.answers);
    await expect(heading).toHaveText(labels.answers);
    await goTo(page, labels, labels.prompts);
    await expect(heading).toHaveText(labels.prompts);
  });
  await step("going back before a module arrives leaves the page unchanged", async () => {
    await visit(page, labels, "/prompt-sets");
    const heading = page.getByRole("heading", { level: 1 });
    const release = await delayModule(page, "runs_page");
    await clickLink(page, labels, labels.runs);
    await expect(page).toHaveURL("/runs");
    await page.goBack();
    await expect(page).toHaveURL("/prompt-sets");
    await expect(page.getByRole("main")).not.toHaveAttribute("aria-busy");
    await release();
    await goTo(page, labels, labels.answers);
    await page.goBack();
    await expect(heading).toHaveText(labels.promptSets);
  });
  await step("navigation in an outdated console reloads the new console at that page", async () => {
    await visit(page, labels, "/prompt-sets");
    let isOutdated = true;
    // The route stays: with `times`, routing ends while the page reloads, and the reload can hang.
    await page.route("**/runs_page-*.wasm", async (route) => {
      if (!isOutdated) return route.continue();
      isOutdated = false;
      await route.fulfill({ status: 404 });
    });
    const opened = page.waitForEvent("load");
    await clickLink(page, labels, labels.runs);
    await opened;
    await expect(page).toHaveURL("/runs");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(labels.runs);
  }, /status of 404/);
});

organizationTest("attempts to fetch a page leave nothing behind", async ({ page, context, labels, pageErrors }) => {
  pageErrors.expect(/ERR_INTERNET_DISCONNECTED/);
  await page.clock.install();
  await visit(page, labels, "/prompt-sets");
  const inspector = await context.newCDPSession(page);
  const listeners = async () => {
    const { result } = await inspector.send("Runtime.evaluate", { expression: "window" });
    const found = await inspector.send("DOMDebugger.getEventListeners", { objectId: result.objectId ?? "" });
    return found.listeners.filter(({ type }) => type === "online").length;
  };
  const before = await listeners();
  const lost = () => page.waitForEvent("requestfailed", (request) => request.url().includes("/runs_page-"));
  const first = lost();
  await context.setOffline(true);
  await clickLink(page, labels, labels.runs);
  await first;
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const again = lost();
    await page.clock.runFor(5_000);
    await again;
  }
  // The module of the page may wait for the connection.
  expect((await listeners()) - before).toBeLessThanOrEqual(1);
  await context.setOffline(false);
  await expect(page.getByText(labels.noRuns)).toBeVisible();
});
