import type { Locator, Page } from "@playwright/test";
import { expect, FAILURE, organizationTest } from "../fixtures";
import { choose } from "../menus";
import { visit } from "../sign-in";

const PROMPTS = ["What is evergreen?", "Who is evergreen?"];

/** Opens the form for a new prompt set. */
async function openNewSet(page: Page, name: string): Promise<Locator> {
  await page.getByRole("button", { name }).click();
  return page.getByRole("dialog", { name });
}

organizationTest("the form of a set is checked, waits for the end of a composition, keeps what was lost or rejected, and changes the set", async ({
  page,
  labels,
  platform,
  step,
}) => {
  await platform.createSet("Evergreen", PROMPTS);
  await step("a form with a lost response keeps its input and says that the outcome is unknown", async () => {
    await visit(page, labels, "/prompt-sets");
    const dialog = await openNewSet(page, labels.newSet);
    await dialog.getByLabel(labels.name, { exact: true }).fill("Fragile");
    await dialog.getByLabel(labels.description).fill("Handle with care");
    await page.route("**/api/v1/platform/prompt-sets", (route) => route.abort("failed"));
    await dialog.getByRole("button", { name: labels.save }).click();
    await expect(dialog.getByRole("alert")).toContainText(labels.unknownOutcome);
    await expect(dialog.getByLabel(labels.name, { exact: true })).toHaveValue("Fragile");
    await expect(dialog.getByLabel(labels.description)).toHaveValue("Handle with care");

    await page.unroute("**/api/v1/platform/prompt-sets");
    await dialog.getByRole("button", { name: labels.save }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Fragile", exact: true })).toBeVisible();
  }, /ERR_FAILED/);
  await step("a rejected form keeps its input and shows the request id", async () => {
    await visit(page, labels, "/prompt-sets");
    const dialog = await openNewSet(page, labels.newSet);
    await dialog.getByLabel(labels.name, { exact: true }).fill("Fragile");
    await page.route("**/api/v1/platform/prompt-sets", (route) => route.fulfill(FAILURE));
    await dialog.getByRole("button", { name: labels.save }).click();
    await expect(dialog.getByRole("alert")).toContainText("request-4711");
    await expect(dialog.getByLabel(labels.name, { exact: true })).toHaveValue("Fragile");
  }, /status of 500/);
  await step("a form validates before sending and focuses the first invalid field", async () => {
    await visit(page, labels, "/prompt-sets");
    const sent: string[] = [];
    page.on("request", (request) => request.method() === "POST" && sent.push(request.url()));
    const dialog = await openNewSet(page, labels.newSet);
    const name = dialog.getByLabel(labels.name, { exact: true });
    await dialog.getByRole("button", { name: labels.save }).click();
    await expect(name).toBeFocused();
    await expect(name).toHaveAttribute("aria-invalid", "true");
    await expect(name).toHaveAccessibleDescription(new RegExp(labels.missing));
    await name.fill("가".repeat(101));
    await expect(name).toHaveAttribute("aria-invalid", "true");
    await name.fill("가".repeat(100));
    await expect(name).not.toHaveAttribute("aria-invalid", "true");
    // Before it is sent, and without the line break at the end.
    const description = dialog.getByLabel(labels.description);
    await description.fill(`${"x".repeat(1_001)}\n`);
    await expect(dialog.locator("[data-over]")).toHaveText("1,001 / 1,000");
    await expect(description).toHaveAttribute("aria-invalid", "true");
    await description.fill(`${"x".repeat(1_000)}\n`);
    await expect(dialog.getByText("1,000 / 1,000", { exact: true })).toBeVisible();
    await expect(dialog.locator("[data-over]")).toHaveCount(0);
    await expect(description).not.toHaveAttribute("aria-invalid", "true");
    expect(sent).toEqual([]);
    await dialog.getByRole("button", { name: labels.save }).click();
    await expect(page.getByRole("heading", { level: 1, name: "가".repeat(100), exact: true })).toBeVisible();
  });
  await step("Enter during Hangul composition does not submit a form, the next Enter does", async () => {
    await visit(page, labels, "/prompt-sets");
    const dialog = await openNewSet(page, labels.newSet);
    const name = dialog.getByLabel(labels.name, { exact: true });
    await name.focus();
    const keyboard = await page.context().newCDPSession(page);
    await keyboard.send("Input.imeSetComposition", { text: "세트", selectionStart: 2, selectionEnd: 2 });
    // Browsers send this keydown for an Enter that the input method consumes.
    await name.dispatchEvent("keydown", { key: "Enter", keyCode: 229, isComposing: true, bubbles: true, cancelable: true });
    await page.keyboard.press("Enter");
    await expect(dialog).toBeVisible();
    await expect(name).toHaveValue("세트");
    await keyboard.send("Input.insertText", { text: "세트" });
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: "세트", exact: true })).toBeVisible();
  });
  await step("a prompt set and a prompt can be edited", async () => {
    await visit(page, labels, "/prompt-sets");
    await choose(page, labels, "Evergreen", labels.edit);
    const set = page.getByRole("dialog", { name: "Edit set" });
    await expect(set.getByLabel(labels.name, { exact: true })).toHaveValue("Evergreen");
    await set.getByLabel(labels.name, { exact: true }).fill("Deciduous");
    await set.getByRole("button", { name: labels.save }).click();
    await page.getByRole("link", { name: "Deciduous", exact: true }).click();

    await choose(page, labels, "Who is evergreen?", labels.edit);
    const prompt = page.getByRole("dialog");
    await prompt.getByLabel(labels.content).fill("Who is deciduous?");
    await prompt.getByRole("button", { name: labels.save }).click();
    await expect(page.getByRole("rowheader", { name: "Who is deciduous?" })).toBeVisible();
  });
});

organizationTest("many prompts come from lines and files, and after a deletion the list stays where it was", async ({
  page,
  labels,
  platform,
  step,
}) => {
  await platform.createSet("Evergreen", PROMPTS);
  await step("files of spreadsheets are read in any encoding, and rows that the set has are named", async () => {
    await visit(page, labels, "/prompts");
    await page.getByRole("button", { name: labels.addMany }).click();
    const dialog = page.getByRole("dialog", { name: labels.addMany });
    const open = (buffer: Buffer) =>
      dialog.getByLabel("Open a CSV file").setInputFiles({ name: "prompts.csv", mimeType: "text/csv", buffer });
    const row = (number: number) => dialog.getByRole("row", { name: new RegExp(`^${number} `) });
    const text = "\uFEFFcategory\tprompt\r\ncamping\tWho is  ever\u200Bgreen?\r\ncamping\tBest tent\r\n";
    for (const buffer of [Buffer.from(text), Buffer.from(`\uFEFF${text}`), Buffer.from(text, "utf16le")]) {
      await open(buffer);
      await expect(row(2)).toContainText("Already in this set");
      await expect(row(3)).toContainText("Ready to add");
    }
    // What Korean Excel writes: CP949, with the apostrophe of an export.
    const cp949 =
      "c7c1b7d2c7c1c6ae3bbad0b7f90d0a272d3230b5b520c4a7b3b620c3dfc3b5c7d8c1e03bc4b7c7ce0d0a8c63b9e6b0a2c7cf20c3dfc3b53bb1e2c5b80d0a";
    await open(Buffer.from(cp949, "hex"));
    await expect(row(2).getByRole("cell").nth(1)).toHaveText("-20도 침낭 추천해줘");
    await expect(row(3).getByRole("cell").nth(1)).toHaveText("똠방각하 추천");
    // What Western Excel writes: Windows-1252.
    await open(Buffer.from("prompt\r\nCafé für Väter\r\n", "latin1"));
    await expect(row(2).getByRole("cell").nth(1)).toHaveText("Café für Väter");
    await open(Buffer.from("prompt\r\n"));
    await expect(dialog.getByText("The file has no prompts.")).toBeVisible();
    await open(Buffer.from("Prompts of 2026,,\r\n,,\r\nprompt,tags,id\r\nBest tent,camping,1\r\n"));
    await expect(dialog.getByText("Columns left out: tags, id")).toBeVisible();
    await expect(row(4)).toContainText("Best tent");
    await expect(row(1)).toBeHidden();
    const column = dialog.getByLabel("Column with the prompts");
    await expect(column).toBeHidden();
    await open(Buffer.from("a;1\rb;2\r"));
    await expect(column.getByRole("option")).toHaveText(["Column 1: a", "Column 2: 1"]);
    await expect(row(2).getByRole("cell").nth(1)).toHaveText("b");
    await column.focus();
    await column.selectOption("Column 2: 1");
    await expect(column).toBeFocused();
    await expect(row(1).getByRole("cell").nth(1)).toHaveText("1");
    const hasHeadings = dialog.getByRole("checkbox", { name: "The first row has headings" });
    await hasHeadings.check();
    await expect(row(1)).toBeHidden();
    await expect(row(2).getByRole("cell").nth(1)).toHaveText("2");
    // One column below an unknown heading, in UTF-16 without a byte order mark.
    await open(Buffer.from("할 말\r\n침낭 추천\r\n", "utf16le"));
    await expect(row(1).getByRole("cell").nth(1)).toHaveText("할 말");
    await expect(column).toBeHidden();
    await hasHeadings.check();
    await expect(row(1)).toBeHidden();
    await expect(row(2).getByRole("cell").nth(1)).toHaveText("침낭 추천");
    await open(Buffer.from(Array.from({ length: 1_000 }, (_, number) => `Tent ${number}`).join("\n")));
    await expect(dialog.getByText(`A set holds at most 1,000 prompts: ${PROMPTS.length} rows do not fit.`)).toBeVisible();
    await expect(row(1)).toBeVisible();
    // A file that cannot be read leaves nothing of the one before.
    await open(Buffer.from("PK\u0003\u0004"));
    await expect(dialog.getByText("Excel files are not read.")).toBeVisible();
    await expect(row(1)).toBeHidden();
    await open(Buffer.from([0x61, 0x80, 0x01, 0x02]));
    await expect(dialog.getByText("The file could not be read.")).toBeVisible();
    await expect(row(1)).toBeHidden();
    await expect(dialog.getByRole("button", { name: labels.addNone, exact: true })).toBeDisabled();
  });
  await step("pasted lines show their errors, and only valid ones are added", async () => {
    await visit(page, labels, "/prompts");
    await page.getByRole("button", { name: labels.addMany }).click();
    const dialog = page.getByRole("dialog", { name: labels.addMany });
    await expect(dialog.getByLabel(labels.paste)).toBeFocused();
    await expect(dialog.getByRole("button", { name: labels.addNone, exact: true })).toBeDisabled();
    await dialog.getByLabel(labels.paste).fill("1. First\n2. Second\nFirst");
    await expect(dialog.getByRole("row", { name: /^3 First/ })).toContainText("Same as row 1");
    await dialog.getByRole("button", { name: "Keep them", exact: true }).click();
    await expect(dialog.getByLabel(labels.paste)).toBeFocused();
    await expect(dialog.getByRole("row", { name: /^1 1\. First/ })).toContainText("Ready to add");
    await expect(dialog.getByRole("row", { name: /^3 First/ })).toContainText("Ready to add");
    await dialog.getByLabel(labels.paste).fill("No.\tQuestion\n1\tFirst, of two");
    await expect(dialog.getByRole("row", { name: /^2 First, of two/ })).toContainText("Ready to add");
    const column = dialog.getByLabel("Column with the prompts");
    await dialog.getByLabel(labels.paste).fill("Tent\t1\nBoots\t2");
    await column.selectOption("Column 2: 1");
    await dialog.getByRole("checkbox", { name: "The first row has headings" }).check();
    await expect(dialog.getByRole("row", { name: /^2 2/ })).toContainText("Ready to add");
    await dialog.getByLabel(labels.paste).fill("Tents\t1\nBoots\t2");
    await expect(column).toHaveValue("1");
    // Another table is read by its own columns.
    await dialog.getByLabel(labels.paste).fill("Socks\t3\nHat\t4");
    await expect(column).toHaveValue("0");
    await expect(dialog.getByRole("row", { name: /^1 Socks/ })).toContainText("Ready to add");
    await dialog.getByLabel(labels.paste).fill('Question\n"Boots\nor socks?"\n"The ""best"" hat"\n"Best tent" reddit');
    for (const prompt of ["2 Boots or socks?", '3 The "best" hat', '4 "Best tent" reddit']) {
      await expect(dialog.getByRole("row", { name: prompt })).toContainText("Ready to add");
    }
    await dialog.getByLabel(labels.paste).fill(["First", "Second", "First", "x".repeat(1_001)].join("\n"));
    await expect(dialog.getByRole("row", { name: /3 First/ })).toContainText("Same as row 1");
    await expect(dialog.getByRole("row", { name: /^4 x/ })).toContainText("at most 1,000");
    const workbook = { name: "prompts.xlsx", mimeType: "text/csv", buffer: Buffer.from("PK\u0003\u0004") };
    await dialog.getByLabel("Open a CSV file").setInputFiles(workbook);
    await expect(dialog.getByText("Excel files are not read.")).toBeVisible();
    await expect(dialog.getByRole("row", { name: /3 First/ })).toContainText("Same as row 1");
    await dialog.getByRole("button", { name: labels.add(2) }).click();
    await expect(page.getByText(labels.added(2))).toBeVisible();
    await expect(page.getByRole("rowheader")).toHaveCount(4);
  });
  await step("a CSV file is imported in batches of 100", async () => {
    const batches: number[] = [];
    page.on("response", (response) => {
      const isBatch = response.ok() && response.url().endsWith("/prompts/bulk");
      if (isBatch) batches.push(response.request().postDataJSON().prompts.length);
    });
    await visit(page, labels, "/prompts");
    await page.getByRole("button", { name: labels.addMany }).click();
    const dialog = page.getByRole("dialog", { name: labels.addMany });
    const lines = Array.from({ length: 250 }, (_, at) => `${at},"Prompt, number ${at}"`);
    await dialog.getByLabel("Open a CSV file").setInputFiles({
      name: "prompts.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(["number,content", ...lines].join("\r\n")),
    });
    await dialog.getByRole("button", { name: labels.add(250) }).click();
    await expect(page.getByText(labels.added(250))).toBeVisible();
    await expect.poll(() => batches).toEqual([100, 100, 50]);
    await page.getByLabel(labels.search).fill("number 249");
    await expect(page.getByRole("rowheader")).toHaveText(["Prompt, number 249"]);
  });
  await step("after a deletion the next row has the focus, and the list stays where it was", async () => {
    const prompts = Array.from({ length: 60 }, (_, at) => `Prompt number ${at}`);
    await platform.createSet("Commuters", prompts);
    // The end of the first page is more than 400 pixels below the window, so the second is loaded by scrolling.
    await page.setViewportSize({ width: 1280, height: 400 });
    await visit(page, labels, "/prompts");
    await page.getByText(labels.shown(20)).scrollIntoViewIfNeeded();
    await expect(page.getByText(labels.shown(40))).toBeVisible();
    const row = page.getByRole("row").filter({ hasText: "Prompt number 25" });
    const next = page.getByRole("link", { name: "Prompt number 24", exact: true });
    await row.scrollIntoViewIfNeeded();
    const before = await next.boundingBox();
    await choose(row, labels, "Prompt number 25", labels.remove);
    await expect(row).toBeHidden();
    await expect(next).toBeFocused();
    // It moved up by the height of the deleted row at most.
    const after = await next.boundingBox();
    expect(Math.abs((after?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(100);
  });
});
