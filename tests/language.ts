import { expect, type Locator } from "@playwright/test";
import type { Language } from "./labels";

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
