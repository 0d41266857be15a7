import { expect, test } from "../console";
import { Platform } from "../platform";
import { signIn } from "../sign-in";
import { wordsOf } from "../words";

for (const [language, words] of Object.entries(wordsOf)) {
  test.describe(`a browser that prefers ${language}`, () => {
    test.use({ language: words.tag as "ko" | "en" });

    test("gets its language from the first sight on", async ({ page }) => {
      await page.goto("/");
      await expect(page.getByRole("button", { name: words.signIn, exact: true })).toBeVisible();
      await expect(page.locator("html")).toHaveAttribute("lang", words.tag);
    });
  });
}

test("a language that is chosen stays, and the document's language follows", async ({ page, words, organization }) => {
  await signIn(page, words, organization.key);
  await page.getByRole("button", { name: words.menu }).click();
  await page.getByRole("group", { name: words.language }).getByRole("radio", { name: "한국어" }).check();
  await expect(page.locator("html")).toHaveAttribute("lang", "ko");
  const navigation = page.getByRole("navigation", { name: wordsOf.ko.main });
  await expect(navigation.getByRole("link", { name: wordsOf.ko.prompts, exact: true })).toBeVisible();
  await expect(page).toHaveTitle(/프롬프트 세트/);

  const languages: (string | undefined)[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/v1/")) languages.push(request.headers()["accept-language"]);
  });
  await page.reload();
  await expect(navigation).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "ko");
  await expect(page.getByText(wordsOf.ko.noSets)).toBeVisible();
  expect(new Set(languages)).toEqual(new Set(["ko"]));
});

test("a point in time is told by how long ago it was, and exactly on hover", async ({ page, words, organization }) => {
  await new Platform(organization.key).makeSet("Evergreen", []);
  await signIn(page, words, organization.key);
  const time = page.getByRole("row", { name: "Evergreen" }).locator("time").filter({ visible: true });
  await expect(time).toHaveText("now");
  await time.hover();
  await expect(time).toHaveAttribute("title", /^[A-Z][a-z]+ \d+, 20\d\d at \d+:\d\d\s[AP]M$/);

  await page.getByRole("button", { name: words.menu }).click();
  await page.getByRole("group", { name: words.language }).getByRole("radio", { name: "한국어" }).check();
  await page.keyboard.press("Escape");
  await expect(time).toHaveText("지금");
  await time.hover();
  await expect(time).toHaveAttribute("title", /^20\d\d년 \d+월 \d+일 (오전|오후) \d+:\d\d$/);
});

test("a theme that is chosen stays from before the first paint on", async ({ page, words, organization }) => {
  const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  await page.emulateMedia({ colorScheme: "light" });
  await signIn(page, words, organization.key);
  const light = await background();
  await page.getByRole("button", { name: words.menu }).click();
  const themes = page.getByRole("group", { name: words.theme });
  await expect(themes.getByRole("radio", { name: words.system })).toBeChecked();
  await themes.getByRole("radio", { name: words.dark }).check();
  await expect.poll(background).not.toBe(light);
  const dark = await background();

  // No script but the start script has run by then.
  await page.route("**/*.wasm", (route) => route.fulfill({ contentType: "application/wasm", body: "" }));
  await page.route("**/*.js", (route) => route.fulfill({ contentType: "text/javascript", body: "" }));
  await page.reload();
  expect(await background()).toBe(dark);
  await page.unrouteAll();

  await page.reload();
  await page.getByRole("button", { name: words.menu }).click();
  await expect(themes.getByRole("radio", { name: words.dark })).toBeChecked();
  await themes.getByRole("radio", { name: words.system }).check();
  await expect.poll(background).toBe(light);
  await page.emulateMedia({ colorScheme: "dark" });
  await expect.poll(background).toBe(dark);
});
