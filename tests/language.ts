import { expect, type Locator, type Page } from "@playwright/test";
import { expectFits, expectNoHorizontalScroll } from "./accessibility";
import { type Language, type Labels, labelsOf } from "./labels";

// What Korean texts write in Latin letters: the names of the models with their initials, and names of products and formats.
const LATIN = [
  ..."Briefing ChatGPT Claude Gemini Google Mode Naver Overview Perplexity Tab".split(" "),
  ..."Ch Go GA Px Ge NB NT Cl".split(" "),
  ..."AI API CSV PC PNG SVG UTC UTF".split(" "),
].join("|");

// Some names follow one another without a space, as in the options of a list. The letters of an id follow a digit.
const FOREIGN: Record<Language, RegExp> = {
  ko: new RegExp(`(?<![A-Za-z\\d])(?!(?:${LATIN})+(?![A-Za-z]))[A-Za-z]{2,}`),
  en: /[\u3131-\u318e\uac00-\ud7a3]/,
};

/** Asserts that a text has no words of the other language. It may not show texts of users, which are in any language. */
export async function expectLanguage(text: Locator, language: Language): Promise<void> {
  await expect(text).not.toContainText(FOREIGN[language]);
}

const NAMES: Record<Language, string> = { ko: "한국어", en: "English" };

/** Checks what the open page says in its language, then in the other one. The page is left in that, whose names are returned. */
export async function inEachLanguage(page: Page, labels: Labels, check: (labels: Labels) => Promise<void>): Promise<Labels> {
  await check(labels);
  const other = labelsOf[labels.tag === "ko" ? "en" : "ko"];
  await chooseLanguage(page, labels, other);
  await check(other);
  return other;
}

/** Checks as `inEachLanguage` does. The page is left in its language. */
export async function inBothLanguages(page: Page, labels: Labels, check: (labels: Labels) => Promise<void>): Promise<void> {
  await chooseLanguage(page, await inEachLanguage(page, labels, check), labels);
}

/** Asserts that an element has a text in each language, as in `inBothLanguages`. */
export async function expectTexts(page: Page, labels: Labels, element: Locator, texts: Record<Language, string | RegExp>): Promise<void> {
  await inBothLanguages(page, labels, ({ tag }) => expect(element).toHaveText(texts[tag]));
}

/** Asserts that the page fits as in `expectFits`, and that a phone has room for the texts of the other language, too. */
export async function expectFitsInBothLanguages(page: Page, labels: Labels, where: string, desktop?: number): Promise<void> {
  await expectFits(page, where, desktop);
  await inBothLanguages(page, labels, ({ tag }) => expectNoHorizontalScroll(page, `${where} on a phone, in the language ${tag}`));
}

/** Chooses a language in the settings menu. */
async function chooseLanguage(page: Page, from: Labels, to: Labels): Promise<void> {
  await page.getByRole("button", { name: from.menu }).click();
  await page.getByRole("banner").getByRole("radio", { name: NAMES[to.tag] }).check();
  await expect(page.locator("html")).toHaveAttribute("lang", to.tag);
  await page.keyboard.press("Escape");
}
