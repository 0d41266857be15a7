import { expect, type Locator } from "@playwright/test";
import type { Language } from "./labels";

// Korean names products in Latin letters, so one capitalized word is allowed.
const FOREIGN: Record<Language, RegExp> = { ko: /[A-Za-z]+(?: [a-z]+)+|\b[a-z]{3,}/, en: /[\u3131-\u318e\uac00-\ud7a3]/ };

/** Asserts that a text has no words of the other language. It may not show texts of users, which are in any language. */
export async function expectLanguage(text: Locator, language: Language): Promise<void> {
  await expect(text).not.toContainText(FOREIGN[language]);
}
