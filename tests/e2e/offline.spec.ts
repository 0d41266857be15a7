import type { Page } from "@playwright/test";
import { deploy, type Deployment } from "../deployment";
import { expect, test as base } from "../fixtures";
import { Platform } from "../platform";
import { reloadOffline, untilKept } from "../service-worker";
import { goTo, signIn, signInWithKey } from "../sign-in";

// The service worker keeps the console for visits without a network. The other tests block it: see playwright.config.ts.
const test = base.extend<{ deployment: Deployment }>({
  serviceWorkers: "allow",
  deployment: async ({}, use) => {
    const deployment = await deploy(process.env.ANSWERDECK_URL ?? "");
    await use(deployment);
    await deployment.stop();
  },
});

// A server that stops ends open requests, and connections that the browser wants to use again. Where a connection was
// at that moment decides its error.
const NO_NETWORK = /net::ERR_(?:INTERNET_DISCONNECTED|CONNECTION_\w+|SOCKET_NOT_CONNECTED|EMPTY_RESPONSE|FAILED)/;
const HOUR = 60 * 60 * 1_000;

/** Waits until another service worker than the present one answers for this tab, after `open`. */
async function untilReplaced(page: Page, open: () => Promise<unknown>): Promise<void> {
  const replaced = page.evaluate(async () => {
    const { serviceWorker } = navigator;
    await new Promise((resolve) => serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
    const worker = serviceWorker.controller;
    while (worker && worker.state !== "activated") {
      await new Promise((resolve) => worker.addEventListener("statechange", resolve, { once: true }));
    }
  });
  await open();
  await replaced;
}

/** Looks for a new version, and returns the state of its service worker after the installation. */
async function stateAfterUpdate(page: Page): Promise<string | undefined> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const found = new Promise<ServiceWorker | null>((resolve) => {
      registration.addEventListener("updatefound", () => resolve(registration.installing), { once: true });
    });
    await registration.update();
    const worker = await found;
    if (worker?.state === "installing") {
      await new Promise((resolve) => worker.addEventListener("statechange", resolve, { once: true }));
    }
    return worker?.state;
  });
}

/** The names of the files that a page has loaded. */
async function loadedFiles(page: Page): Promise<string[]> {
  const names = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname));
  return names.filter((name) => /\.(?:js|css|wasm|bundle|json)$/.test(name) && name !== "/service-worker.js");
}

test("without a network, a reload opens the console, and every page opens by link and by address", async ({
  page,
  context,
  labels,
  organization,
  pageErrors,
}) => {
  pageErrors.expect(NO_NETWORK);
  test.setTimeout(120_000);
  await new Platform(organization.key).createSet("Evergreen", []);
  await signIn(page, labels, organization.key);
  await untilKept(page);
  await context.setOffline(true);
  await reloadOffline(page);
  await expect(page.getByText(labels.offline)).toBeVisible();
  for (const name of [
    labels.overview,
    labels.prompts,
    labels.runs,
    labels.answers,
    labels.brands,
    labels.sourcesPage,
    labels.fanoutsPage,
    labels.words,
    labels.keywords,
    labels.siteKeywords,
    labels.promptSets,
  ]) {
    await goTo(page, labels, name);
  }
  // What has an id cannot be read. Its page is there all the same.
  const id = "0".repeat(22);
  for (const path of ["prompts", "runs", "answers", "brands", "site-keywords"]) {
    await page.goto(`/${path}/${id}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  }
  for (const [path, heading] of [
    ["/prompts?q=evergreen", labels.prompts],
    ["/runs", labels.runs],
    ["/runs/new", labels.newRun],
    ["/answers", labels.answers],
    ["/", labels.overview],
    ["/brands", labels.brands],
    ["/sources", labels.sourcesPage],
    ["/fan-outs", labels.fanoutsPage],
    ["/words", labels.words],
    ["/keywords", labels.keywords],
    ["/site-keywords", labels.siteKeywords],
    ["/settings", labels.settings],
    ["/prompt-sets", labels.promptSets],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1, name: heading, exact: true })).toBeVisible();
  }
  await context.setOffline(false);
  await expect(page.getByRole("link", { name: "Evergreen", exact: true })).toBeVisible();
});

test("without a network, the tab of the first visit opens pages that it has not loaded", async ({
  page,
  labels,
  organization,
  deployment,
  pageErrors,
}) => {
  pageErrors.expect(NO_NETWORK);
  // The service worker does not answer for the worker of the first page, which started before it.
  const worker = page.waitForEvent("requestfinished", (request) => /\/analysis-[0-9a-f]{16}\.wasm$/.test(request.url()));
  await signInWithKey(page, labels, organization.key, deployment.url);
  await untilKept(page);
  await worker;
  await deployment.stop();
  for (const name of [labels.prompts, labels.runs, labels.answers]) await goTo(page, labels, name);
});

test("a tab that the service worker left out gets one", async ({ page, context, deployment }) => {
  await page.goto(`${deployment.url}/sign-in`);
  await untilKept(page);
  const devtools = await context.newCDPSession(page);
  const loaded = page.waitForEvent("load");
  // A forced reload leaves the tab without a service worker.
  await devtools.send("Page.reload", { ignoreCache: true });
  await loaded;
  await untilKept(page);
});

test("a reload without a network keeps a session whose token has expired", async ({
  page,
  context,
  labels,
  organization,
  pageErrors,
}) => {
  pageErrors.expect(NO_NETWORK);
  await new Platform(organization.key).createSet("Evergreen", []);
  await context.clock.install();
  await signIn(page, labels, organization.key);
  await untilKept(page);
  await context.setOffline(true);
  await context.clock.fastForward(HOUR);
  await page.reload();
  await expect(page.getByRole("alert").filter({ hasText: labels.failed })).toBeVisible();
  await expect(page.getByRole("navigation", { name: labels.main })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole("link", { name: "Evergreen", exact: true })).toBeVisible();
});

test("the console opens while its server does not run", async ({ page, labels, deployment, pageErrors }) => {
  pageErrors.expect(NO_NETWORK);
  await page.goto(`${deployment.url}/sign-in`);
  await untilKept(page);
  await deployment.stop();
  await page.reload();
  await expect(page.getByRole("button", { name: labels.withKey })).toBeVisible();
});

test("the service worker answers only for the console's own pages and files", async ({
  page,
  context,
  labels,
  organization,
  pageErrors,
}) => {
  pageErrors.expect(NO_NETWORK);
  await signIn(page, labels, organization.key);
  await untilKept(page);
  const answered: string[] = [];
  page.on("response", (response) => response.fromServiceWorker() && answered.push(new URL(response.url()).pathname));
  await page.goto("/prompts");
  await goTo(page, labels, labels.runs);
  expect(answered).toContain("/prompts");
  expect(answered.filter((path) => path !== "/prompts" && !/-[0-9a-f]{16}\.(?:js|css|wasm|bundle|json)$/.test(path))).toEqual([]);

  const kept = await page.evaluate(async () => {
    const [version = "", ...others] = await caches.keys();
    const requests = await (await caches.open(version)).keys();
    return { others, paths: requests.map(({ url }) => new URL(url).pathname) };
  });
  expect(kept.others).toEqual([]);
  expect(kept.paths).toContain("/");
  expect(kept.paths.filter((path) => path !== "/" && !/^\/\w+-[0-9a-f]{16}\.(?:js|css|wasm|bundle|json)$/.test(path))).toEqual([]);

  await context.setOffline(true);
  for (const path of ["/openapi.json", "/oauth/authorize", "/health", "/nowhere"]) {
    await expect(page.goto(path)).rejects.toThrow("ERR_INTERNET_DISCONNECTED");
  }
});

test("a browser that saves data does not register the service worker", async ({ page, context, labels }) => {
  await context.addInitScript(() => {
    navigator.serviceWorker.register = async () => {
      document.documentElement.dataset.registered = "true";
      return navigator.serviceWorker.ready;
    };
  });
  const devtools = await context.newCDPSession(page);
  for (const savesData of [true, false]) {
    // Playwright does not know this command yet.
    const command = ["Emulation.setDataSaverOverride", { dataSaverEnabled: savesData }] as unknown as Parameters<typeof devtools.send>;
    await devtools.send(...command);
    await page.goto("/sign-in");
    await expect(page.getByRole("button", { name: labels.withKey })).toBeVisible();
    // The browser is idle for the start script first.
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    expect(await page.evaluate(() => document.documentElement.dataset.registered === "true")).toBe(!savesData);
  }
});

test("a page that the server answers with an error is not replaced by the kept one", async ({ page, deployment, pageErrors }) => {
  // An error page names no icon, so the browser asks for one at the usual place.
  pageErrors.expect(/status of 500/, /favicon\.ico/);
  await page.goto(`${deployment.url}/sign-in`);
  await untilKept(page);
  deployment.break(/^\/sign-in$/);
  expect((await page.reload())?.status()).toBe(500);
});

test("a new version replaces the old as a whole, and an open tab of the old one keeps working", async ({
  page,
  context,
  labels,
  organization,
  deployment,
  pageErrors,
}) => {
  pageErrors.expect(NO_NETWORK);
  await signInWithKey(page, labels, organization.key, deployment.url);
  await untilKept(page);
  const old = await loadedFiles(page);

  deployment.replaceConsole();
  const other = await context.newPage();
  await untilReplaced(page, () => other.goto(`${deployment.url}/sign-in`));
  // An API key session ends with a reload: the tab is still signed in because it was not reloaded.
  for (const name of [labels.prompts, labels.runs, labels.answers]) await goTo(page, labels, name);
  expect(deployment.missing).toEqual([]);

  await deployment.stop();
  await other.reload();
  await expect(other.getByRole("button", { name: labels.withKey })).toBeVisible();
  const present = await loadedFiles(other);
  expect(present.length).toBeGreaterThan(3);
  expect(present.filter((file) => old.includes(file))).toEqual([]);
});

for (const [flaw, deployFlawed] of [
  [
    "whose files cannot all be fetched",
    (deployment: Deployment) => (deployment.replaceConsole(), deployment.break(/^\/shared-.*\.bundle$/)),
  ],
  ["whose page belongs to another version", (deployment: Deployment) => deployment.replaceAllButIndex()],
] as const) {
  test(`a version ${flaw} is not kept, and the old one still opens`, async ({ page, labels, deployment, pageErrors }) => {
    pageErrors.expect(NO_NETWORK, /status of (?:500|404)/, /integrity/);
    await page.goto(`${deployment.url}/sign-in`);
    await untilKept(page);
    const files = await loadedFiles(page);

    deployFlawed(deployment);
    expect(await stateAfterUpdate(page)).toBe("redundant");
    expect(await page.evaluate(() => caches.keys())).toHaveLength(1);

    await deployment.stop();
    await page.reload();
    await expect(page.getByRole("button", { name: labels.withKey })).toBeVisible();
    const shared = (await loadedFiles(page)).filter((file) => files.includes(file));
    expect(shared.map((file) => file.replace(/-.*\./, "."))).toEqual(expect.arrayContaining(["/start.js", "/app.css", "/app.wasm"]));
  });
}
