import type { Page } from "@playwright/test";
import { passTimeUntil } from "../clock";
import { expect, FAILURE, organizationTest as test } from "../fixtures";
import { holdRequests } from "../held-requests";
import { actionOf, choose, menuOf } from "../menus";
import { submitAndFinish } from "../runs";
import { follow, goTo, signOut, submitKey, visit } from "../sign-in";
import type { Labels } from "../labels";

const PROMPTS = ["For the bus?", "For the train?", "For the plane?"];

/**
 * The deletions that a page has sent from now on. One that the rate limit refuses is sent again, and counts once: when the
 * clock of the page is moved on, the page expects the server's window to be over.
 */
function deletionsOf(page: Page): string[] {
  const sent: string[] = [];
  page.on("request", (request) => request.method() === "DELETE" && sent.push(request.url()));
  page.on("response", (response) => {
    const isRefused = response.request().method() === "DELETE" && response.status() === 429;
    if (isRefused) sent.splice(sent.indexOf(response.url()), 1);
  });
  return sent;
}

/** Starts to delete a prompt in the list. */
async function remove(page: Page, labels: Labels, prompt: string): Promise<void> {
  await choose(page, labels, prompt, labels.remove);
  await expect(page.getByRole("rowheader", { name: prompt })).toBeHidden();
}

test.beforeEach(async ({ page, labels, platform }) => {
  await platform.createSet("Commuters", PROMPTS);
  // Before the page opens: a timer of the real clock can't be cleared on the installed one.
  await page.clock.install();
  await visit(page, labels, "/prompts");
});

test("an undone deletion is never sent, also when the rows of the list were rebuilt, and a menu keeps the focus while another row is deleted", async ({ page, labels, platform }) => {
  for (const name of ["Aurio", "Burio", "Curio"]) await platform.write("v1/platform/brands", { name, synonyms: [] });
  const sent = deletionsOf(page);
  await goTo(page, labels, labels.brands);
  const names = page.getByRole("rowheader").getByRole("link");
  const head = page.getByRole("columnheader", { name: labels.brandColumn, exact: true });
  await head.getByRole("button").click();
  await expect(names).toHaveText(["Aurio", "Burio", "Curio"]);
  await choose(page, labels, "Burio", labels.remove);
  await head.getByRole("button").click();
  await expect(names).toHaveText(["Curio", "Aurio"]);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(names).toHaveText(["Curio", "Burio", "Aurio"]);
  await expect(names.nth(1)).toBeFocused();
  await page.clock.runFor(60_000);
  expect(sent).toEqual([]);

  await choose(page, labels, "Curio", labels.remove);
  await expect(names).toHaveText(["Burio", "Aurio"]);
  const edit = await actionOf(page, labels, "Burio", labels.edit);
  await expect(edit).toBeFocused();
  await passTimeUntil(page, async () => expect(await page.locator(".brands-table tbody tr").count()).toBe(2));
  await expect(edit).toBeFocused();
});

/** Adds a prompt to the set of the list. */
async function add(page: Page, labels: Labels, prompt: string): Promise<void> {
  await page.getByRole("button", { name: labels.newPrompt }).click();
  const dialog = page.getByRole("dialog", { name: labels.newPrompt });
  await dialog.getByLabel(labels.content).fill(prompt);
  await dialog.getByRole("button", { name: labels.save }).click();
}

test("the menu of a row stays open and keeps the focus while its list is read again", async ({ page, labels }) => {
  await expect(menuOf(page, labels, "For the train?")).toBeVisible();
  const release = await holdRequests(page, /\/platform\/prompts(\?|$)/, undefined, (route) => route.request().method() === "GET");
  await add(page, labels, "For the ship?");
  const remove = await actionOf(page, labels, "For the train?", labels.remove);
  // An open menu focuses its first action in the next frame.
  await expect(remove.locator("xpath=../*[1]")).toBeFocused();
  await remove.focus();
  release();
  await expect(page.getByRole("rowheader", { name: "For the ship?" })).toBeVisible();
  await expect(remove).toBeFocused();
});

test("the undo button keeps the focus while an older message disappears", async ({ page, labels }) => {
  await add(page, labels, "For the ship?");
  const created = page.getByText("Prompt created.");
  await expect(created).toBeVisible();
  await page.clock.runFor(1_000);
  await expect(page.getByRole("status").filter({ hasText: /^4 items$/ })).toHaveCount(1);
  await remove(page, labels, "For the train?");
  // In the next frame, the next row has the focus.
  await expect(page.getByRole("rowheader").getByRole("link").and(page.locator(":focus"))).toHaveCount(1);
  const undo = page.getByRole("button", { name: "Undo", exact: true });
  await undo.focus();
  await page.clock.runFor(6_000);
  await expect(created).toBeHidden();
  await expect(undo).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("rowheader", { name: "For the train?" }).getByRole("link")).toBeFocused();
});

test("after a deletion with the keyboard, undo has the focus and stays while it is used", async ({ page, labels }) => {
  const sent = deletionsOf(page);
  const undo = page.getByRole("button", { name: labels.undo, exact: true });
  const removeWithKeyboard = async (prompt: string): Promise<void> => {
    await menuOf(page, labels, prompt).press("Enter");
    await expect(page.locator(":popover-open > :first-child")).toBeFocused();
    await page.locator(":popover-open").getByText(labels.remove, { exact: true }).press("Enter");
    await expect(undo).toBeFocused();
  };
  await removeWithKeyboard("For the bus?");
  await page.clock.runFor(25_000);
  await expect(undo).toBeFocused();
  expect(sent).toEqual([]);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("rowheader", { name: "For the bus?" }).getByRole("link")).toBeFocused();

  await removeWithKeyboard("For the bus?");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: labels.dismiss })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("rowheader").getByRole("link").and(page.locator(":focus"))).toHaveCount(1);
  await expect(undo).toHaveCount(0);
  await expect.poll(() => sent.length).toBe(1);

  await removeWithKeyboard("For the train?");
  await page.getByLabel(labels.search).focus();
  await page.clock.runFor(11_000);
  await expect(undo).toHaveCount(0);
  await expect.poll(() => sent.length).toBe(2);

  await remove(page, labels, "For the plane?");
  await undo.hover();
  await page.clock.runFor(25_000);
  await expect(undo).toBeVisible();
  await page.mouse.move(0, 0);
  await page.clock.runFor(11_000);
  await expect(undo).toHaveCount(0);
  await expect.poll(() => sent.length).toBe(3);
});

/** Hides the page, as when it is closed. */
async function hide(page: Page): Promise<void> {
  await page.evaluate(() => {
    Object.defineProperty(document, "hidden", { value: true });
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
  });
}

test("a deletion is sent after its time, also on another page, and when the console is hidden", async ({ page, labels, platform }) => {
  const sent = deletionsOf(page);
  const undo = page.getByRole("button", { name: "Undo", exact: true });
  await remove(page, labels, "For the train?");
  await page.clock.runFor(11_000);
  await expect.poll(() => sent.length).toBe(1);
  await expect(undo).toHaveCount(0);

  await remove(page, labels, "For the bus?");
  await goTo(page, labels, labels.runs);
  await goTo(page, labels, labels.prompts);
  await expect(page.getByRole("rowheader", { name: "For the plane?" })).toBeVisible();
  await expect(page.getByRole("rowheader", { name: "For the bus?" })).toBeHidden();
  await expect(undo).toBeVisible();
  expect(sent).toHaveLength(1);
  await goTo(page, labels, labels.runs);
  await page.clock.runFor(11_000);
  await expect.poll(() => sent.length).toBe(2);
  await expect(undo).toHaveCount(0);

  await goTo(page, labels, labels.prompts);
  await remove(page, labels, "For the plane?");
  await hide(page);
  await expect.poll(() => sent.length).toBe(3);
  await expect(page.getByRole("button", { name: "Undo", exact: true })).toHaveCount(0);
  await expect.poll(async () => (await platform.read<{ prompts: unknown[] }>("v1/platform/prompts")).prompts).toEqual([]);
});

test("a deletion of prompts is sent when the form of a run opens", async ({ page, labels }) => {
  const sent = deletionsOf(page);
  await remove(page, labels, "For the train?");
  await follow(page, "/runs/new");
  await expect(page.getByRole("heading", { level: 1, name: labels.newRun })).toBeVisible();
  await expect.poll(() => sent.length).toBe(1);
  await expect(page.getByRole("button", { name: "Undo", exact: true })).toHaveCount(0);
});

test("the own brand is deleted after a question that says what stops, and can be brought back on another page", async ({ page, labels, platform }) => {
  for (const name of ["Nurio", "Tavrin"]) await platform.write("v1/platform/brands", { name, synonyms: [], isOwn: name === "Nurio" });
  const sent = deletionsOf(page);
  await goTo(page, labels, labels.brands);
  const row = page.getByRole("rowheader", { name: "Nurio" });
  const question = page.getByRole("dialog", { name: "Delete your brand?" });
  await choose(page, labels, "Nurio", labels.remove);
  await expect(question).toContainText("The alerts about Nurio, its digest and its next steps stop");
  await question.getByRole("button", { name: labels.cancel, exact: true }).click();
  await expect(question).toBeHidden();
  await row.getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1, name: "Nurio" })).toBeVisible();
  await choose(page, labels, "Nurio", labels.remove);
  await question.getByRole("button", { name: labels.remove, exact: true }).click();
  await expect(page.getByRole("rowheader", { name: "Tavrin" })).toBeVisible();
  await expect(row).toBeHidden();
  await goTo(page, labels, labels.alerts);
  await page.getByRole("button", { name: labels.undo, exact: true }).click();
  await goTo(page, labels, labels.brands);
  await expect(row).toBeVisible();
  await choose(page, labels, "Nurio", labels.remove);
  await question.getByRole("button", { name: labels.remove, exact: true }).click();
  await expect(row).toBeHidden();
  expect(sent).toEqual([]);
  await page.clock.runFor(11_000);
  await expect.poll(() => sent.length).toBe(1);
});

test("a deletion survives a reload before its time is over", async ({ page, labels, platform }) => {
  await remove(page, labels, "For the train?");
  await page.clock.runFor(2_000);
  await page.reload();
  const left = async () => (await platform.read<{ prompts: { content: string }[] }>("v1/platform/prompts")).prompts;
  await expect.poll(async () => (await left()).map(({ content }) => content).sort()).toEqual(["For the bus?", "For the plane?"]);
});

test("several deletions are sent at the same time", async ({ page, labels }) => {
  const sent = deletionsOf(page);
  await page.route("**/api/v1/platform/prompts/*", (route) =>
    route.request().method() === "DELETE" ? new Promise<void>(() => {}) : route.continue(),
  );
  await page.getByRole("checkbox", { name: labels.selectShown }).check();
  await page.getByRole("group", { name: "Selection" }).getByRole("button", { name: labels.remove }).click();
  await expect(page.getByText("Deleted 3 prompts.")).toBeVisible();
  await hide(page);
  // None has a response.
  await expect.poll(() => sent.length).toBe(3);
});

/** Signs out while a prompt is being deleted, to which the platform does not respond. */
async function signOutWhileDeleting(page: Page, labels: Labels): Promise<void> {
  await page.route("**/api/v1/platform/prompts/*", (route) =>
    route.request().method() === "DELETE" ? new Promise<void>(() => {}) : route.continue(),
  );
  await remove(page, labels, "For the train?");
  await page.getByRole("button", { name: labels.menu }).click();
  const sent = page.waitForRequest((request) => request.method() === "DELETE");
  const button = page.getByRole("button", { name: labels.signOut, exact: true });
  await button.click();
  await sent;
  await expect(button).toBeHidden();
}

test("a sign-out does not wait long for a deletion", async ({ page, labels }) => {
  await signOutWhileDeleting(page, labels);
  await page.clock.runFor(4_000);
  await expect(page.getByRole("button", { name: labels.signIn, exact: true })).toBeVisible();
});

test("a sign-out that waits for a deletion does not end the next session", async ({ page, labels, organization }) => {
  await signOutWhileDeleting(page, labels);
  await signOut(page, labels);
  await submitKey(page, labels, organization.key);
  await expect(page.getByRole("navigation", { name: labels.main })).toBeVisible();
  await page.clock.runFor(4_000);
  await goTo(page, labels, labels.prompts);
});

test("a prompt that is deleted on its own page can be brought back in the list", async ({ page, labels }) => {
  const sent = deletionsOf(page);
  const removeOnItsPage = async (): Promise<void> => {
    await page.getByRole("link", { name: "For the train?" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "For the train?" })).toBeVisible();
    await choose(page, labels, "For the train?", labels.remove);
    await expect(page.getByRole("heading", { level: 1, name: labels.prompts })).toBeVisible();
    await expect(page.getByRole("rowheader", { name: "For the bus?" })).toBeVisible();
    await expect(page.getByRole("rowheader", { name: "For the train?" })).toBeHidden();
  };
  await removeOnItsPage();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(page.getByRole("rowheader", { name: "For the train?" })).toBeVisible();
  expect(sent).toEqual([]);
  await removeOnItsPage();
  await page.clock.runFor(11_000);
  await expect.poll(() => sent.length).toBe(1);
});

test("a prompt set can be brought back with its prompts, and is deleted after a while", async ({ page, labels, platform }) => {
  const sent = deletionsOf(page);
  const schedules = page.waitForResponse(/\/platform\/schedules\?/);
  await goTo(page, labels, labels.promptSets);
  await (await schedules).finished();
  const set = page.getByRole("rowheader", { name: "Commuters" });
  await choose(page, labels, "Commuters", labels.remove);
  await expect(page.getByText("Deleted “Commuters” and its 3 prompts.")).toBeVisible();
  await expect(set).toBeHidden();
  await page.getByRole("button", { name: labels.undo, exact: true }).click();
  await expect(set.getByRole("link")).toBeFocused();
  await page.clock.runFor(60_000);
  expect(sent).toEqual([]);

  await choose(page, labels, "Commuters", labels.remove);
  await page.clock.runFor(11_000);
  await expect(page.getByText(labels.noSets)).toBeVisible();
  await expect.poll(async () => (await platform.read<{ prompts: unknown[] }>("v1/platform/prompts")).prompts).toEqual([]);
  expect(sent).toHaveLength(1);
});

test("a set with answers or a schedule is deleted after a question that says what ends, and its schedule has no next run", async ({
  page,
  labels,
  platform,
}) => {
  const { promptSets } = await platform.read<{ promptSets: { id: string }[] }>("v1/platform/prompt-sets");
  const run = { promptSetID: promptSets[0]?.id, models: ["CHATGPT"] };
  const recurrence = { frequency: "DAILY", time: "09:00", timeZone: "Asia/Seoul" };
  await platform.write("v1beta/platform/schedules", { name: "Daily", run, recurrence });
  const sent = deletionsOf(page);
  const set = page.getByRole("rowheader", { name: "Commuters" });
  const question = page.getByRole("dialog", { name: "Delete this set?" });
  const ask = async (): Promise<void> => {
    const schedules = page.waitForResponse(/\/platform\/schedules\?/);
    await visit(page, labels, "/prompt-sets");
    await (await schedules).finished();
    await choose(page, labels, "Commuters", labels.remove);
    await expect(question).toContainText("The schedule “Daily” will no longer run.");
  };
  // Also before it is known which schedules ask it.
  const release = await holdRequests(page, /\/platform\/schedules\?/);
  await visit(page, labels, "/prompt-sets");
  await choose(page, labels, "Commuters", labels.remove);
  await expect(question).toContainText("Schedules that use it will no longer run.");
  const known = page.waitForResponse(/\/platform\/schedules\?/);
  release();
  await known;
  await ask();
  await expect(question).not.toContainText("The trend of their answers ends");
  await question.getByRole("button", { name: labels.cancel, exact: true }).click();
  await expect(set).toBeVisible();
  await submitAndFinish(platform, [run]);
  await ask();
  await expect(question).toContainText("Its 3 prompts are deleted, too. The trend of their answers ends");
  await question.getByRole("button", { name: labels.remove, exact: true }).click();
  await expect(set).toBeHidden();
  expect(sent).toEqual([]);
  await page.clock.runFor(11_000);
  await expect.poll(() => sent.length).toBe(1);
  await goTo(page, labels, labels.schedules);
  const row = page.getByRole("row").nth(1);
  await expect(row).toContainText("A deleted set. No run starts until you choose another one.");
  await expect(row.locator("time")).toHaveCount(0);
  await expect(page.getByText("No run is due; 0 credits spent")).toBeVisible();
});

test("a prompt that could not be deleted appears again with the reason", async ({ page, labels, pageErrors }) => {
  pageErrors.expect(/status of 500/);
  await page.route("**/api/v1/platform/prompts/*", (route) =>
    route.request().method() === "DELETE" ? route.fulfill(FAILURE) : route.continue(),
  );
  await remove(page, labels, "For the train?");
  await page.clock.runFor(11_000);
  await expect(page.getByRole("rowheader", { name: "For the train?" })).toBeVisible();
  await expect(page.getByText("A prompt could not be deleted.")).toBeVisible();
});

test("several prompts can be run or deleted together", async ({ page, labels, platform }) => {
  const sent = deletionsOf(page);
  await page.getByRole("checkbox", { name: "Select “For the bus?”" }).check();
  await page.getByRole("checkbox", { name: "Select “For the plane?”" }).check();
  const selection = page.getByRole("group", { name: "Selection" });
  await expect(selection).toContainText("2 selected");
  await selection.getByRole("link", { name: "Run" }).click();
  await expect(page.getByRole("heading", { level: 1, name: labels.newRun })).toBeVisible();
  await expect(page.getByText("2 selected")).toBeVisible();
  await page.goBack();

  await page.getByRole("checkbox", { name: "Select “For the bus?”" }).check();
  await page.getByRole("checkbox", { name: "Select “For the train?”" }).check();
  await selection.getByRole("button", { name: labels.remove }).click();
  await expect(page.getByRole("rowheader")).toHaveText(["For the plane?"]);
  await expect(selection).toHaveCount(0);
  await expect(page.getByText("Deleted 2 prompts.")).toBeVisible();
  expect(sent).toEqual([]);
  await page.clock.runFor(11_000);
  await expect.poll(() => sent.length).toBe(2);
  const left = async () => (await platform.read<{ prompts: { content: string }[] }>("v1/platform/prompts")).prompts;
  await expect.poll(async () => (await left()).map(({ content }) => content)).toEqual(["For the plane?"]);
});
