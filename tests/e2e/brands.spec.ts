import type { Locator, Page } from "@playwright/test";
import { expectAccessible, expectFits, expectNoHorizontalScroll } from "../accessibility";
import { passTimeUntil } from "../clock";
import { expect, FAILURE, organizationTest, test } from "../fixtures";
import { holdRequests } from "../held-requests";
import type { Labels } from "../labels";
import { inBothLanguages } from "../language";
import { actionOf, choose } from "../menus";
import { brandMetrics, type Counted, fakeMetrics } from "../metrics";
import type { Platform } from "../platform";
import { submitAndFinish } from "../runs";
import { follow, goTo, storeSession, visit } from "../sign-in";

const BRANDS = "**/api/v1/platform/brands";

interface Brand {
  name: string;
  synonyms: string[];
  websites?: string[];
  isOwn?: boolean;
}

async function openForm(page: Page, labels: Labels): Promise<Locator> {
  await page.getByRole("button", { name: labels.newBrand }).first().click();
  return page.getByRole("dialog", { name: labels.newBrand });
}

async function brandsOf(platform: Platform): Promise<Brand[]> {
  return (await platform.read<{ brands: Brand[] }>("v1/platform/brands")).brands;
}

/** Pastes a text as a clipboard does: the input sees it before the browser removes its line breaks. */
async function paste(field: Locator, text: string): Promise<void> {
  await field.evaluate((element, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

test.describe(() => {
  test.use({ language: "ko" });

  organizationTest("a brand is created, edited and deleted", async ({ page, labels, platform }) => {
    await page.clock.install();
    await visit(page, labels, "/brands");
    await expect(page.getByText(labels.noBrands)).toBeVisible();
    const form = await openForm(page, labels);
    await form.getByLabel(labels.name, { exact: true }).fill("누리오");
    const synonyms = form.getByRole("textbox", { name: labels.synonyms });
    await paste(synonyms, "Nurio; nurio buds\n\"Nurio, Inc.\"\nNurio");
    await synonyms.fill("누리오 버즈");
    await synonyms.press("Enter");
    await form.getByRole("textbox", { name: labels.websites }).fill("nurio.example");
    await form.getByRole("button", { name: labels.save }).click();
    await expect(page.getByRole("link", { name: "누리오", exact: true })).toBeVisible();
    expect(await brandsOf(platform)).toMatchObject([
      {
        name: "누리오",
        synonyms: ["Nurio", "nurio buds", "Nurio, Inc.", "누리오 버즈"],
        websites: ["https://nurio.example"],
      },
    ]);

    await choose(page, labels, "누리오", labels.edit);
    const edit = page.getByRole("dialog", { name: labels.editBrand });
    await edit.getByRole("button", { name: labels.removeEntry("nurio buds") }).click();
    await edit.getByRole("button", { name: labels.save }).click();
    await expect(edit).toBeHidden();
    await expect(page.getByRole("row", { name: "누리오" })).not.toContainText("nurio buds");
    expect((await brandsOf(platform))[0]?.synonyms).toEqual(["Nurio", "Nurio, Inc.", "누리오 버즈"]);

    await choose(page, labels, "누리오", labels.remove);
    await expect(page.getByRole("link", { name: "누리오", exact: true })).toBeHidden();
    await page.getByRole("button", { name: labels.undo, exact: true }).click();
    await page.getByRole("link", { name: "누리오", exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name: "누리오" })).toBeVisible();
    await choose(page, labels, "누리오", labels.remove);
    await expect(page.getByRole("heading", { level: 1, name: labels.brands })).toBeVisible();
    await expect(page.getByRole("link", { name: "누리오", exact: true })).toBeHidden();
    await goTo(page, labels, labels.prompts);
    await page.clock.runFor(11_000);
    await expect.poll(() => brandsOf(platform)).toEqual([]);
    await goTo(page, labels, labels.brands);
    await expect(page.getByText(labels.noBrands)).toBeVisible();
  });

  organizationTest("the form of a brand is accessible and fits a phone, and shows which answers its names find", async ({
    page,
    labels,
    platform,
    step,
  }) => {
    const { id } = await platform.write<{ id: string }>("v1/platform/brands", {
      name: "Nurio",
      synonyms: ["누리오", "Nurio Buds"],
      websites: ["https://nurio.example"],
    });
    await step("a brand and the list show their numbers, and the form is accessible and fits a phone", async () => {
      const brands = [{ id, name: "Nurio", named: [3, null, 5] }];
      const periods = ["2026-11-02", "2026-11-09", "2026-11-16"];
      await fakeMetrics(page, { brands, periods, answers: 10, prompts: 5 });
      await visit(page, labels, `/brands/${id}`);
      await expect(page.getByRole("heading", { level: 1, name: "Nurio" })).toBeVisible();
      await expect(page.getByRole("table", { name: labels.namedAndCited })).toBeVisible();
      await goTo(page, labels, labels.brands);
      await expect(page.getByRole("cell", { name: "40%" })).toBeVisible();
      const form = await openForm(page, labels);
      await expectFits(page, "the form of a brand");
      await page.setViewportSize({ width: 390, height: 500 });
      const actions = form.locator(".form-actions");
      const focused = page.locator(":focus");
      await form.getByLabel(labels.name, { exact: true }).focus();
      for (let tabs = 0; tabs < 20 && (await actions.locator(":focus").count()) === 0; tabs += 1) {
        const [field, bar] = [await focused.boundingBox(), await actions.boundingBox()];
        expect((field?.y ?? 0) + (field?.height ?? 0), "the actions cover no field with the focus").toBeLessThanOrEqual(bar?.y ?? 0);
        await page.keyboard.press("Tab");
      }
    });
    await step("a new name shows at once which answers it finds, as text", async () => {
      const example = { answerID: "0".repeat(22), before: "The <i>", name: "Nuri", after: "</i> is good." };
      const values = { "brand-preview": { searched: 40, added: 2, examples: [example], removed: 3, removedExamples: [] } };
      const brands = [{ id, name: "Nurio", named: [1] }];
      await fakeMetrics(page, { brands, periods: ["2026-11-16"], answers: 10, prompts: 5, values });
      await visit(page, labels, "/brands");
      await inBothLanguages(page, labels, async (labels) => {
        await page.setViewportSize({ width: 1280, height: 800 });
        await choose(page, labels, "Nurio", labels.edit);
        const form = page.getByRole("dialog", { name: labels.editBrand });
        await expect(form.getByText(labels.namesAdd(2, 40))).toBeHidden();
        const synonyms = form.getByRole("textbox", { name: labels.synonyms });
        await synonyms.fill("Nuri");
        await synonyms.press("Enter");
        await expect(form.getByText(labels.namesAdd(2, 40))).toBeVisible();
        await expect(form.getByText(labels.namesLeaveOut(3, 40))).toBeVisible();
        await expect(form.getByText("The <i>Nuri</i> is good.")).toBeVisible();
        await page.setViewportSize({ width: 320, height: 640 });
        await expectNoHorizontalScroll(page, `the form of a brand on a phone, in the language ${labels.tag}`);
        await form.getByRole("button", { name: labels.removeEntry("Nuri") }).click();
        await expect(form.getByText(labels.namesAdd(2, 40))).toBeHidden();
        await form.getByRole("button", { name: labels.cancel }).click();
      });
    });
    await step("a brand that is a common word has its case and excluded phrases", async () => {
      const { id } = await platform.write<{ id: string }>("v1/platform/brands", { name: "Apple", synonyms: [] });
      const example = { answerID: "0".repeat(22), before: "Bake an ", name: "apple", after: " pie." };
      const preview = { searched: 40, added: 0, examples: [], removed: 3, removedExamples: [example] };
      const brands = [{ id, name: "Apple", named: [1] }];
      await fakeMetrics(page, { brands, periods: ["2026-11-16"], answers: 10, prompts: 5, values: { "brand-preview": preview } });
      await visit(page, labels, "/brands");
      await choose(page, labels, "Apple", labels.edit);
      const form = page.getByRole("dialog", { name: labels.editBrand });
      await expect(form.getByText(labels.namesLeaveOut(3, 40))).toBeHidden();
      const caseSensitive = form.getByRole("checkbox", { name: labels.caseSensitive });
      await caseSensitive.check();
      await expect(form.getByText(labels.namesLeaveOut(3, 40))).toBeVisible();
      await expect(form.getByText("Bake an apple pie.")).toBeVisible();
      await expect(form.getByText(labels.namesAdd(0, 40))).toBeHidden();
      const phrases = form.getByRole("textbox", { name: labels.excludedPhrases });
      await phrases.fill("가".repeat(101));
      await form.getByRole("button", { name: labels.save }).click();
      await expect(phrases).toHaveAttribute("aria-invalid", "true");
      await form.getByRole("button", { name: labels.removeEntry("가".repeat(101)) }).click();
      await paste(phrases, "apple pie\n토스트 토스");
      for (const width of [320, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        await expectNoHorizontalScroll(page, `the brand form at ${width} px`);
        await expectAccessible(page, `the brand form at ${width} px`);
      }
      // A reload keeps what was entered.
      await visit(page, labels, "/brands");
      await expect(caseSensitive).toBeChecked();
      await form.getByRole("button", { name: labels.save }).click();
      await expect(form).toBeHidden();
      const saved = { name: "Apple", caseSensitive: true, excludedPhrases: ["apple pie", "토스트 토스"] };
      expect(await brandsOf(platform)).toMatchObject([saved, { name: "Nurio" }]);
      await page.getByRole("link", { name: "Apple", exact: true }).click();
      await expect(page.getByRole("definition").filter({ hasText: "apple pie" })).toBeVisible();
    });
  });
});

organizationTest("the form of a brand is checked before it is sent, warns of shared names, and leaves the filters open", async ({
  page,
  labels,
  platform,
  step,
}) => {
  await step("Enter during Hangul composition adds no name and does not submit", async () => {
    await visit(page, labels, "/brands");
    const form = await openForm(page, labels);
    await form.getByLabel(labels.name, { exact: true }).fill("Nurio");
    const synonyms = form.getByRole("textbox", { name: labels.synonyms });
    await synonyms.focus();
    const keyboard = await page.context().newCDPSession(page);
    await keyboard.send("Input.imeSetComposition", { text: "누리오", selectionStart: 3, selectionEnd: 3 });
    // Browsers send this keydown for an Enter that the input method consumes.
    await synonyms.dispatchEvent("keydown", { key: "Enter", keyCode: 229, isComposing: true, bubbles: true, cancelable: true });
    await expect(form.getByRole("listitem")).toHaveCount(0);
    await expect(form).toBeVisible();
    await keyboard.send("Input.insertText", { text: "누리오" });
    await synonyms.press("Enter");
    await expect(form.getByRole("listitem")).toHaveText(["누리오"]);
  });
  await step("bounds are checked before sending, and what is entered stays after a failure", async () => {
    const sent: string[] = [];
    page.on("request", (request) => request.method() === "POST" && request.url().endsWith("/brands") && sent.push(request.url()));
    await visit(page, labels, "/brands");
    const form = await openForm(page, labels);
    const name = form.getByLabel(labels.name, { exact: true });
    const synonyms = form.getByRole("textbox", { name: labels.synonyms });
    const websites = form.getByRole("textbox", { name: labels.websites });
    await form.getByRole("button", { name: labels.save }).click();
    await expect(name).toBeFocused();
    await name.fill("Nurio");
    await websites.fill("ftp://nurio.example");
    await form.getByRole("button", { name: labels.save }).click();
    await expect(websites).toHaveAttribute("aria-invalid", "true");
    await expect(websites).toBeFocused();
    await form.getByRole("button", { name: labels.removeEntry("ftp://nurio.example") }).click();

    await paste(synonyms, Array.from({ length: 52 }, (_, at) => `name ${at}`).join("\n"));
    await expect(form.getByText(labels.entries(50, 50))).toBeVisible();
    await expect(synonyms).toHaveValue("name 50, name 51");
    await expect(synonyms).toHaveAttribute("aria-invalid", "true");
    expect(sent).toEqual([]);
    await synonyms.fill("");

    await page.route(BRANDS, (route) => route.fulfill(FAILURE));
    await form.getByRole("button", { name: labels.save }).click();
    await expect(form.getByRole("alert")).toContainText("request-4711");
    // Below 50 names.
    await expect(form.getByText("request-4711")).toBeInViewport();
    await expect(name).toHaveValue("Nurio");
    await expect(form.getByRole("list", { name: labels.synonyms }).getByRole("listitem")).toHaveCount(50);
  }, /status of 500/);
  await step("a shared name causes a warning, and a brand with the name of another is not saved", async () => {
    await platform.write("v1/platform/brands", { name: "Nurio", synonyms: ["누리오", "Nurio Buds"] });
    await visit(page, labels, "/brands");
    const form = await openForm(page, labels);
    const name = form.getByLabel(labels.name, { exact: true });
    const synonyms = form.getByRole("textbox", { name: labels.synonyms });
    const warning = (name: string) => form.getByText(`“${name}” is also a name of Nurio: answers with it count for both brands.`);
    await name.fill("누리오");
    await expect(warning("누리오")).toBeVisible();
    await name.fill(" nurio ");
    await expect(warning("누리오")).toBeHidden();
    await form.getByRole("button", { name: labels.save }).click();
    await expect(name).toBeFocused();
    await expect(name).toHaveAccessibleDescription(/A brand with this name already exists\./);
    await name.fill("Tavrin");
    await expect(name).not.toHaveAttribute("aria-invalid", "true");
    await paste(synonyms, "tavrin one\nNURIO BUDS");
    await expect(warning("NURIO BUDS")).toBeVisible();
    await synonyms.fill("누리오");
    await expect(warning("누리오")).toBeVisible();
    // What is typed is kept, too.
    await page.keyboard.press("Escape");
    await openForm(page, labels);
    await expect(synonyms).toHaveValue("누리오");
    await synonyms.fill("");
    await form.getByRole("button", { name: labels.save }).click();
    await expect(page.getByRole("link", { name: "Tavrin", exact: true })).toBeVisible();
    expect((await brandsOf(platform)).map(({ name }) => name).sort()).toEqual(["Nurio", "Tavrin"]);

    // A brand's own names do not count as names of another brand.
    await choose(page, labels, "Tavrin", labels.edit);
    const edit = page.getByRole("dialog", { name: labels.editBrand });
    await expect(edit.getByText("“NURIO BUDS” is also a name of Nurio")).toBeVisible();
    await expect(edit.getByText("is also a name of Tavrin")).toHaveCount(0);
    await edit.getByRole("button", { name: labels.save }).click();
    await expect(edit).toBeHidden();
  });
  await step("a new name changes what answers are searched for, and keeps the old name unless that is refused", async () => {
    const searched: string[][] = [];
    await page.route("**/metrics/brand-preview", async (route) => {
      const { names } = route.request().postDataJSON() as { names: string[] };
      searched.push(names);
      await route.fulfill({ json: { searched: 40, added: 0, examples: [], removed: names.includes("Tavrin") ? 0 : 3 } });
    });
    await visit(page, labels, "/brands");
    await choose(page, labels, "Tavrin", labels.edit);
    const form = page.getByRole("dialog", { name: labels.editBrand });
    const keep = form.getByRole("checkbox", { name: "Also count the old name, “Tavrin”", exact: true });
    await expect(keep).toBeHidden();
    await form.getByLabel(labels.name, { exact: true }).fill("Tavrin Audio");
    await expect(keep).toBeChecked();
    await expect(form.getByText("Changes none of the newest 40 answers.")).toBeVisible();
    await keep.uncheck();
    await expect(form.getByText(labels.namesLeaveOut(3, 40))).toBeVisible();
    expect(searched.at(-1)).toEqual(["Tavrin Audio", "tavrin one", "NURIO BUDS"]);
    await keep.check();
    await expect(form.getByText(labels.namesLeaveOut(3, 40))).toBeHidden();
    const update = page.waitForRequest((request) => request.method() === "PATCH");
    await form.getByRole("button", { name: labels.save }).click();
    // Another tab may have changed the rest.
    expect((await update).postDataJSON()).toEqual({ name: "Tavrin Audio", synonyms: ["tavrin one", "NURIO BUDS", "Tavrin"] });
    await expect(page.getByRole("link", { name: "Tavrin Audio", exact: true })).toBeVisible();
  });
  await step("filters that are open stay open when a brand is saved", async () => {
    await visit(page, labels, "/brands");
    await page.getByRole("button", { name: labels.filters, exact: true }).click();
    await expect(page.getByLabel(labels.model, { exact: true })).toBeVisible();
    await choose(page, labels, "Nurio", labels.edit);
    const form = page.getByRole("dialog", { name: labels.editBrand });
    await form.getByLabel(labels.name, { exact: true }).fill("Nurio 2");
    await form.getByRole("button", { name: labels.save }).click();
    await expect(page.getByRole("link", { name: "Nurio 2", exact: true })).toBeVisible();
    await expect(page.getByLabel(labels.model, { exact: true })).toBeVisible();
  });
  await step("the copied address of a page counts the pages below it or, when that is chosen, the whole site", async () => {
    await visit(page, labels, "/brands");
    const form = await openForm(page, labels);
    await form.getByLabel(labels.name, { exact: true }).fill("Bruvane");
    const websites = form.getByRole("textbox", { name: labels.websites });
    await websites.fill("https://www.bruvane.example/main/index.do?utm_source=x");
    await expect(form.getByText("Only pages under “www.bruvane.example/main” are counted.")).toBeVisible();
    await form.getByRole("button", { name: "Count all of www.bruvane.example", exact: true }).click();
    await expect(websites).toBeFocused();
    await form.getByRole("button", { name: labels.save }).click();
    await expect(page.getByRole("link", { name: "Bruvane", exact: true })).toBeVisible();
    expect((await brandsOf(platform))[0]).toMatchObject({ name: "Bruvane", websites: ["https://www.bruvane.example"] });
  });
});

organizationTest("brands have their order, shares and colors, and the own brand is chosen", async ({ page, labels, platform, step }) => {
  const create = async (name: string) => (await platform.write<{ id: string }>("v1/platform/brands", { name, synonyms: [] })).id;
  const [nurio, tavrin] = [await create("Nurio"), await create("Tavrin")];
  const brands = [
    { id: nurio, name: "Nurio", named: [4, 8] },
    { id: tavrin, name: "Tavrin", named: [1, 2] },
  ];
  await step("brands appear in their order, and keep their places until they are sorted", async () => {
    const brands = [
      { id: nurio, name: "Nurio", named: [8] },
      { id: tavrin, name: "Tavrin", named: [2] },
    ];
    const counted = { brands, periods: ["2026-11-16"], answers: 10, prompts: 5 };
    const later = { ...counted, brands: brands.map((brand) => ({ ...brand, named: [brand.name === "Tavrin" ? 9 : 8] })) };
    let asked = 0;
    await page.clock.install();
    const respond = await holdRequests(page, "**/api/v1beta/platform/metrics/brands?*", (route) => {
      asked += 1;
      // The first response does not count all answers yet.
      const { searchParams } = new URL(route.request().url());
      return route.fulfill({ json: brandMetrics(asked === 1 ? { ...counted, counted: 5 } : later, searchParams) });
    });
    await visit(page, labels, "/brands");
    const rows = page.getByRole("rowheader");
    const list = page.getByRole("region", { name: labels.brands });
    await expect(list.getByRole("status", { name: labels.loading })).toBeVisible();
    await expect(rows).toHaveCount(0);
    respond();
    await expect(rows).toHaveText([/^Nurio/, /^Tavrin/]);
    await passTimeUntil(page, () => expect(page.getByRole("row", { name: /Tavrin/ })).toContainText("9 of 10", { timeout: 1 }));
    await expect(rows).toHaveText([/^Nurio/, /^Tavrin/]);
    await page.getByRole("button", { name: "Brand", exact: true }).click();
    await expect(rows).toHaveText([/^Nurio/, /^Tavrin/]);
    await page.getByRole("button", { name: "Brand", exact: true }).click();
    await page.getByRole("button", { name: "Brand", exact: true }).click();
    await expect(rows).toHaveText([/^Tavrin/, /^Nurio/]);
  });
  await step("the most named brand is first, and the own brand is chosen", async () => {
    await submitAndFinish(platform, [{ promptSetID: await platform.createSet("Commuters", ["For the bus?"]), models: ["CHATGPT"] }]);
    await fakeMetrics(page, { brands, periods: ["2026-11-09", "2026-11-16"], answers: 10, prompts: 5 });
    await visit(page, labels, "/brands");
    const rows = page.getByRole("rowheader");
    await expect(rows).toHaveText([/^Nurio/, /^Tavrin/]);
    const row = page.getByRole("row", { name: /Nurio/ });
    await expect(row).toContainText("60%");
    await expect(row).toContainText("12 of 20");
    await expect(row.getByTitle("95% interval 39% to 78%")).toBeVisible();
    await expect(page.locator(".scope-total")).toHaveText("20 answers to 5 prompts Local");
    // Beside the rates, a tablet has room for the change and the share of voice.
    await page.setViewportSize({ width: 768, height: 900 });
    await expect(row.getByRole("cell").filter({ visible: true })).toHaveText([/60%/, "–", "80%", ""]);
    await expectNoHorizontalScroll(page, "the list of brands on a tablet");

    await expect(page.getByText(labels.ownBrand, { exact: true })).toHaveCount(0);
    await choose(page, labels, "Tavrin", labels.makeOwnBrand);
    await expect(page.getByRole("row", { name: /Tavrin/ }).getByText(labels.ownBrand, { exact: true })).toBeVisible();
    await expect(page.getByText("“Tavrin” is now your brand.")).toBeVisible();
    await expect(await actionOf(page, labels, "Tavrin", labels.edit)).toBeVisible();
    await expect(page.getByRole("button", { name: labels.makeOwnBrand, exact: true })).toHaveCount(0);
    await page.keyboard.press("Escape");
    await goTo(page, labels, labels.overview);
    await expect(page.getByRole("link", { name: "15% of answers mention Tavrin (3 of 20), second of 2 brands." })).toBeVisible();
  });
  await step("the numbers of brands are those of the last 30 days, compared with the days before, until others are chosen", async () => {
    await fakeMetrics(page, { brands, periods: ["2026-11-09", "2026-11-16"], answers: 10, prompts: 5, before: [6, 6] });
    const days = page.locator(".page-actions > p");
    await visit(page, labels, "/overview");
    for (const address of [`/brands/${nurio}`, "/brands"]) {
      await follow(page, `${address}?days=all`);
      await expect(days).toHaveText("All time");
      await expect(page.locator(".scope-total")).toHaveText(/^20 answers to 5 prompts/);
      const asked = page.waitForRequest(/\/metrics\/brands\?.*from=/);
      await follow(page, address);
      await expect(days).toHaveText("Last 30 days");
      expect(new URL((await asked).url()).searchParams.get("include")).toContain("before");
    }
    await expect(page.locator("td.brand-change").first()).toHaveText(/pts/);
  });
  await step("no answer can cite a brand without a website, which says so and where to add one", async () => {
    await fakeMetrics(page, { brands, periods: ["2026-11-09", "2026-11-16"], answers: 10, prompts: 5, before: [6, 6] });
    const site = page.locator(".brand-stats > div").last();
    const missing = "No website: add one to the brand.";
    const expectNothing = async (): Promise<void> => {
      await expect(page.locator(".brand-stats .stat-change")).toHaveCount(3);
      await expect(site.locator(".stat")).toHaveText("–");
      await expect(site.locator(".stat-change")).toHaveCount(0);
      await site.getByRole("button").click();
      await expect(site.locator(".stat-balloon")).toContainText(missing);
    };
    await visit(page, labels, "/overview");
    await expectNothing();
    await expect(site.getByRole("link", { name: missing, exact: true })).toHaveAttribute("href", `/brands/${tavrin}`);
    await visit(page, labels, `/brands/${nurio}?days=30`);
    await expectNothing();
    await expect(site.getByRole("link", { name: missing, exact: true })).toHaveCount(0);
    await platform.change(`v1/platform/brands/${nurio}`, { websites: ["https://nurio.example"] });
    await visit(page, labels, `/brands/${nurio}?days=30`);
    await expect(site.locator(".stat")).toHaveText("25%");
    await expect(site.locator(".stat-change")).toHaveCount(1);
  });
  await step("while a deletion can be undone, the sentences are hidden and nothing moves", async () => {
    await fakeMetrics(page, { brands, periods: ["2026-11-09", "2026-11-16"], answers: 10, prompts: 5 });
    await visit(page, labels, "/brands");
    await choose(page, labels, "Nurio", labels.makeOwnBrand);
    await expect(page.getByRole("row", { name: /Nurio/ }).getByText(labels.ownBrand, { exact: true })).toBeVisible();
    const finding = page.locator(".finding");
    await expect(finding).toContainText("Nurio (12 of 20)");
    const top = async () => (await page.locator(".brands-table").boundingBox())?.y;
    const before = await top();
    await choose(page, labels, "Tavrin", labels.remove);
    await expect(page.getByRole("rowheader", { name: "Tavrin" })).toBeHidden();
    await expect(finding).toBeHidden();
    expect(await top()).toBe(before);
    await page.getByRole("button", { name: labels.undo, exact: true }).click();
    await expect(finding).toBeVisible();
    expect(await top()).toBe(before);
  });
  await step("a brand has its color in all charts of its page", async () => {
    await fakeMetrics(page, { brands, periods: ["2026-11-09", "2026-11-16"], answers: 10, prompts: 5 });
    await visit(page, labels, "/brands");
    await page.getByRole("rowheader").getByRole("link", { name: "Tavrin" }).click();
    const line = page.getByRole("figure", { name: labels.mentionTrend }).locator("text[data-series]", { hasText: "Tavrin" });
    await expect(line).toHaveAttribute("data-series", "2");
    await expect(page.getByRole("figure", { name: labels.byModel }).locator(".chart-bar")).toHaveAttribute("data-series", "2");
  });
  await step("a brand leads to the parts of answers with its name, and to the words that go with its names", async () => {
    await platform.change(`v1/platform/brands/${tavrin}`, { synonyms: ["TVR Audio"] });
    await fakeMetrics(page, { brands, periods: ["2026-11-09", "2026-11-16"], answers: 10, prompts: 5 });
    await visit(page, labels, `/brands/${tavrin}?model=CHATGPT`);
    const link = (name: string) => page.getByRole("link", { name, exact: true });
    await expect(link("Excerpts with “Tavrin”")).toHaveAttribute("href", `/answers?model=CHATGPT&brand=${tavrin}&q=Tavrin`);
    await expect(link("Words used with “Tavrin”")).toHaveAttribute("href", "/words?model=CHATGPT&word=tavrin&word=tvr%20audio");
  });
  await step("the figures stay while answers are searched for a new brand", async () => {
    let counted: Counted = { brands, periods: ["2026-11-09", "2026-11-16"], answers: 10, prompts: 5 };
    await page.route("**/api/v1beta/platform/metrics/brands?*", (route) =>
      route.fulfill({ json: brandMetrics(counted, new URL(route.request().url()).searchParams) }),
    );
    await visit(page, labels, "/brands");
    const row = page.getByRole("row", { name: /Nurio/ });
    await expect(row).toContainText("12 of 20");
    const form = await openForm(page, labels);
    await form.getByLabel(labels.name, { exact: true }).fill("Bruvane");
    const few = brands.map((brand) => ({ ...brand, named: [1, 1] }));
    counted = { ...counted, brands: few, counted: 0 };
    await form.getByRole("button", { name: labels.save }).click();
    const note = page.getByText("Searched 0 of 20 answers for all brands so far.");
    await expect(note).toBeVisible();
    await expect(page.getByRole("row", { name: /Bruvane/ })).toContainText("–");
    await expect(row).toContainText("12 of 20");
    counted = { ...counted, brands, counted: undefined };
    await passTimeUntil(page, () => expect(note).toBeHidden({ timeout: 1 }));
    await expect(row).toContainText("12 of 20");
  });
});

organizationTest("everybody of an organization sees the brand that one of them has chosen", async ({ page, labels, organization, platform, pageErrors }) => {
  pageErrors.expect(/status of 400/);
  for (const name of ["Nurio", "Tavrin"]) await platform.write("v1/platform/brands", { name, synonyms: [] });
  await visit(page, labels, "/brands");
  const own = page.getByRole("row").filter({ has: page.getByText(labels.ownBrand, { exact: true }) });
  await page.route(`${BRANDS}/*`, (route) => route.fulfill({ status: 400, json: { code: "COMMON_VALIDATION", message: "no room" } }));
  await choose(page, labels, "Tavrin", labels.makeOwnBrand);
  await expect(page.getByText("no room")).toBeVisible();
  await expect(own).toHaveCount(0);
  await page.unroute(`${BRANDS}/*`);
  await choose(page, labels, "Tavrin", labels.makeOwnBrand);
  await expect(own).toContainText("Tavrin");
  await page.evaluate(() => localStorage.clear());
  await storeSession(page, organization.key);
  await visit(page, labels, "/brands");
  await expect(own).toHaveCount(1);
  await expect(own).toContainText("Tavrin");
  expect((await brandsOf(platform)).map(({ name, isOwn = false }) => [name, isOwn])).toEqual([["Tavrin", true], ["Nurio", false]]);
});
