import { expect, organizationTest, test } from "../fixtures";
import { visit } from "../sign-in";
import { labelsOf } from "../labels";

organizationTest("a chosen theme and a chosen language are saved and apply everywhere", async ({ page, labels, platform, step }) => {
  await step("a chosen theme is saved and applies before the first paint", async () => {
    const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    // The colors that the browser's own bars get.
    const barColors = () =>
      page.locator("meta[name=theme-color]").evaluateAll((elements) => {
        const colors = elements.filter((element): element is HTMLMetaElement => element instanceof HTMLMetaElement);
        return colors.filter(({ media }) => matchMedia(media).matches).map(({ content }) => content);
      });
    await page.emulateMedia({ colorScheme: "light" });
    await visit(page, labels, "/prompt-sets");
    const light = await background();
    await page.getByRole("button", { name: labels.menu }).click();
    const themes = page.getByRole("group", { name: labels.theme });
    await expect(themes.getByRole("radio", { name: labels.system })).toBeChecked();
    await themes.getByRole("radio", { name: labels.dark }).check();
    await expect.poll(background).not.toBe(light);
    const dark = await background();
    expect(await barColors()).toEqual(["#0d0e10"]);

    // Only the inline theme script runs here.
    await page.route("**/*.wasm", (route) => route.fulfill({ contentType: "application/wasm", body: "" }));
    await page.route("**/*.js", (route) => route.fulfill({ contentType: "text/javascript", body: "" }));
    await page.reload();
    expect(await background()).toBe(dark);
    expect(await barColors()).toEqual(["#0d0e10"]);
    await page.unrouteAll();

    await page.reload();
    await page.getByRole("button", { name: labels.menu }).click();
    await expect(themes.getByRole("radio", { name: labels.dark })).toBeChecked();
    await themes.getByRole("radio", { name: labels.system }).check();
    await expect.poll(background).toBe(light);
    expect(await barColors()).toEqual(["#f7f7f8"]);
    await page.emulateMedia({ colorScheme: "dark" });
    await expect.poll(background).toBe(dark);
  });
  await step("a chosen language is saved, and the document's lang attribute follows", async () => {
    await visit(page, labels, "/prompt-sets");
    await page.getByRole("button", { name: labels.menu }).click();
    await page.getByRole("group", { name: labels.language }).getByRole("radio", { name: "한국어" }).check();
    await expect(page.locator("html")).toHaveAttribute("lang", "ko");
    const navigation = page.getByRole("navigation", { name: labelsOf.ko.main });
    await expect(navigation.getByRole("link", { name: labelsOf.ko.prompts, exact: true })).toBeVisible();
    await expect(page).toHaveTitle(/프롬프트 세트/);

    const languages: (string | undefined)[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/api/v1/")) languages.push(request.headers()["accept-language"]);
    });
    await page.reload();
    await expect(navigation).toBeVisible();
    await expect(page.locator("html")).toHaveAttribute("lang", "ko");
    await expect(page.getByText(labelsOf.ko.noSets)).toBeVisible();
    expect(new Set(languages)).toEqual(new Set(["ko"]));
  });
  await step("a time is shown relative to now, and exactly on hover", async () => {
    await platform.createSet("Evergreen", []);
    await visit(page, labelsOf.ko, "/prompt-sets");
    const time = page.getByRole("row", { name: "Evergreen" }).locator("time").filter({ visible: true });
    await expect(time).toHaveText("방금");
    await time.hover();
    await expect(time).toHaveAttribute("title", /^20\d\d년 \d+월 \d+일 (오전|오후) \d+:\d\d$/);

    await page.getByRole("button", { name: labelsOf.ko.menu }).click();
    await page.getByRole("group", { name: labelsOf.ko.language }).getByRole("radio", { name: "English" }).check();
    await page.keyboard.press("Escape");
    await expect(time).toHaveText("just now");
    await time.hover();
    await expect(time).toHaveAttribute("title", /^[A-Z][a-z]+ \d+, 20\d\d at \d+:\d\d\s[AP]M$/);
  });
});

test.describe(() => {
  test.use({ locale: "en-GB" });

  organizationTest("dates are in the browser's own English", async ({ page, labels, platform }) => {
    await platform.createSet("Evergreen", []);
    await visit(page, labels, "/prompt-sets");
    const time = page.getByRole("row", { name: "Evergreen" }).locator("time").filter({ visible: true });
    await time.hover();
    await expect(time).toHaveAttribute("title", /^\d+ [A-Z][a-z]+ 20\d\d at \d\d:\d\d$/);
  });
});
