import type { Page } from "@playwright/test";
import { expect, organizationTest, test, UNAUTHORIZED } from "../fixtures";
import { holdRequests } from "../held-requests";
import { menuOf } from "../menus";
import { createOrganization } from "../organization";
import { Platform } from "../platform";
import { goTo, signInWithKey, signOut, storeSession, submitKey, visit } from "../sign-in";
import type { Labels } from "../labels";

const RESTORED = "Draft restored.";

/** Opens the form for a new prompt set, and returns the field of its name. */
async function openNewSet(page: Page, labels: Labels) {
  await page.getByRole("button", { name: labels.newSet }).first().click();
  return page.getByRole("dialog").getByLabel(labels.name, { exact: true });
}

organizationTest("a draft is kept until it is discarded or submitted, and a deleted set of it is not selected", async ({
  page,
  labels,
  platform,
  step,
}) => {
  await step("Escape keeps what was typed in a dialog, until it is discarded or submitted", async () => {
    await visit(page, labels, "/prompt-sets");
    const name = await openNewSet(page, labels);
    await name.fill("Commuters");
    await page.keyboard.press("Escape");
    await expect(name).toBeHidden();
    await openNewSet(page, labels);
    await expect(name).toHaveValue("Commuters");
    await expect(page.getByText(RESTORED)).toBeVisible();

    await page.getByRole("button", { name: "Discard draft" }).click();
    await expect(name).toHaveValue("");
    await expect(name).toBeFocused();
    await page.getByRole("dialog").getByRole("button", { name: labels.undo }).click();
    await expect(name).toHaveValue("Commuters");
    await page.getByRole("button", { name: "Discard draft" }).click();
    await expect(name).toHaveValue("");
    await name.fill("Runners");
    await page.keyboard.press("Escape");
    await openNewSet(page, labels);
    await page.getByRole("dialog").getByRole("button", { name: labels.save }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Runners", exact: true })).toBeVisible();
    await goTo(page, labels, labels.promptSets);
    await openNewSet(page, labels);
    await expect(name).toHaveValue("");

    await name.fill("Cyclists");
    await page.getByRole("dialog").getByRole("button", { name: labels.cancel }).click();
    await openNewSet(page, labels);
    await expect(name).toHaveValue("");
  });
  await step("a deleted set of a draft is not selected", async () => {
    const commuters = await platform.createSet("Commuters", []);
    await platform.createSet("Walkers", []);
    await platform.createSet("Cyclists", []);
    await visit(page, labels, "/prompts");
    const openNewPrompt = async () => {
      await page.getByRole("button", { name: labels.newPrompt }).first().click();
      return page.getByRole("dialog", { name: labels.newPrompt }).getByLabel(labels.set, { exact: true });
    };
    await (await openNewPrompt()).selectOption("Commuters");
    await page.keyboard.press("Escape");
    await platform.remove(`v1/platform/prompt-sets/${commuters}`);
    // The list of sets is read again.
    await goTo(page, labels, labels.promptSets);
    await expect(page.getByRole("link", { name: "Commuters", exact: true })).toHaveCount(0);
    await goTo(page, labels, labels.prompts);
    const set = await openNewPrompt();
    await expect(set).toHaveValue("");
    await expect(page.getByText(RESTORED)).toHaveCount(0);
  });
});

organizationTest("a reload keeps the choices for a new run", async ({ page, labels, platform }) => {
  await platform.createSet("Commuters", ["Which earbuds suit commuters?"]);
  await platform.createSet("Runners", ["Which earbuds suit runners?"]);
  await visit(page, labels, "/runs/new");
  await page.getByLabel(labels.promptSet, { exact: true }).selectOption({ label: "Runners" });
  const boxes = page.getByRole("group", { name: labels.models }).getByRole("checkbox");
  await boxes.nth(2).check();
  await page.getByLabel("Times asked").fill("3");
  await page.reload();
  await expect(page.getByText(RESTORED)).toBeVisible();
  await expect(page.getByLabel(labels.promptSet, { exact: true }).locator("option:checked")).toHaveText("Runners");
  await expect(boxes.nth(2)).toBeChecked();
  await expect(page.getByLabel("Times asked")).toHaveValue("3");

  await page.getByText("Single prompts").click();
  await page.getByRole("checkbox", { name: "Which earbuds suit commuters?" }).check();
  await page.reload();
  await expect(page.getByText("1 selected")).toBeVisible();
  await page.getByRole("button", { name: labels.startFor(3) }).click();
  await expect(page.getByText("Run started.")).toBeVisible();
  await page.goto("/runs/new");
  await expect(page.getByLabel("Times asked")).toHaveValue("1");
  await expect(page.getByText(RESTORED)).toHaveCount(0);
});

test("what was typed outlives a session that ends, with its dialog unless that was closed, and only for the same organization", async ({
  page,
  labels,
  organization,
  pageErrors,
}) => {
  pageErrors.expect(/status of 401/);
  await signInWithKey(page, labels, organization.key);
  const name = await openNewSet(page, labels);
  await name.fill("Commuters");
  await page.route("**/api/v1/platform/prompt-sets", (route) => route.fulfill(UNAUTHORIZED), { times: 1 });
  await page.getByRole("dialog").getByRole("button", { name: labels.save }).click();
  await submitKey(page, labels, organization.key);
  await expect(name).toHaveValue("Commuters");
  await page.keyboard.press("Escape");
  await expect(name).toBeHidden();
  await page.reload();
  await submitKey(page, labels, organization.key);
  await expect(page.getByText(labels.noSets)).toBeVisible();
  await expect(name).toBeHidden();

  // Nothing remains for the organization that signs in next, whether the first one signed out or not.
  await page.reload();
  await submitKey(page, labels, (await createOrganization("Another organization", 0)).key);
  await openNewSet(page, labels);
  await expect(name).toHaveValue("");
  await name.fill("Runners");
  await page.keyboard.press("Escape");
  await signOut(page, labels);
  expect(await page.evaluate(() => Object.keys(sessionStorage).filter((item) => item.includes("draft.")))).toEqual([]);
});

test("a dialog whose form is loaded when it opens, opens again after the session ended", async ({ page, labels, organization, pageErrors }) => {
  pageErrors.expect(/status of 401/);
  await new Platform(organization.key).createSet("Commuters", []);
  await storeSession(page, organization.key);
  await visit(page, labels, "/prompts");
  await page.getByRole("button", { name: labels.newPrompt }).first().click();
  const dialog = page.getByRole("dialog", { name: labels.newPrompt });
  const content = dialog.getByLabel(labels.content, { exact: true });
  await content.fill("Which earbuds suit commuters?");
  await page.route("**/api/v1/platform/prompts", (route) => route.fulfill(UNAUTHORIZED), { times: 1 });
  await dialog.getByRole("button", { name: labels.save }).click();
  await submitKey(page, labels, organization.key);
  await expect(content).toHaveValue("Which earbuds suit commuters?");
});

organizationTest("a reload opens the dialog of each form again, and keeps what was typed outside of dialogs", async ({
  page,
  labels,
  platform,
  step,
}) => {
  await platform.createSet("Commuters", ["For the bus?"]);
  await platform.write("v1/platform/brands", { name: "Nurio", synonyms: [] });
  await step("a reload opens the dialog of each form again, with what was typed", async () => {
    await visit(page, labels, "/prompt-sets");
    const forms = [
      [labels.promptSets, labels.newSet, labels.name],
      [labels.promptSets, "Commuters", labels.name],
      [labels.prompts, labels.newPrompt, labels.content],
      [labels.prompts, "For the bus?", labels.content],
      [labels.prompts, labels.addMany, labels.paste],
      [labels.brands, labels.newBrand, labels.name],
      [labels.brands, "Nurio", labels.name],
    ] as const;
    for (const [at, open, fieldName] of forms) {
      await goTo(page, labels, at);
      // The form of an item is opened by its menu.
      await page.getByRole("button", { name: open, exact: true }).or(menuOf(page, labels, open)).first().click();
      const edit = page.locator(":popover-open").getByText(labels.edit, { exact: true });
      const dialog = page.getByRole("dialog");
      await expect(dialog.or(edit)).toBeVisible();
      if (await edit.isVisible()) await edit.click();
      const field = dialog.getByLabel(fieldName, { exact: true });
      await field.fill("Typed");
      await page.reload();
      await expect(field).toHaveValue("Typed");
      await expect(dialog.getByText(RESTORED)).toBeVisible();
      await dialog.getByRole("button", { name: labels.cancel }).click();
      await expect(dialog).toBeHidden();
    }
    // A dialog that was closed stays closed.
    await page.reload();
    await expect(page.getByRole("link", { name: "Nurio", exact: true })).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    // And so does one in which nothing was typed.
    await page.getByRole("button", { name: labels.newBrand }).click();
    await expect(page.getByRole("dialog", { name: labels.newBrand })).toBeVisible();
    await page.reload();
    await expect(page.getByRole("link", { name: "Nurio", exact: true })).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });
  await step("a reload opens the form for a prompt or a brand again on its own page", async () => {
    await visit(page, labels, "/prompt-sets");
    const forms = [
      [labels.prompts, "For the bus?", labels.content],
      [labels.brands, "Nurio", labels.name],
    ] as const;
    for (const [at, item, fieldName] of forms) {
      await goTo(page, labels, at);
      await page.getByRole("link", { name: item, exact: true }).click();
      await page.getByRole("button", { name: "Edit", exact: true }).click();
      const field = page.getByRole("dialog").getByLabel(fieldName, { exact: true });
      await field.fill("Typed");
      await page.reload();
      await expect(field).toHaveValue("Typed");
      await page.keyboard.press("Escape");
      // The list has a form with the same draft, which was not open.
      await goTo(page, labels, at);
      await expect(page.getByRole("link", { name: item, exact: true })).toBeVisible();
      await expect(page.getByRole("dialog")).toHaveCount(0);
    }
  });
  await step("a reload keeps the text for the extraction of nouns and the choices for a site analysis", async () => {
    await visit(page, labels, "/words");
    await page.getByText(labels.nouns, { exact: true }).click();
    const text = page.getByLabel(labels.text, { exact: true });
    await text.fill("누리오 버즈");
    await page.getByRole("combobox", { name: labels.language, exact: true }).selectOption("ko");
    await page.reload();
    await expect(text).toHaveValue("누리오 버즈");
    await expect(page.getByRole("combobox", { name: labels.language, exact: true })).toHaveValue("ko");
    await page.getByRole("button", { name: "Discard draft" }).click();
    await expect(text).toHaveValue("");
    await expect(text).toBeFocused();

    await goTo(page, labels, labels.siteKeywords);
    const sentences = page.getByRole("checkbox", { name: "Show the sentences with each keyword" });
    await sentences.uncheck();
    await page.reload();
    await expect(sentences).not.toBeChecked();
  });
});

organizationTest("an import whose dialog was closed continues with what was not created, also without a draft", async ({
  page,
  labels,
  platform,
  step,
}) => {
  await platform.createSet("Commuters", []);
  const add = page.getByRole("button", { name: labels.addMany }).first();
  const dialog = page.getByRole("dialog");
  // Starts to add prompts, closes the dialog before the platform answers, and opens it again.
  const stopAndReopen = async (count: number): Promise<void> => {
    const answer = await holdRequests(page, "**/api/v1/platform/prompts/bulk");
    await dialog.getByRole("button", { name: labels.add(count) }).click();
    await page.keyboard.press("Escape");
    answer();
    await expect(page.getByText(`Stopped after 100 of ${count} prompts.`)).toBeVisible();
    await add.click();
  };
  await step("an import of a file whose dialog was closed continues with the remaining rows", async () => {
    await visit(page, labels, "/prompts");
    await add.click();
    const contents = Array.from({ length: 150 }, (_, at) => `Line "${at}", quoted`);
    const rows = contents.map((content) => `"${content.replaceAll('"', '""')}"`);
    await dialog.getByLabel("Open a CSV file").setInputFiles({
      name: "prompts.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(["content", ...rows].join("\n")),
    });
    await stopAndReopen(150);
    await expect(dialog.getByText(RESTORED)).toBeVisible();
    await dialog.getByRole("button", { name: labels.add(50) }).click();
    await expect(page.getByText(labels.added(50))).toBeVisible();
    const found = await platform.readAll<{ content: string }>("v1/platform/prompts?limit=100", "prompts");
    // Lists begin with the newest prompt, and have the order of the file.
    expect(found.map(({ content }) => content)).toEqual(contents);
  });
  await step("lines of a bulk import that were created are not created again after the dialog was closed", async () => {
    await visit(page, labels, "/prompts");
    await add.click();
    const lines = Array.from({ length: 150 }, (_, at) => `Line ${at}`);
    await dialog.getByLabel(labels.paste).fill(lines.join("\n"));
    await stopAndReopen(150);
    await expect(dialog.getByLabel(labels.paste)).toHaveValue(lines.join("\n"));
    await expect(dialog.getByRole("button", { name: labels.add(50) })).toBeVisible();
  });
  await step("an import for which the tab has no storage left continues when its file is opened again", async () => {
    await visit(page, labels, "/prompts");
    await page.evaluate(() => {
      for (let size = 1 << 22, item = 0; size >= 1; item += 1) {
        try {
          sessionStorage.setItem(`other${item}`, "x".repeat(size));
        } catch {
          size >>= 1;
        }
      }
    });
    await add.click();
    const contents = Array.from({ length: 500 }, (_, at) => `Row ${at}`);
    const file = { name: "prompts.csv", mimeType: "text/csv", buffer: Buffer.from(["content", ...contents].join("\n")) };
    await dialog.getByLabel("Open a CSV file").setInputFiles(file);
    await stopAndReopen(500);
    await expect(dialog.getByText(RESTORED)).toHaveCount(0);
    await dialog.getByLabel("Open a CSV file").setInputFiles(file);
    await expect(dialog.getByRole("button", { name: labels.add(400) })).toBeVisible();
  });
  await step("prompts from keywords that were not created are restored when the same keywords are chosen again", async () => {
    const open = async (keywords: string[]) => {
      await goTo(page, labels, labels.keywords);
      await page.getByRole("textbox", { name: labels.keywords }).fill(keywords.join("\n"));
      await page.getByRole("button", { name: labels.lookUp, exact: true }).click();
      await page.getByRole("button", { name: labels.makePrompts(keywords.length) }).click();
    };
    await visit(page, labels, "/keywords");
    await open(["earbuds", "headphones"]);
    const form = page.getByRole("dialog", { name: labels.makePromptsTitle });
    const prompts = form.getByLabel("Prompts", { exact: true });
    const lines = Array.from({ length: 150 }, (_, at) => `About keyword ${at}`);
    await prompts.fill(lines.join("\n"));
    // The second batch fails after the form was closed.
    let batches = 0;
    const failure = { status: 500, json: { code: "COMMON_INTERNAL", message: "internal" } };
    const isSecond = () => ++batches > 1;
    const answer = await holdRequests(page, "**/api/v1/platform/prompts/bulk", (route) => route.fulfill(failure), isSecond);
    await form.getByRole("button", { name: labels.add(150), exact: true }).click();
    await expect.poll(() => batches).toBe(2);
    await page.keyboard.press("Escape");
    answer();
    await expect(page.getByText("Stopped after 100 of 150 prompts.")).toBeVisible();
    await page.getByRole("button", { name: labels.makePrompts(2) }).click();
    await expect(prompts).toHaveValue(lines.join("\n"));
    await expect(form.getByRole("button", { name: labels.add(50), exact: true })).toBeVisible();
    await page.keyboard.press("Escape");

    // Other keywords have nothing to do with it.
    await page.getByRole("textbox", { name: labels.keywords }).fill("speakers");
    await page.getByRole("button", { name: labels.lookUp, exact: true }).click();
    await page.getByRole("button", { name: /^Create prompts from/ }).click();
    await expect(prompts).toHaveValue("Which speakers would you recommend?");
  }, /status of 500/);
});

organizationTest("a submission with an unreadable response has an unknown outcome, and cannot be repeated before the list was read", async ({
  page,
  labels,
  platform,
}) => {
  await platform.createSet("Commuters", ["For the bus?", "For the train?"]);
  await visit(page, labels, "/runs/new");
  await page.getByRole("group", { name: labels.models }).getByRole("checkbox").first().check();
  await page.route("**/api/v1/platform/runs", async (route) => {
    await route.fetch();
    await route.fulfill({ status: 200, contentType: "application/json", body: '{"id":' });
  });
  const start = page.getByRole("button", { name: labels.startFor(2) });
  await start.click();
  const toRuns = page.getByRole("link", { name: "Go to runs" });
  await expect(toRuns).toBeFocused();
  await page.unroute("**/api/v1/platform/runs");
  await page.reload();
  await expect(toRuns).toBeVisible();
  await expect(start).toHaveCount(0);
  await toRuns.click();
  await expect(page.getByRole("table").getByRole("rowheader")).toHaveCount(1);
  await page.getByRole("link", { name: labels.newRun }).click();
  await expect(start).toBeVisible();
});
