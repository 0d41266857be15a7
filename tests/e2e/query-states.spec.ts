import { expect, test } from "../fixtures";
import { holdRequests } from "../held-requests";
import { languages } from "../labels";
import { expectLanguage } from "../language";
import { choose } from "../menus";
import { Platform, hideExtensionsOfOrganization } from "../platform";
import { goTo, signIn, signInWithKey } from "../sign-in";

const SETS = "**/api/v1/platform/prompt-sets";
const CREDITS = "**/api/v1beta/platform/credits/me";
const ORGANIZATION = "**/organizations/me";

test("the focus stays near a button that disappears when it is pressed", async ({ page, labels, organization, pageErrors }) => {
  pageErrors.expect(/status of 500/);
  const failure = { status: 500, json: { message: "internal", requestID: "request-4711" } };
  await hideExtensionsOfOrganization(page);
  await page.route(CREDITS, (route) => route.fulfill(failure));
  await page.route(SETS, (route) => route.fulfill(failure));
  await signInWithKey(page, labels, organization.key, "/prompt-sets");
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
  const copy = page.getByRole("button", { name: labels.copyAddress });
  await copy.click();
  await page.getByRole("button", { name: labels.dismiss }).press("Enter");
  await expect(copy).toBeFocused();
});

for (const language of languages) {
  test.describe(language, () => {
    test.use({ language });

    test("a balance that could not be loaded says so, and can be loaded again", async ({ page, labels, organization, pageErrors }) => {
      pageErrors.expect(/status of 500/);
      const failure = { status: 500, json: { message: "internal", requestID: "request-4711" } };
      await hideExtensionsOfOrganization(page);
      const respond = await holdRequests(page, CREDITS, (route) => route.fulfill(failure));
      await signInWithKey(page, labels, organization.key, "/settings");
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
    });

    test("without the organization, analyses of sites are listed", async ({ page, labels, organization, pageErrors }) => {
      pageErrors.expect(/status of 500/);
      await signIn(page, labels, organization.key, "/prompts");
      await page.route(ORGANIZATION, (route) => route.fulfill({ status: 500, json: { message: "internal", requestID: "request-4711" } }));
      await page.goto("/site-keywords");
      await expect(page.getByRole("region", { name: labels.startedHere }).getByText(labels.noAnalyses)).toBeVisible();
    });

    test("prompts without the list of sets say so, also in the form for a new prompt", async ({ page, labels, organization, pageErrors }) => {
      pageErrors.expect(/status of 500/);
      await new Platform(organization.key).createSet("Commuters", ["For the bus?"]);
      const sets = `${SETS}?*`;
      await page.route(sets, (route) => route.fulfill({ status: 500, json: { message: "internal", requestID: "request-4711" } }));
      await signInWithKey(page, labels, organization.key, "/prompts?new=1");
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
    });

    test("every page of an empty organization says what to do first", async ({ page, labels, organization }) => {
      await signInWithKey(page, labels, organization.key);
      for (const [name, message] of [
        [labels.promptSets, labels.noSets],
        [labels.runs, labels.noRuns],
        [labels.answers, labels.noAnswers],
        [labels.brands, labels.noBrands],
        [labels.sourcesPage, labels.noSources],
        [labels.fanoutsPage, labels.noSearches],
        [labels.words, labels.noWords],
        [labels.keywords, labels.noKeywords],
        [labels.siteKeywords, labels.noAnalyses],
        // From here on, links have the days that these pages count.
        [labels.prompts, labels.needSet],
        [labels.overview, labels.firstSteps],
      ] as const) {
        await goTo(page, labels, name);
        await expect(page.getByText(message)).toBeVisible();
        await expectLanguage(page.getByRole("main"), language);
      }
    });

    test("an error without a message gets one in the chosen language", async ({ page, labels, organization, pageErrors }) => {
      pageErrors.expect(/status of 418/);
      await signInWithKey(page, labels, organization.key, "/prompts");
      const failed = page.getByRole("region", { name: labels.promptSets }).getByRole("alert");
      await page.route(SETS, (route) => route.fulfill({ status: 418, body: "<h1>I'm a teapot</h1>" }));
      await goTo(page, labels, labels.promptSets);
      await expect(failed).toContainText(labels.failedWithStatus(418));
      await page.route(SETS, (route) => route.fulfill({ json: { promptSets: "none" } }));
      await failed.getByRole("button", { name: labels.retry }).click();
      await expect(failed).toContainText(labels.unreadable);
    });
  });
}

test("a search without results says so and can be cleared", async ({ page, labels, organization }) => {
  await new Platform(organization.key).createSet("Evergreen", ["What is evergreen?"]);
  await signInWithKey(page, labels, organization.key, "/prompts?q=nothing");
  await expect(page.getByText(labels.noneFound)).toBeVisible();
  await expect(page.getByLabel(labels.search)).toHaveValue("nothing");
  await page.getByRole("link", { name: "Clear filters" }).click();
  await expect(page.getByRole("rowheader")).toHaveText(["What is evergreen?"]);
});

test("an unknown page, a malformed id and an unknown id each show an error", async ({ page, labels, organization, pageErrors }) => {
  pageErrors.expect(/status of 40[04]/);
  await signIn(page, labels, organization.key, "/nowhere/at/all");
  await expect(page.getByRole("heading", { level: 1, name: labels.notFound })).toBeVisible();
  for (const path of ["/prompts/short", "/runs/short", "/answers/short", "/brands/short", "/schedules/short"]) {
    await page.goto(path);
    await expect(page.getByRole("alert")).toContainText(labels.malformed);
    await expect(page.getByRole("status", { name: labels.loading })).toHaveCount(0);
  }
  for (const path of ["prompts", "runs", "answers", "brands", "schedules"]) {
    await page.goto(`/${path}/${"0".repeat(21)}1`);
    await expect(page.getByRole("alert")).toContainText("This item does not exist.");
  }
});

test("a prompt that does not exist cannot be run", async ({ page, labels, organization, pageErrors }) => {
  pageErrors.expect(/status of 404/);
  await signInWithKey(page, labels, organization.key, `/prompts/${"0".repeat(21)}1`);
  const main = page.getByRole("main");
  await expect(main.getByRole("button", { name: labels.run, exact: true })).toBeDisabled();
  await expect(main.getByRole("link", { name: labels.run, exact: true })).toHaveCount(0);
});

test("a list whose refresh failed is read again when it is retried", async ({ page, labels, organization, pageErrors }) => {
  pageErrors.expect(/status of 418/);
  await new Platform(organization.key).createSet("Commuters", ["Which earbuds?", "Which headphones?"]);
  await signInWithKey(page, labels, organization.key, "/prompts");
  const rows = page.getByRole("table").getByRole("rowheader");
  await expect(rows).toHaveCount(2);
  const [, second = ""] = await rows.allInnerTexts();
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
