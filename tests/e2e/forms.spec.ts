import type { Locator, Page } from "@playwright/test";
import { expect, test } from "../console";
import { Platform } from "../platform";
import { goTo, signInWithKey } from "../sign-in";

test.beforeEach(async ({ page, words, organization }) => {
  await new Platform(organization.key).makeSet("Evergreen", ["What is evergreen?", "Who is evergreen?"]);
  await signInWithKey(page, words, organization.key);
});

/** Opens the form of a new set. */
async function newSet(page: Page, name: string): Promise<Locator> {
  await page.getByRole("button", { name }).click();
  return page.getByRole("dialog", { name });
}

test("a form whose request gets lost keeps what was typed, and says that the outcome is unknown", async ({
  page,
  words,
  complaints,
}) => {
  complaints.expect(/ERR_FAILED/);
  const dialog = await newSet(page, words.newSet);
  await dialog.getByLabel(words.name, { exact: true }).fill("Fragile");
  await dialog.getByLabel(words.description).fill("Handle with care");
  await page.route("**/api/v1/platform/prompt-sets", (route) => route.abort("failed"));
  await dialog.getByRole("button", { name: words.save }).click();
  await expect(dialog.getByRole("alert")).toContainText(words.unknownOutcome);
  await expect(dialog.getByLabel(words.name, { exact: true })).toHaveValue("Fragile");
  await expect(dialog.getByLabel(words.description)).toHaveValue("Handle with care");

  await page.unroute("**/api/v1/platform/prompt-sets");
  await dialog.getByRole("button", { name: words.save }).click();
  await expect(page.getByRole("link", { name: "Fragile" })).toBeVisible();
});

test("a form that the platform refuses keeps what was typed and names the request", async ({
  page,
  words,
  complaints,
}) => {
  complaints.expect(/status of 500/);
  const dialog = await newSet(page, words.newSet);
  await dialog.getByLabel(words.name, { exact: true }).fill("Fragile");
  const body = { message: "internal", requestID: "request-4711" };
  await page.route("**/api/v1/platform/prompt-sets", (route) => route.fulfill({ status: 500, json: body }));
  await dialog.getByRole("button", { name: words.save }).click();
  await expect(dialog.getByRole("alert")).toContainText("request-4711");
  await expect(dialog.getByLabel(words.name, { exact: true })).toHaveValue("Fragile");
});

test("a form checks its fields before it sends, and leads to the first that is wrong", async ({ page, words }) => {
  const sent: string[] = [];
  page.on("request", (request) => request.method() === "POST" && sent.push(request.url()));
  const dialog = await newSet(page, words.newSet);
  const name = dialog.getByLabel(words.name, { exact: true });
  await dialog.getByRole("button", { name: words.save }).click();
  await expect(name).toBeFocused();
  await expect(name).toHaveAttribute("aria-invalid", "true");
  await expect(name).toHaveAccessibleDescription(new RegExp(words.missing));
  await name.fill("가".repeat(101));
  await expect(name).toHaveAttribute("aria-invalid", "true");
  await name.fill("가".repeat(100));
  await expect(name).not.toHaveAttribute("aria-invalid", "true");
  expect(sent).toEqual([]);
  await dialog.getByRole("button", { name: words.save }).click();
  await expect(page.getByRole("link", { name: "가".repeat(100) })).toBeVisible();
});

test("the Enter that ends a Hangul syllable does not send a form, the next one does", async ({ page, words }) => {
  const dialog = await newSet(page, words.newSet);
  const name = dialog.getByLabel(words.name, { exact: true });
  await name.focus();
  const keyboard = await page.context().newCDPSession(page);
  await keyboard.send("Input.imeSetComposition", { text: "세트", selectionStart: 2, selectionEnd: 2 });
  // What browsers send for the Enter that an input method takes.
  await name.dispatchEvent("keydown", { key: "Enter", keyCode: 229, isComposing: true, bubbles: true, cancelable: true });
  await page.keyboard.press("Enter");
  await expect(dialog).toBeVisible();
  await expect(name).toHaveValue("세트");
  await keyboard.send("Input.insertText", { text: "세트" });
  await page.keyboard.press("Enter");
  await expect(page.getByRole("link", { name: "세트" })).toBeVisible();
});

test("deleting asks, names what goes, and gives the focus back", async ({ page, words }) => {
  const opener = page.getByRole("button", { name: words.deleteOne("Evergreen") });
  await opener.click();
  const dialog = page.getByRole("dialog", { name: words.deleteSet });
  await expect(dialog).toContainText(words.goesWith("Evergreen", 2));
  await dialog.getByRole("button", { name: words.cancel }).click();
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
  await expect(page.getByRole("link", { name: "Evergreen" })).toBeVisible();

  await opener.click();
  await dialog.getByRole("button", { name: words.remove, exact: true }).click();
  await expect(page.getByText(words.deleted("Evergreen"))).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await expect(page.getByText(words.noSets)).toBeVisible();
});

test("a set and a prompt can be changed", async ({ page, words }) => {
  await page.getByRole("button", { name: words.editOne("Evergreen") }).click();
  const set = page.getByRole("dialog", { name: words.editSet });
  await expect(set.getByLabel(words.name, { exact: true })).toHaveValue("Evergreen");
  await set.getByLabel(words.name, { exact: true }).fill("Deciduous");
  await set.getByRole("button", { name: words.save }).click();
  await page.getByRole("link", { name: "Deciduous" }).click();

  await page.getByRole("button", { name: words.editOne("Who is evergreen?") }).click();
  const prompt = page.getByRole("dialog");
  await prompt.getByLabel(words.content).fill("Who is deciduous?");
  await prompt.getByRole("button", { name: words.save }).click();
  await expect(page.getByRole("rowheader", { name: "Who is deciduous?" })).toBeVisible();
});

test("pasted lines are shown with what is wrong, and only good ones are added", async ({ page, words }) => {
  await goTo(page, words, words.prompts);
  await page.getByRole("button", { name: words.addMany }).click();
  const dialog = page.getByRole("dialog", { name: words.addManyTitle });
  await dialog.getByLabel(words.paste).fill(["First", "Second", "First", "x".repeat(1_001)].join("\n"));
  await expect(dialog.getByRole("row", { name: /3 First/ })).toContainText("Same as row 1");
  await expect(dialog.getByRole("row", { name: /^4 x/ })).toContainText("at most 1,000");
  await dialog.getByRole("button", { name: words.add(2) }).click();
  await expect(page.getByText(words.added(2))).toBeVisible();
  await expect(page.getByRole("rowheader")).toHaveCount(4);
});

test("a CSV file is read, and a long import goes in batches of 100", async ({ page, words }) => {
  const batches: number[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/prompts/bulk")) batches.push(request.postDataJSON().prompts.length);
  });
  await goTo(page, words, words.prompts);
  await page.getByRole("button", { name: words.addMany }).click();
  const dialog = page.getByRole("dialog", { name: words.addManyTitle });
  const lines = Array.from({ length: 250 }, (_, at) => `${at},"Prompt, number ${at}"`);
  await dialog.getByLabel("Open a CSV file").setInputFiles({
    name: "prompts.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(["number,content", ...lines].join("\r\n")),
  });
  await dialog.getByRole("button", { name: words.add(250) }).click();
  await expect(page.getByText(words.added(250))).toBeVisible();
  expect(batches).toEqual([100, 100, 50]);
  await page.getByLabel(words.search).fill("number 249");
  await expect(page.getByRole("rowheader")).toHaveText(["Prompt, number 249"]);
});
