import { expect, test } from "../console";
import { Platform } from "../platform";
import { goTo, signIn, signInWithKey } from "../sign-in";

const SETS = "**/api/v1/platform/prompt-sets";

test("a list that is on its way, a list that failed and an empty list are three sights", async ({
  page,
  words,
  organization,
  complaints,
}) => {
  complaints.expect(/status of 500/);
  await signInWithKey(page, words, organization.key, "/prompts");
  const sets = page.getByRole("region", { name: words.promptSets });

  let answer = (): void => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route(
    SETS,
    async (route) => {
      await held;
      await route.fulfill({ status: 500, json: { message: "internal", requestID: "request-4711" } });
    },
    { times: 1 },
  );
  await goTo(page, words, words.promptSets);
  await expect(sets.getByRole("status", { name: words.loading })).toBeVisible();

  answer();
  const failed = sets.getByRole("alert");
  await expect(failed).toContainText(words.failed);
  await expect(failed).toContainText("request-4711");
  await expect(sets.getByRole("status", { name: words.loading })).toHaveCount(0);

  await failed.getByRole("button", { name: words.retry }).click();
  await expect(sets.getByText(words.noSets)).toBeVisible();
  await expect(sets.getByRole("alert")).toHaveCount(0);
});

test("an organization with nothing sees on every page what to do first", async ({ page, words, organization }) => {
  await signInWithKey(page, words, organization.key);
  for (const [name, sight] of [
    [words.promptSets, words.noSets],
    [words.prompts, "Create a set first"],
    [words.runs, words.noRuns],
    [words.answers, words.noAnswers],
  ] as const) {
    await goTo(page, words, name);
    await expect(page.getByText(sight)).toBeVisible();
  }
});

test("a search that finds nothing says so and can be cleared", async ({ page, words, organization }) => {
  await new Platform(organization.key).makeSet("Evergreen", ["What is evergreen?"]);
  await signInWithKey(page, words, organization.key, "/prompts?q=nothing");
  await expect(page.getByText(words.noneFound)).toBeVisible();
  await expect(page.getByLabel(words.search)).toHaveValue("nothing");
  await page.getByRole("link", { name: "Clear filters" }).click();
  await expect(page.getByRole("rowheader")).toHaveText(["What is evergreen?"]);
});

test("a page that is not there, and an id that is none, say so", async ({ page, words, organization, complaints }) => {
  complaints.expect(/status of 40[04]/);
  await signIn(page, words, organization.key, "/nowhere/at/all");
  await expect(page.getByRole("heading", { level: 1, name: words.notFound })).toBeVisible();
  for (const place of ["/prompts/short", "/runs/short", "/answers/short"]) {
    await page.goto(place);
    await expect(page.getByRole("alert")).toContainText(words.malformed);
  }
  for (const place of ["prompts", "runs", "answers"]) {
    await page.goto(`/${place}/${"0".repeat(21)}1`);
    await expect(page.getByRole("alert")).toContainText("This item does not exist.");
  }
});

test("while the browser is offline a banner says so, and what failed is read again when it is back", async ({
  page,
  context,
  words,
  organization,
  complaints,
}) => {
  complaints.expect(/ERR_INTERNET_DISCONNECTED/);
  await new Platform(organization.key).makeSet("Evergreen", []);
  await signInWithKey(page, words, organization.key);
  await goTo(page, words, words.prompts);
  await context.setOffline(true);
  await expect(page.getByText(words.offline)).toBeVisible();
  await goTo(page, words, words.promptSets);
  await expect(page.getByRole("alert").filter({ hasText: words.failed })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole("link", { name: "Evergreen" })).toBeVisible();
  await expect(page.getByText(words.offline)).toHaveCount(0);
});
