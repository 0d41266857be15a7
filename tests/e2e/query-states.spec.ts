import { expect, FAILURE, organizationTest } from "../fixtures";
import { holdRequests } from "../held-requests";
import type { Labels } from "../labels";
import { expectLanguage, inBothLanguages } from "../language";
import { choose } from "../menus";
import { hideExtensionsOfOrganization } from "../platform";
import { follow, goTo, visit } from "../sign-in";

const SETS = "**/api/v1/platform/prompt-sets";
const CREDITS = "**/api/v1beta/platform/credits/me";
const ORGANIZATION = "**/organizations/me";

organizationTest("the focus stays near a button that disappears when it is pressed", async ({ page, labels, pageErrors }) => {
  pageErrors.expect(/status of 500/);
  await hideExtensionsOfOrganization(page);
  await page.route(CREDITS, (route) => route.fulfill(FAILURE));
  await page.route(SETS, (route) => route.fulfill(FAILURE));
  await visit(page, labels, "/prompt-sets");
  const sets = page.getByRole("region", { name: labels.promptSets });
  await sets.getByRole("button", { name: labels.retry }).focus();
  await page.unroute(SETS);
  await page.keyboard.press("Enter");
  await expect(sets.getByText(labels.noSets)).toBeVisible();
  await expect(sets).toBeFocused();
  const balance = page.getByRole("status", { name: labels.credits });
  await balance.getByRole("button", { name: labels.reloadBalance }).focus();
  await page.unroute(CREDITS);
  await page.keyboard.press("Enter");
  await expect(balance).toHaveText("100");
  await expect(balance).toBeFocused();
  await page.getByRole("button", { name: labels.menu }).click();
  await page.getByRole("link", { name: labels.settings, exact: true }).click();
  const copy = page.getByRole("button", { name: "Copy the address" });
  await copy.click();
  await page.getByRole("button", { name: labels.dismiss }).press("Enter");
  await expect(copy).toBeFocused();
});

organizationTest("every page of an empty organization says what to do first, and what cannot be loaded is named", async ({
  page,
  labels,
  organization,
  platform,
  step,
}) => {
  await step("every page of an empty organization says what to do first", async () => {
    await page.goto("/prompt-sets");
    await inBothLanguages(page, labels, async (labels) => {
      for (const [name, message] of [
        [labels.promptSets, labels.noSets],
        [labels.overview, labels.firstSteps],
        [labels.runs, labels.noRuns],
        [labels.answers, labels.noAnswers],
        [labels.brands, labels.noBrands],
        [labels.sourcesPage, labels.noSources],
        [labels.fanoutsPage, labels.noSearches],
        [labels.words, labels.noWords],
        [labels.keywords, labels.noKeywords],
        [labels.siteKeywords, labels.noAnalyses],
        [labels.prompts, labels.noPrompts],
      ] as const) {
        await goTo(page, labels, name);
        await expect(page.getByText(message)).toBeVisible();
        if ([labels.runs, labels.answers, labels.sourcesPage, labels.fanoutsPage, labels.words].includes(name)) {
          const next = page.getByRole("main").getByRole("link", { name: labels.firstSteps, exact: true });
          await expect(next.first()).toHaveAttribute("href", "/overview");
          await expect(page.getByRole("main").getByRole("link", { name: labels.newRun })).toHaveCount(0);
        }
        await expectLanguage(page.getByRole("main"), labels.tag);
      }
    });
  });
  await step("an error without a message gets one in the chosen language", async () => {
    const alert = ({ promptSets }: Labels) => page.getByRole("region", { name: promptSets }).getByRole("alert");
    const failed = alert(labels);
    await page.route(SETS, (route) => route.fulfill({ status: 418, body: "<h1>I'm a teapot</h1>" }));
    await page.goto("/prompt-sets");
    await inBothLanguages(page, labels, (labels) => expect(alert(labels)).toContainText(labels.failedWithStatus(418)));
    await page.route(SETS, (route) => route.fulfill({ json: { promptSets: "none" } }));
    await failed.getByRole("button", { name: labels.retry }).click();
    await expect(failed).toContainText(labels.unreadable);
  }, /status of 418/);
  await step("a balance that could not be loaded says so, and can be loaded again", async () => {
    await hideExtensionsOfOrganization(page);
    const respond = await holdRequests(page, CREDITS, (route) => route.fulfill(FAILURE));
    await page.goto("/settings");
    const balance = page.getByRole("status", { name: labels.credits });
    await expect(balance).toHaveText("…");
    respond();
    const main = page.getByRole("main");
    await expect(balance.getByRole("button", { name: labels.reloadBalance })).toBeVisible();
    await expect(main.getByText(labels.noBalance)).toBeVisible();
    await page.unroute(CREDITS);
    await main.getByRole("button", { name: labels.reloadBalance }).click();
    await expect(balance).toHaveText("100");
    await expect(main.getByText(labels.noBalance)).toHaveCount(0);
  }, /status of 500/);
  await step("without the organization, analyses of sites are listed", async () => {
    await page.route(ORGANIZATION, (route) => route.fulfill(FAILURE));
    await page.goto("/site-keywords");
    await expect(page.getByRole("region", { name: labels.startedHere }).getByText(labels.noAnalyses)).toBeVisible();
  }, /status of 500/);
  await step("what pages share is read again by the next page when it failed", async () => {
    await page.route(ORGANIZATION, (route) => route.fulfill(FAILURE));
    await page.goto("/settings");
    const main = page.getByRole("main");
    await expect(main.getByRole("alert")).toContainText("request-4711");
    const connection = page.getByRole("region", { name: "Connection", exact: true });
    await expect(connection.getByRole("status")).toHaveText("The server responds with errors");
    await page.unroute(ORGANIZATION);
    await goTo(page, labels, labels.promptSets);
    await expect(page.getByText(labels.noSets)).toBeVisible();
    await page.goBack();
    await expect(main.getByText(organization.name, { exact: true })).toBeVisible();
    await expect(connection.getByRole("status")).toHaveText("Connected");
    await expect(main.getByRole("alert")).toHaveCount(0);
  }, /status of 500/);
  await step("prompts without the list of sets say so, also in the form for a new prompt", async () => {
    await platform.createSet("Commuters", ["For the bus?"]);
    const sets = `${SETS}?*`;
    await page.route(sets, (route) => route.fulfill(FAILURE));
    await page.goto("/prompts?new=1");
    const dialog = page.getByRole("dialog", { name: labels.newPrompt });
    await expect(dialog.getByRole("alert")).toContainText("request-4711");
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    const main = page.getByRole("main");
    await expect(main.getByRole("rowheader", { name: "For the bus?" })).toBeVisible();
    await expect(main.getByRole("alert")).toContainText("request-4711");
    await main.getByRole("button", { name: labels.newPrompt }).click();
    await page.unroute(sets);
    await dialog.getByRole("button", { name: labels.retry }).click();
    await expect(dialog.getByLabel(labels.set, { exact: true }).locator("option:checked")).toHaveText("Commuters");
    await page.keyboard.press("Escape");
    await expect(main.getByRole("alert")).toHaveCount(0);
  }, /status of 500/);
});

organizationTest("an unknown page says so, a malformed and an unknown id lead to the list, and a prompt that does not exist cannot be run", async ({
  page,
  labels,
  pageErrors,
}) => {
  pageErrors.expect(/status of 40[04]/);
  await visit(page, labels, "/nowhere/at/all");
  await expect(page.getByRole("heading", { level: 1, name: labels.notFound })).toBeVisible();
  const kinds: [list: string, rest?: string][] = [
    ["/prompts"], ["/prompts", "/models"], ["/runs"], ["/answers"], ["/brands"], ["/schedules"], ["/schedules", "/edit"], ["/digests"],
  ];
  const main = page.getByRole("main");
  const missing = main.locator(".state-panel").filter({ hasText: "This item does not exist" });
  // The reasons take turns, so that each page says something else than the one before.
  for (const turn of [0, 1]) {
    for (const [at, [list, rest = ""]] of kinds.entries()) {
      const [id, reason] = (at + turn) % 2 === 0 ? ["short", labels.malformed] : [`${"0".repeat(21)}1`, "It may have been deleted."];
      await follow(page, `${list}/${id}${rest}`);
      await expect(missing.getByRole("link")).toHaveAttribute("href", list);
      await expect(missing).toContainText(reason);
      await expect(page.getByRole("alert")).toHaveCount(0);
      await expect(page.getByRole("status", { name: labels.loading })).toHaveCount(0);
      await expect(main.getByRole("link", { name: labels.run, exact: true })).toHaveCount(0);
    }
  }
});

organizationTest("a search without results says so and can be cleared, and a list whose refresh failed is read again when it is retried", async ({
  page,
  labels,
  platform,
  pageErrors,
}) => {
  await platform.createSet("Commuters", ["Which earbuds?", "Which headphones?"]);
  await visit(page, labels, "/prompts?q=nothing");
  await expect(page.getByText("No prompts found")).toBeVisible();
  await expect(page.getByLabel(labels.search)).toHaveValue("nothing");
  await page.getByRole("link", { name: "Clear filters" }).click();
  const rows = page.getByRole("table").getByRole("rowheader");
  await expect(rows).toHaveText([/^Which/, /^Which/]);
  const [, second = ""] = await rows.allInnerTexts();

  pageErrors.expect(/status of 418/);
  const list = /\/v1\/platform\/prompts(?:\?|$)/;
  await page.route(list, (route) => route.fulfill({ status: 418, body: "" }));
  await choose(page, labels, second, labels.edit);
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(labels.content).fill("Which speakers?");
  await dialog.getByRole("button", { name: labels.save }).click();
  await page.getByRole("alert").getByRole("button", { name: labels.retry }).waitFor();

  await page.unroute(list);
  await page.getByRole("button", { name: labels.retry }).click();
  await expect(rows.nth(1)).toHaveText("Which speakers?");
  await expect(page.getByText(labels.total(2), { exact: true })).toBeVisible();
});
