import { expectAccessible, expectNoHorizontalScroll } from "../accessibility";
import { expect, organizationTest } from "../fixtures";
import { openFilters } from "../filters";
import { submitAndFinish } from "../runs";
import { follow, visit } from "../sign-in";

const test = organizationTest.extend<{ brand: string }>({
  /** The id of a brand of an organization with one answer of each of two models. */
  brand: async ({ platform }, use) => {
    const promptSetID = await platform.createSet("Shoes", ["Which running shoes are light?"]);
    await submitAndFinish(platform, [{ promptSetID, models: ["CHATGPT", "CLAUDE"] }]);
    const brand = { name: "Kestora", synonyms: [], websites: [] };
    await use((await platform.write<{ id: string }>("v1/platform/brands", brand)).id);
  },
});

test("a filter of metrics is in the address, a step of the history, and leads on to its answers", async ({
  page,
  labels,
  platform,
  brand,
  pageErrors,
}) => {
  await visit(page, labels, "/brands");
  const row = page.getByRole("row", { name: /Kestora/ });
  const counted = (count: number) => row.getByRole("link", { name: new RegExp(`^\\d+ of ${count}$`) });
  await expect(counted(2)).toBeVisible({ timeout: 40_000 });
  const model = (await openFilters(page, labels)).getByLabel(labels.model, { exact: true });
  await model.selectOption("CHATGPT");
  await expect(page).toHaveURL("/brands?model=CHATGPT");
  await expect(counted(1)).toHaveAttribute("href", `/brands/${brand}?model=CHATGPT&answers=named`);
  await page.goBack();
  await expect(page).toHaveURL("/brands");
  await expect(counted(2)).toBeVisible();
  await page.goForward();
  await expect(counted(1)).toBeVisible();

  await row.getByRole("link", { name: "Kestora" }).click();
  await expect(page).toHaveURL(`/brands/${brand}?model=CHATGPT`);
  await expect(page.getByRole("main").getByRole("link", { name: labels.brands, exact: true })).toHaveAttribute("href", "/brands?model=CHATGPT");
  const stats = page.locator(".stats").getByRole("link", { name: labels.ofAnswers(1) }).first();
  await expect(stats).toHaveAttribute("href", `/brands/${brand}?model=CHATGPT&answers=named`);
  await page.getByRole("group", { name: labels.period }).getByText(labels.byMonth).click();
  await expect(page).toHaveURL(`/brands/${brand}?model=CHATGPT&by=month`);
  await openFilters(page, labels);
  await model.selectOption("GEMINI");
  await expect(page).toHaveURL(`/brands/${brand}?model=GEMINI&by=month`);
  await expect(page.getByRole("heading", { name: labels.noneFrom("Gemini"), exact: true })).toBeVisible();
  await page.getByRole("link", { name: labels.clearFilters }).last().click();
  await expect(page).toHaveURL(`/brands/${brand}?days=all&by=month`);
  await expect(page.locator(".stats").getByRole("link", { name: labels.ofAnswers(2) }).first()).toBeVisible();

  // Another person deletes the brand.
  pageErrors.expect(/status of 404/);
  await platform.remove(`v1/platform/brands/${brand}`);
  await model.selectOption("CLAUDE");
  const missing = page.getByRole("main").locator(".state-panel");
  await expect(missing.getByRole("heading", { name: "This item does not exist", exact: true })).toBeVisible();
  await expect(missing.getByRole("link")).toHaveAttribute("href", "/brands");
});

test("filters are folded until they are opened, and the overview counts the answers of its filter", async ({
  page,
  labels,
  platform,
  brand,
  step,
}) => {
  await step("filters are folded, and their code is loaded when they are opened", async () => {
    await visit(page, labels, `/brands/${brand}`);
    // All answers are searched for the brand: later pages ask once.
    await expect(page.locator(".stats").getByRole("link", { name: labels.ofAnswers(2) }).first()).toBeVisible({ timeout: 40_000 });
    await page.waitForLoadState("networkidle");
    const loaded: string[] = [];
    page.on("request", (request) => loaded.push(new URL(request.url()).pathname));
    await page.setViewportSize({ width: 320, height: 640 });
    await expect(page.getByRole("search")).toHaveCount(0);
    const filters = await openFilters(page, labels);
    await expect(filters.getByLabel(labels.region, { exact: true })).toBeVisible();
    expect(loaded.filter((path) => path.endsWith(".wasm"))).toEqual([expect.stringMatching(/^\/answer_filters-/)]);
    await expectNoHorizontalScroll(page, "a brand with open filters");
    await expectAccessible(page, "a brand with open filters");
    await page.getByRole("button", { name: labels.filters, exact: true }).click();
    await expect(filters).toBeHidden();
  });
  await step("the overview counts the answers of its filter, sources included", async () => {
    await platform.change(`v1/platform/brands/${brand}`, { isOwn: true });
    const answered: string[] = [];
    page.on("response", (response) => {
      const url = new URL(response.url());
      // A request beyond the rate limit is sent again.
      const counts = response.ok() && url.pathname.endsWith("/metrics/highlights");
      if (counts) answered.push(url.searchParams.get("model") ?? "");
    });
    await visit(page, labels, "/overview?model=CLAUDE");
    const stat = (count: number) => page.locator(".stats").getByRole("link", { name: labels.ofAnswers(count) }).first();
    await expect(stat(1)).toBeVisible({ timeout: 40_000 });
    await expect(stat(1)).toHaveAttribute("href", `/brands/${brand}?model=CLAUDE`);
    await expect.poll(() => answered).toEqual(["CLAUDE"]);
    const models = page.getByLabel(labels.model, { exact: true });
    await models.selectOption("");
    await expect(page).toHaveURL("/overview");
    await expect(stat(2)).toBeVisible();
    await expect.poll(() => answered).toEqual(["CLAUDE", ""]);
    // Models without answers follow the others, and the page of one says why it is empty.
    const all = await platform.read<{ models: object[] }>("v1/platform/models");
    await expect(models.locator('optgroup[label="Not asked by the newest runs"] > option')).toHaveCount(all.models.length - 2);
    await models.selectOption("GEMINI");
    await expect(page.getByRole("heading", { name: labels.noneFrom("Gemini"), exact: true })).toBeVisible();
  });
  await step("the filters of a page without a bar have the period, too: the last 30 days at first, and without both days", async () => {
    await visit(page, labels, "/brands");
    const said = page.locator(".page-actions > p");
    await expect(said).toHaveText("Last 30 days");
    const fields = await openFilters(page, labels);
    const days = fields.getByLabel(labels.window, { exact: true });
    const day = (name: string) => fields.getByLabel(name, { exact: true });
    await expect(days).toHaveValue("30");
    await expect(day("From")).not.toHaveValue("");
    await day("From").fill("");
    await expect(page).toHaveURL(/\/brands\?to=/);
    await day("To").fill("");
    await expect(page).toHaveURL("/brands");
    await expect(days).toHaveValue("30");
    await expect(said).toHaveText("Last 30 days");
    await days.selectOption("90");
    await expect(page).toHaveURL("/brands?days=90");
    await expect(said).toHaveCount(0);
    await days.selectOption("own");
    await expect(page).toHaveURL(/\/brands\?from=/);
    await expect(day("From")).not.toHaveValue("");
    await days.selectOption("all");
    await expect(page).toHaveURL("/brands?days=all");
    await expect(said).toHaveText("All time");
    await days.selectOption("30");
    await expect(page).toHaveURL("/brands");
  });
  await step("the last days are whole days, up to the end of today, which are compared with as many before", async () => {
    const asked = page.waitForRequest((request) => /\/metrics\/brands\?.*include=before/.test(request.url()));
    await visit(page, labels, "/overview?days=7");
    const { searchParams } = new URL((await asked).url());
    const days = await page.evaluate(() => {
      const now = new Date();
      return [-6, 1].map((later) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + later).toISOString());
    });
    expect([searchParams.get("from"), searchParams.get("to")]).toEqual(days);
    // All time has no days before it: new and lost sources are those of these days.
    const compared = page.waitForRequest((request) => request.url().includes("/metrics/source-changes?"));
    await follow(page, "/sources?days=all&view=changes");
    const { searchParams: ofChanges } = new URL((await compared).url());
    expect([ofChanges.get("from"), ofChanges.get("to")]).toEqual(days);
  });
  await step("a month is a window", async () => {
    await visit(page, labels, "/overview");
    const [from, to] = await page.evaluate(() => {
      const now = new Date();
      return [1, 0].map((before) => new Date(now.getFullYear(), now.getMonth() - before, 1).toISOString());
    });
    const asked = page.waitForRequest((request) => {
      const { pathname, searchParams } = new URL(request.url());
      return pathname.endsWith("/metrics/highlights") && searchParams.get("to") === to;
    });
    await page.getByLabel(labels.window, { exact: true }).selectOption("last-month");
    await expect(page).toHaveURL("/overview?days=last-month");
    expect(new URL((await asked).url()).searchParams.get("from")).toBe(from);
  });
});

test("every page with results counts the last 30 days unless days or a run were chosen", async ({ page, labels, platform, brand, step }) => {
  await platform.change(`v1/platform/brands/${brand}`, { isOwn: true });
  const { answers } = await platform.read<{ answers: { promptID: string; runID: string }[] }>("v1/platform/answers?limit=1");
  const { promptID, runID } = answers[0] ?? { promptID: "", runID: "" };
  /** The days of which a page counts the answers, in its first request whose address has `text`. */
  const daysOf = async (operation: string, open: () => Promise<void>, text = ""): Promise<(string | null)[]> => {
    const asked = page.waitForRequest((request) => new URL(request.url()).pathname.endsWith(`/${operation}`) && request.url().includes(text));
    await open();
    const { searchParams } = new URL((await asked).url());
    return [searchParams.get("from"), searchParams.get("to")];
  };
  for (const [address, operation] of [
    ["/overview?", "metrics/highlights"],
    ["/prompts?", "metrics/prompts"],
    [`/prompts/${promptID}?`, "metrics/brands"],
    [`/prompts/${promptID}/models?`, "platform/answers"],
    ["/brands?", "metrics/brands"],
    [`/brands/${brand}?`, "metrics/brands"],
    [`/brands/${brand}?answers=named&`, "metrics/answers"],
    ["/sources?", "statistics/source-domains"],
    ["/sources?view=gaps&", "metrics/source-influence"],
    ["/sources?domain=a.example&", "statistics/source-urls"],
    ["/fan-outs?", "statistics/fanouts"],
    ["/fan-outs?search=shoes&", "metrics/answers"],
    ["/words?", "statistics/tokens"],
    ["/answers?", "platform/answers"],
    ["/answers?q=shoes&", "metrics/answer-texts"],
  ] as const) {
    await step(address, async () => {
      // A late request of the page before is none of this one.
      await page.goto("about:blank");
      expect(await daysOf(operation, () => visit(page, labels, `${address}days=all`))).toEqual([null, null]);
      const recent = await daysOf(operation, () => follow(page, address), "from=");
      const days = await page.evaluate(() => {
        const now = new Date();
        return [-29, 1].map((later) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + later).toISOString());
      });
      expect(recent).toEqual(days);
      // On the page of a prompt, a run chooses only among prompts.
      if (operation !== "metrics/brands" || !address.startsWith("/prompts")) {
        expect(await daysOf(operation, () => follow(page, `${address}run=${runID}`), runID)).toEqual([null, null]);
      }
    });
  }
});

test("filters offer all runs, and say which of them is wrong or deleted", async ({ page, labels, platform, step }) => {
  await step("the runs to filter by are the newest, and older ones when asked for", async () => {
    // The platform knows none of these runs.
    const id = (number: number) => `run${String(number).padStart(19, "0")}`;
    const created = (number: number) => new Date(Date.UTC(2026, 10, 20) - number * 3_600_000).toISOString();
    await page.route("**/api/v1/platform/runs?*", async (route) => {
      const from = Number(new URL(route.request().url()).searchParams.get("cursor") ?? 0);
      const runs = Array.from({ length: 10 }, (_, at) => ({
        id: id(from + at),
        status: "FINISHED",
        totalCount: 1,
        runningCount: 0,
        finishedCount: 1,
        successCount: 1,
        failedCount: 0,
        createdAt: created(from + at),
      }));
      await route.fulfill({ json: { runs, nextCursor: from < 50 ? String(from + 10) : null } });
    });
    await visit(page, labels, "/answers");
    const run = (await openFilters(page, labels)).getByLabel(labels.run, { exact: true });
    const options = run.getByRole("option");
    // All runs, the newest fifty, and the older ones.
    await expect(options).toHaveCount(52);
    await run.selectOption({ label: "Older runs…" });
    await expect(options).toHaveCount(61);
    await expect(page).toHaveURL("/answers");
    await run.selectOption(id(59));
    await expect(page).toHaveURL(`/answers?run=${id(59)}`);
  }, /status of 404/);
  await step("an address whose period ends before it starts opens the filters, which say so", async () => {
    const period = "from=2026-11-20T00%3A00%3A00.000Z&to=2026-11-10T00%3A00%3A00.000Z";
    await visit(page, labels, `/answers?${period}`);
    await expect(page.getByText("The end date is before the start date.")).toBeVisible();
  }, /status of 400/);
  await step("a filter of a deleted set, prompt or brand says so, and so do its fields", async () => {
    const set = await platform.createSet("Shoes", ["Which running shoes are light?"]);
    const { prompts } = await platform.read<{ prompts: { id: string }[] }>("v1/platform/prompts");
    const prompt = prompts[0]?.id;
    await visit(page, labels, `/answers?set=${set}&prompt=${prompt}`);
    const chips = page.getByRole("list", { name: labels.conditions });
    await expect(chips).toContainText(/Set\s*Shoes/);
    await expect(chips).toContainText(/Prompt\s*Which running shoes/);
    await platform.remove(`v1/platform/prompt-sets/${set}`);
    await visit(page, labels, `/answers?set=${set}&prompt=${prompt}`);
    await expect(chips).toContainText("deleted set");
    await expect(chips).toContainText("deleted prompt");
    await follow(page, `/answers?set=${set}&brand=${"0".repeat(21)}1`);
    await expect(chips).toContainText("deleted brand");
    const filters = await openFilters(page, labels);
    const chosen = (label: string) => filters.getByLabel(label, { exact: true }).locator("option:checked");
    await expect(chosen(labels.set)).toHaveText("a deleted set");
    await expect(chosen("Mentioned brand")).toHaveText("a deleted brand");
    const missing = page.getByRole("main").getByRole("alert");
    for (const [filter, name] of [[`set=${set}`, "Set"], [`prompt=${prompt}`, "Prompt"], [`brand=${"0".repeat(21)}1`, "Mentioned brand"]] as const) {
      await visit(page, labels, `/answers?region=KR&${filter}`);
      await expect(missing.getByRole("heading")).toHaveText(`The filter “${name}” names an item that does not exist`);
      await missing.getByRole("link", { name: `Remove filter: ${name}`, exact: true }).click();
      await expect(page).toHaveURL("/answers?region=KR");
      await expect(missing.getByRole("link", { name: `Remove filter: ${name}`, exact: true })).toHaveCount(0);
    }
    await follow(page, `/prompts?set=${set}`);
    await expect(missing.getByRole("link", { name: "Remove filter: Set", exact: true })).toHaveAttribute("href", "/prompts");
    await expect(page.getByLabel(labels.set, { exact: true }).locator("option:checked")).toHaveText("a deleted set");
  }, /status of 404/);
});
