import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expectAccessible } from "../accessibility";
import { passTimeUntil } from "../clock";
import { exportCsv } from "../csv";
import { expect, test } from "../fixtures";
import { openFilters } from "../filters";
import type { Labels } from "../labels";
import { createOrganization } from "../organization";
import { Platform } from "../platform";
import { type Providers, startProviders } from "../providers";
import { submitAndFinish } from "../runs";
import { command, type Server, startServer } from "../server";
import { follow, goTo, storeSession, visit } from "../sign-in";

interface Run {
  status: string;
  answers: { model: string; status: string; route?: string }[];
}

test.describe.configure({ mode: "serial" });

let folder: string;
let providers: Providers;
let server: Server;

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "answerdeck-engines-"));
  providers = await startProviders();
  const file = join(folder, "engines.toml");
  await writeFile(
    file,
    `[CHATGPT]
provider = "compatible"
model = "scripted"
url = "${providers.url}/v1"
search-url = "${providers.url}/searxng"

[PERPLEXITY]
provider = "perplexity"
model = "perplexity/sonar"
key = "a-key"
url = "${providers.url}/perplexity"
spend-per-day = 5.0

[CLAUDE]
provider = "stand-in"
`,
  );
  server = await startServer(["--engines", file, "--item-pause", "0"]);
});

test.afterAll(async () => {
  await server?.stop();
  await providers?.stop();
  if (folder) await rm(folder, { recursive: true, force: true });
});

/** A run of a prompt about which the corpus of the stand-in has nothing. */
async function aboutCafes(platform: Platform, models: string[]): Promise<object> {
  return { promptSetID: await platform.createSet("Cafes", ["Which cafe in Seoul is quiet?"]), models };
}

/** Opens a page of the server in a session of an organization. */
async function open(page: Page, labels: Labels, key: string, path: string): Promise<void> {
  await storeSession(page, key, server.url);
  await visit(page, labels, `${server.url}${path}`);
}

test("answers, runs and numbers say by which route they came, and no number mixes routes unless asked", async ({ page, labels }) => {
  const { key } = await createOrganization("Two routes", 100, server.database);
  const platform = new Platform(key, server.url);
  // The corpus of the stand-in has earbuds.
  const promptSetID = await platform.createSet("Earbuds", ["Which wireless earbuds have the best battery?"]);
  const cafes = await aboutCafes(platform, ["CHATGPT", "PERPLEXITY", "CLAUDE"]);
  const [id, standInRun] = await submitAndFinish(platform, [cafes, { promptSetID, models: ["CLAUDE"] }]);
  const finished = await platform.read<Run>(`v1/platform/runs/${id}`);
  expect(finished.answers.map(({ model, status, route }) => `${model} ${status} ${route}`).sort()).toEqual([
    "CHATGPT SUCCESS API",
    "CLAUDE FAILED STAND_IN",
    "PERPLEXITY SUCCESS API",
  ]);
  await open(page, labels, key, `/runs/${standInRun}`);
  await expect(page.getByText(/ · 1 prompt × 1 model$/)).toBeVisible();

  await visit(page, labels, `${server.url}/runs/${id}`);
  await expect(page.getByText(/ · 2 credits$/)).toBeVisible();
  const heads = page.getByRole("table").getByRole("columnheader");
  await expect(heads.filter({ hasText: "ChatGPT" })).toContainText("API");
  await expect(heads.filter({ hasText: "Claude" })).toContainText("Local");
  const progress = page.getByRole("region", { name: "Progress" });
  await expect(progress.getByRole("definition")).toHaveText(["2", "$0.0053"]);
  const reasons = page.getByRole("list", { name: "Reason" });
  await expect(reasons).toContainText("1 item: The local documents have nothing about this prompt. Ask a model of a real service.");
  await expectAccessible(page, "a run with routes and costs");

  // Most models answer by an API, so numbers count these answers.
  await follow(page, "/sources");
  await expect(page.getByRole("rowheader", { name: "haru.example" })).toBeVisible();
  await expect(page.getByRole("rowheader")).toHaveCount(2);
  await expect(page.getByText("several routes combined")).toHaveCount(0);
  const route = (await openFilters(page, labels)).getByLabel("Route", { exact: true });
  await expect(route).toHaveValue("API");
  await route.selectOption("STAND_IN");
  await expect(page.getByRole("rowheader", { name: "haru.example" })).toHaveCount(0);
  await expect(page).toHaveURL(/route=STAND_IN/);
  const statistics = "v1/platform/statistics/source-domains?route=STAND_IN";
  const { totalDomains } = await platform.read<{ totalDomains: number }>(statistics);
  expect(totalDomains).toBeGreaterThan(0);
  await expect(page.getByRole("rowheader")).toHaveCount(totalDomains);
  await route.selectOption("ALL");
  await expect(page.getByRole("rowheader")).toHaveCount(totalDomains + 2);
  await expect(page.getByText("several routes combined").first()).toBeVisible();
  await expectAccessible(page, "sources of several routes");
  const file = await exportCsv(page, labels);
  expect(file.name).toMatch(/^Sources \(several routes combined\)-\d{4}-\d{2}-\d{2}\.csv$/);

  // A model may have answers by several routes, of which an engine gives those of one.
  const { id: brand } = await platform.write<{ id: string }>("v1/platform/brands", { name: "Kestora", synonyms: [] });
  const byModel = page.getByRole("figure", { name: labels.byModel });
  await visit(page, labels, `${server.url}/brands/${brand}?route=ALL`);
  await expect(byModel).toContainText("ChatGPT", { timeout: 40_000 });
  await expect(byModel).not.toContainText("scripted");
  await follow(page, `/brands/${brand}?route=API`);
  await expect(byModel).toContainText("ChatGPT (scripted, self-hosted)");

  await goTo(page, labels, labels.answers);
  await expect(page.locator(".scope-total")).not.toContainText("several routes combined");
  await follow(page, "/answers");
  await expect(page.locator(".scope-total")).toContainText("several routes combined");
  await page.getByRole("rowheader").getByRole("link", { name: /^ChatGPT/ }).click();
  const about = page.getByRole("definition").filter({ hasText: "An answer from the model’s API." });
  await expect(about).toBeVisible();

  // A headline says whose answers it counts, and leads to those of all routes.
  await platform.write("v1/platform/brands", { name: "Vonquist", synonyms: [], isOwn: true });
  const finding = page.locator(".finding");
  const { prompts } = await platform.read<{ prompts: { id: string; content: string }[] }>("v1/platform/prompts");
  const cafe = prompts.find(({ content }) => content.includes("cafe"))?.id;
  for (const [path, all] of [["/overview", 3], ["/prompts", 3], [`/prompts/${cafe}`, 2]] as const) {
    await visit(page, labels, `${server.url}${path}`);
    await expect(finding).toContainText("none of 2 API answers mention Vonquist.", { timeout: 40_000 });
    await expect(page.getByLabel("Route", { exact: true })).toHaveValue("API");
    await finding.getByRole("link", { name: "Count the answers by all routes." }).click();
    await expect(page).toHaveURL(/route=ALL/);
    await expect(finding).toContainText(`none of ${all} answers mention Vonquist.`);
    await expect(page.getByLabel("Route", { exact: true })).toHaveValue("ALL");
    await page.getByLabel("Route", { exact: true }).selectOption("API");
    await expect(finding).toContainText("none of 2 API answers mention Vonquist.");
    if (path === "/prompts") expect((await exportCsv(page, labels)).name).toMatch(/^Prompts \(Last 30 days, API\)-/);
  }
  // So does the list of the answers to a prompt, of which one failed.
  const answers = page.locator(".answer-models .model");
  await expect(answers).toHaveCount(2);
  await page.getByLabel("Route", { exact: true }).selectOption("ALL");
  await expect(answers).toHaveCount(3);
  // The bar has room for the number of answers beside the list of routes.
  await visit(page, labels, `${server.url}/overview?route=ALL`);
  await expect(page.locator(".scope-total")).toContainText("3 answers");
  for (const width of [1280, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    for (const box of [page.locator(".scope-bar"), page.locator(".scope-total")]) {
      const cut = () => box.evaluate((of) => of.scrollWidth > of.clientWidth || of.scrollHeight > of.clientHeight);
      await expect.poll(cut).toBe(false);
    }
  }
});

test("failed items are grouped by their reason, with the provider's words as plain text", async ({ page, labels }) => {
  const { key } = await createOrganization("Refused", 100, server.database);
  const platform = new Platform(key, server.url);
  providers.refusal = "<b>Not allowed</b>";
  const [id] = await submitAndFinish(platform, [await aboutCafes(platform, ["PERPLEXITY"])]);
  delete providers.refusal;
  await open(page, labels, key, `/runs/${id}`);
  const reason = page.getByRole("list", { name: "Reason" }).getByRole("listitem");
  await expect(reason).toContainText("1 item: The provider responded with an error.");
  await expect(reason).toContainText("The provider says: 400 invalid_request");
  await expect(reason.getByText("<b>Not allowed</b>")).toBeVisible();
  await expectAccessible(page, "a run with reasons of failures");
  const file = await exportCsv(page, labels, page.getByRole("region", { name: "1 failed item" }));
  expect(file.rows[0]?.[3]).toBe("The provider responded with an error. The provider says: 400 invalid_request <b>Not allowed</b>");

  const { answers } = await platform.read<{ answers: { id: string }[] }>(`v1/platform/answers?runID=${id}`);
  await follow(page, `/answers/${answers[0]?.id}`);
  await expect(page.getByText("The provider responded with an error. No credits were charged.")).toBeVisible();
  await expect(page.getByText("<b>Not allowed</b>")).toBeVisible();
  await expectAccessible(page, "an answer that failed");
});

test("a model whose answers are free says so, and can be asked without credits", async ({ page, labels }) => {
  const { key } = await createOrganization("Without credits", 0, server.database);
  const platform = new Platform(key, server.url);
  await platform.createSet("Earbuds", ["Which wireless earbuds have the best battery?"]);
  await open(page, labels, key, "/runs/new");
  const models = page.getByRole("group", { name: labels.models });
  const free = models.getByRole("checkbox", { name: /Claude/ });
  const paid = models.getByRole("checkbox", { name: /ChatGPT/ });
  const cost = page.getByRole("complementary", { name: labels.cost });
  const warning = page.getByText("The balance does not cover one answer.");
  await expect(models.getByText("Free")).toHaveCount(1);
  await expect(cost).toContainText(labels.creditsOf(0));
  // The free one can be chosen.
  await expect(cost.getByRole("button", { name: "Start run", exact: true })).toBeEnabled();
  await expect(warning).toHaveCount(0);
  const place = await free.boundingBox();
  await paid.check();
  await expect(warning).toBeVisible();
  expect(await free.boundingBox(), "the form stays where it is").toEqual(place);
  // The platform refuses a run that costs something, also if not all of it does.
  await free.check();
  await expect(cost).toContainText("1 of 2 models is free.");
  await expect(warning).toBeVisible();
  await paid.uncheck();
  await expect(cost).toContainText("The model is free.");
  await expect(warning).toHaveCount(0);
  await page.getByRole("button", { name: "Start for 0 credits" }).click();
  await expect(page.getByText(labels.finished, { exact: true })).toBeVisible({ timeout: 60_000 });
});

test("an engine whose account cannot pay stops, and the console says so", async ({ page, labels }) => {
  const { key } = await createOrganization("Without money", 100, server.database);
  const platform = new Platform(key, server.url);
  const release = providers.hold();
  const { id } = await platform.write<{ id: string }>("v1/platform/runs", await aboutCafes(platform, ["PERPLEXITY"]));
  await page.clock.install();
  await open(page, labels, key, `/runs/${id}`);
  const note = page.getByRole("status").filter({ hasText: "Perplexity: Stopped: the provider’s account cannot pay." });
  await expect(page.getByRole("region", { name: labels.grid })).toBeVisible();
  await expect(note).toHaveCount(0);
  providers.canPay = false;
  release();
  // The next poll says so.
  await passTimeUntil(page, () => expect(note).toBeVisible({ timeout: 1 }));
  await goTo(page, labels, labels.runs);
  await page.getByRole("link", { name: labels.newRun }).first().click();
  await expect(note).toBeVisible();
  await expectAccessible(page, "a new run with a stopped model");
  await page.getByRole("button", { name: labels.menu }).click();
  await page.getByRole("link", { name: labels.settings, exact: true }).click();
  const models = page.getByRole("list", { name: labels.models });
  await expect(models.getByRole("listitem").filter({ hasText: "Perplexity" })).toContainText("cannot pay");
  await expect(models.getByRole("listitem").filter({ hasText: "Claude" })).toContainText("in place of the real service");
  const run = await platform.read<Run>(`v1/platform/runs/${id}`);
  expect(run.answers.map(({ status }) => status), "nothing is lost").toEqual(["PENDING"]);
});

test("items of a model that the engines file lost wait, and the run says so", async ({ page, labels }) => {
  const { key } = await createOrganization("Without an engine", 100, server.database);
  const platform = new Platform(key, server.url);
  providers.canPay = false;
  const { id } = await platform.write<{ id: string }>("v1/platform/runs", await aboutCafes(platform, ["PERPLEXITY"]));
  await expect.poll(async () => (await platform.read<Run>(`v1/platform/runs/${id}`)).status).toBe("RUNNING");
  await writeFile(join(folder, "engines.toml"), '[CLAUDE]\nprovider = "stand-in"\n');
  await command(server.database, "engines", "reload");
  const models = async () => (await platform.read<{ models: { code: string }[] }>("v1/platform/models")).models;
  await expect.poll(async () => (await models()).map(({ code }) => code), { timeout: 30_000 }).toEqual(["CLAUDE"]);
  await open(page, labels, key, `/runs/${id}`);
  await expect(page.getByRole("status").filter({ hasText: "PERPLEXITY: This server has no engine for the model." })).toBeVisible();
  await expectAccessible(page, "a run of a model without an engine");
});
