import type { Locator, Page } from "@playwright/test";
import { expectAccessible, expectNoHorizontalScroll } from "../accessibility";
import { expect, FAILURE, koreanOrganizationTest, organizationTest } from "../fixtures";
import { holdRequests } from "../held-requests";
import type { Labels } from "../labels";
import { expectLanguage, inBothLanguages } from "../language";
import { choose } from "../menus";
import type { Platform } from "../platform";
import { storeSession, visit } from "../sign-in";

const VIEWS = "v1beta/platform/saved-views";
const LIST = `**/api/${VIEWS}`;
const FILTERED = "/answers?model=CHATGPT&region=KR";
const VIEW = "한국ChatGPT답변만모아보는아주긴이름의보기_with_one_long_word";

/** The views of a page with filters are opened from its filters, which their suggested name has. */
async function openViewsOfFilters(page: Page, labels: Labels): Promise<Locator> {
  await page.getByRole("list", { name: labels.conditions }).getByRole("button", { name: labels.saveView }).click();
  const views = page.getByRole("dialog", { name: labels.savedViews });
  const korea = new Intl.DisplayNames([await page.evaluate(() => document.documentElement.lang)], { type: "region" }).of("KR");
  await expect(views.getByLabel(labels.name, { exact: true })).toHaveValue(`${labels.answers} · ChatGPT · ${korea}`);
  return views;
}

/** Saves a view as another program. */
async function save(platform: Platform, name: string, address: string): Promise<void> {
  await platform.write(VIEWS, { name, address });
}

/** Deletes all views, as another program. */
async function clear(platform: Platform): Promise<void> {
  const { savedViews } = await platform.read<{ savedViews: { id: string }[] }>(VIEWS);
  for (const { id } of savedViews) await platform.remove(`${VIEWS}/${id}`);
}

/** Types a new name of a view, and returns its field. */
async function rename(views: Locator, labels: Labels, view: string, name: string): Promise<Locator> {
  await choose(views, labels, view, labels.rename);
  const field = views.getByRole("rowheader").getByLabel(labels.name, { exact: true });
  await field.fill(name);
  return field;
}

async function openViews(page: Page, labels: Labels): Promise<Locator> {
  await page.getByRole("button", { name: labels.menu }).click();
  await page.getByRole("button", { name: labels.savedViews }).click();
  return page.getByRole("dialog", { name: labels.savedViews });
}

koreanOrganizationTest("a filtered page and a list of keywords are saved and opened again, where the platform can save views", async ({
  page,
  labels,
  platform,
  step,
}) => {
  await step("a filtered page is saved, opened again, renamed, deleted and brought back", async () => {
    await visit(page, labels, FILTERED);
    await inBothLanguages(page, labels, async (labels) => {
      const view = `${VIEW}_${labels.tag}`;
      const views = await openViewsOfFilters(page, labels);
      const name = views.getByLabel(labels.name, { exact: true });
      const selected = (): Promise<string> =>
        name.evaluate((field: HTMLInputElement) => field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0));
      await expect.poll(selected, "typing replaces the suggested name").toBe(await name.inputValue());
      await name.fill(view);
      await views.getByRole("button", { name: labels.saveView }).click();
      await expect(views.getByRole("link", { name: view })).toHaveAttribute("href", FILTERED);
      for (const [width, colorScheme] of [[320, "dark"], [1280, "light"]] as const) {
        await page.setViewportSize({ width, height: 800 });
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        await expectNoHorizontalScroll(page, `saved views at ${width} px`);
        await expectAccessible(page, `saved views at ${width} px`);
        const table = views.getByRole("table");
        const box = await views.boundingBox();
        for (const button of await table.getByRole("button").all()) {
          const { x, width } = (await button.boundingBox()) ?? { x: Infinity, width: 0 };
          expect(x + width, "no button is beyond the edge").toBeLessThanOrEqual((box?.x ?? 0) + (box?.width ?? 0));
        }
        expect(await table.evaluate((table) => table.scrollWidth <= (table.parentElement?.clientWidth ?? 0))).toBe(true);
      }
      await page.keyboard.press("Escape");
    });
    const views = await openViewsOfFilters(page, labels);
    await page.setViewportSize({ width: 320, height: 800 });
    await (await rename(views, labels, `${VIEW}_${labels.tag}`, "Weekly")).press("Enter");
    await expect(views.getByRole("link", { name: "Weekly" })).toBeVisible();
    await choose(views, labels, "Weekly", labels.remove);
    await expect(views.getByRole("link", { name: "Weekly" })).toBeHidden();
    await views.getByRole("button", { name: labels.undo }).click();
    await views.getByRole("link", { name: "Weekly" }).click();
    await expect(views).toBeHidden();
    await expect(page).toHaveURL(FILTERED);
  });
  await step("keywords are saved as a list, under a name made of them", async () => {
    await clear(platform);
    const keywords = ["무선 이어폰", "노이즈 캔슬링 이어폰", "골전도 이어폰", "10만원 이하 무선 이어폰", "운동할 때 쓰기 좋은 이어폰"];
    const list = `/keywords?provider=naver&q=${encodeURIComponent(keywords.join("\n"))}`;
    await visit(page, labels, list);
    const nameIn = ({ andOthers }: Labels): string => andOthers(keywords.slice(0, 4).join(", "), 1);
    await inBothLanguages(page, labels, async (labels) => {
      await page.getByRole("button", { name: labels.saveView, exact: true }).click();
      await expect(page.getByRole("dialog").getByLabel(labels.name, { exact: true })).toHaveValue(nameIn(labels));
      await page.keyboard.press("Escape");
    });
    const saved = nameIn(labels);
    await page.getByRole("button", { name: labels.saveView, exact: true }).click();
    const views = page.getByRole("dialog", { name: labels.savedViews });
    await views.getByLabel(labels.name, { exact: true }).press("Enter");
    await expect(views.getByRole("rowheader")).toHaveText([saved]);
    await page.keyboard.press("Escape");
    await page.getByRole("textbox", { name: labels.keywords }).fill("헤드폰");
    await page.getByRole("button", { name: labels.lookUp }).click();
    await expect(page.getByRole("rowheader").getByText("헤드폰", { exact: true })).toBeVisible();
    await (await openViews(page, labels)).getByRole("link", { name: saved }).click();
    await expect(page.getByRole("textbox", { name: labels.keywords })).toHaveValue(keywords.join("\n"));
    for (const keyword of keywords) await expect(page.getByRole("rowheader").getByText(keyword, { exact: true })).toBeVisible();
  });
  await step("a platform that cannot save views says so in one sentence", async () => {
    await page.route(LIST, (route) => route.fulfill({ status: 404, body: "404 page not found" }));
    await visit(page, labels, "/runs");
    const views = await openViews(page, labels);
    await expect(views.getByText(labels.noSavingOfViews)).toBeVisible();
    await expectLanguage(views, labels.tag);
    await expect(views.getByLabel(labels.name, { exact: true })).toHaveCount(0);
    await expect(views.getByRole("alert")).toHaveCount(0);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+k");
    const palette = page.getByRole("dialog", { name: labels.palette });
    await expect(palette.getByRole("option", { name: labels.runs }).first()).toBeVisible();
    await page.waitForLoadState("networkidle");
    await expect(palette.getByRole("alert")).toHaveCount(0);
  }, /status of 404/);
});

organizationTest("views are listed as texts, renamed, opened by the palette and kept when something fails", async ({
  page,
  labels,
  platform,
  step,
}) => {
  await step("a list that cannot be read can be asked for again", async () => {
    await page.route(LIST, (route) => route.fulfill(FAILURE));
    await visit(page, labels, "/runs");
    const views = await openViews(page, labels);
    await expect(views.getByRole("alert")).toContainText("request-4711");
    await page.unroute(LIST);
    await views.getByRole("button", { name: labels.retry }).click();
    await expect(views.getByText("No saved views yet.")).toBeVisible();
  }, /status of 500/);
  await step("a view that the platform cannot store is reported, and its name and the list stay, the name as a draft", async () => {
    await save(platform, "First", "/prompts");
    await visit(page, labels, "/runs");
    const views = await openViews(page, labels);
    const name = views.getByLabel(labels.name, { exact: true });
    await name.fill("Weekly");
    await page.route(LIST, (route) => route.fulfill(FAILURE));
    await page.keyboard.press("Enter");
    await expect(views.getByRole("alert")).toContainText("request-4711");
    await expect(name).toHaveValue("Weekly");
    await expect(views.getByRole("rowheader")).toHaveText(["First"]);
    await page.unroute(LIST);
    await page.keyboard.press("Escape");
    await openViews(page, labels);
    await expect(name).toHaveValue("Weekly");
    await views.getByRole("button", { name: "Discard draft" }).click();
    await expect(name).toHaveValue(labels.runs);
  }, /status of 500/);
  await step("a hostile name stays text, and an address that leads elsewhere is not listed", async () => {
    const id = (at: number) => String(at).padStart(22, "0");
    const addresses = ["//evil.example", "/\\evil.example", "https://evil.example", "javascript:alert(1)", "/sign-in?next=/runs", "/\t/evil.example"];
    const hostile = addresses.map((address, at) => ({ id: id(at), name: `Hostile ${at}`, address }));
    const html = { id: id(99), name: "<img src=x onerror=alert(1)>\u202e", address: "/prompts" };
    await page.route(LIST, (route) => route.fulfill({ json: { savedViews: [...hostile, html] } }));
    await visit(page, labels, "/runs");
    const views = await openViews(page, labels);
    await expect(views.getByRole("rowheader")).toHaveText(["<img src=x onerror=alert(1)>[U+202E]"]);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+k");
    const palette = page.getByRole("dialog", { name: labels.palette });
    await palette.getByRole("combobox").fill("onerror");
    await expect(palette.getByRole("option")).toHaveCount(1);
    await palette.getByRole("combobox").fill("hostile");
    await expect(palette.getByRole("option")).toHaveCount(0);
  });
  await step("the palette opens a view that was saved since the page was loaded", async () => {
    await clear(platform);
    await visit(page, labels, "/runs");
    await save(platform, "Weekly", FILTERED);
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: labels.paletteField }).fill("week");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(FILTERED);
  });
  await step("of a list that is longer than an address, the button says how many keywords are saved", async () => {
    await clear(platform);
    const keywords = Array.from({ length: 100 }, (_, at) => `${at}번째로 찾아보는 무선 이어폰`);
    await visit(page, labels, "/keywords");
    await page.getByRole("textbox", { name: labels.keywords }).fill(keywords.join("\n"));
    await page.getByRole("button", { name: labels.lookUp }).click();
    const save = page.getByRole("button", { name: /^Save the first \d+$/ });
    await expect(save).toBeVisible();
    const fitting = new URL(page.url()).searchParams.get("q")?.split("\n") ?? [];
    expect(fitting).toEqual(keywords.slice(0, fitting.length));
    await expect(save).toHaveText(`Save the first ${fitting.length}`);
    await save.click();
    const views = page.getByRole("dialog", { name: labels.savedViews });
    await views.getByLabel(labels.name, { exact: true }).fill("Long");
    await page.keyboard.press("Enter");
    await expect(views.getByRole("link", { name: "Long", exact: true })).toBeVisible();
    const { savedViews } = await platform.read<{ savedViews: { address: string }[] }>(VIEWS);
    expect(savedViews.map(({ address }) => new URL(address, page.url()).searchParams.get("q")?.split("\n"))).toEqual([fitting]);
  });
  await step("a rename continues when another view is deleted, and saving a view is announced and empties the field", async () => {
    await clear(platform);
    await save(platform, "Second", "/prompts");
    await save(platform, "First", "/runs");
    await visit(page, labels, "/runs");
    const views = await openViews(page, labels);
    const newName = await rename(views, labels, "Second", "Weekly");
    await choose(views, labels, "First", labels.remove);
    await expect(newName).toHaveValue("Weekly");
    await newName.press("Enter");
    await expect(views.getByRole("rowheader")).toHaveText(["Weekly"]);
    await expect(views.getByRole("link", { name: "Weekly" })).toHaveAttribute("href", "/prompts");

    const field = views.getByLabel(labels.name, { exact: true });
    await field.fill("All runs");
    await field.press("Enter");
    await expect(views.getByRole("status")).toHaveText("Saved the view “All runs”.");
    await expect(field).toHaveValue("");
    await expect(field).not.toHaveAttribute("aria-invalid", "true");
    await page.keyboard.press("Escape");
    await openViews(page, labels);
    await expect(field).toHaveValue(labels.runs);
  });
  await step("a list that cannot be read again keeps what is typed, and shows a new name when it is read", async () => {
    await clear(platform);
    await save(platform, "Second", "/prompts");
    await save(platform, "First", "/runs");
    await visit(page, labels, "/runs");
    const views = await openViews(page, labels);
    const newName = await rename(views, labels, "Second", "Weekly");
    await page.route(LIST, (route) => route.fulfill(FAILURE));
    await choose(views, labels, "First", labels.remove);
    await expect(views.getByText("request-4711")).toBeVisible();
    await expect(newName).toHaveValue("Weekly");
    await page.unroute(LIST);
    await views.getByRole("button", { name: labels.retry }).click();
    await expect(views.getByRole("rowheader")).toHaveCount(1);
    await expect(newName).toHaveValue("Weekly");

    const respond = await holdRequests(page, LIST);
    const read = page.waitForRequest(LIST);
    await newName.press("Enter");
    await read;
    await expect(newName).toHaveValue("Weekly");
    respond();
    await expect(views.getByRole("link", { name: "Weekly" })).toBeFocused();
  }, /status of 500/);
});

organizationTest("a view that one browser saves is seen, renamed and deleted by another", async ({ page, labels, organization, browser, pageErrors }) => {
  const another = await browser.newContext();
  await pageErrors.listenTo(another);
  pageErrors.expect(/status of 404/);
  const colleague = await another.newPage();
  await visit(page, labels, FILTERED);
  const views = await openViewsOfFilters(page, labels);
  await views.getByLabel(labels.name, { exact: true }).fill("Weekly");
  await page.keyboard.press("Enter");
  await expect(views.getByRole("rowheader")).toHaveText(["Weekly"]);

  await storeSession(colleague, organization.key);
  await visit(colleague, labels, "/runs");
  const same = await openViews(colleague, labels);
  await (await rename(same, labels, "Weekly", "Monthly")).press("Enter");
  await expect(same.getByRole("link", { name: "Monthly" })).toHaveAttribute("href", FILTERED);
  await choose(same, labels, "Monthly", labels.remove);
  await expect(same.getByRole("rowheader")).toHaveCount(0);

  // The first browser still lists it.
  await (await rename(views, labels, "Weekly", "Daily")).press("Enter");
  await expect(views.getByText("The view “Weekly” has already been deleted.")).toBeVisible();
  await expect(views.getByRole("rowheader")).toHaveCount(0);
  await expect(views.getByLabel(labels.name, { exact: true })).toBeFocused();
  await another.close();
});

organizationTest("views belong to an organization, and there are at most fifty", async ({ page, labels, platform, pageErrors }) => {
  pageErrors.expect(/status of 409/);
  for (let at = 0; at < 49; at++) await save(platform, `View ${at}`, `/runs?view=${at}`);
  await visit(page, labels, "/runs");
  const views = await openViews(page, labels);
  await expect(views.getByRole("rowheader")).toHaveText(Array.from({ length: 49 }, (_, at) => `View ${48 - at}`));
  // Somebody else takes the last place.
  await save(platform, "Last", "/prompts");
  await views.getByRole("button", { name: labels.saveView }).click();
  await expect(views.getByRole("alert")).toContainText("An organization can have at most 50 saved views. Delete one first.");
  await page.keyboard.press("Escape");
  await openViews(page, labels);
  await expect(views.getByRole("rowheader")).toHaveCount(50);
  await expect(views.getByText("There is room for 50 views. Delete one to save another.")).toBeVisible();
  await expect(views.getByRole("button", { name: labels.saveView })).toBeHidden();
  await choose(views, labels, "View 7", labels.remove);
  await expect(views.getByRole("button", { name: labels.saveView })).toBeVisible();
});
