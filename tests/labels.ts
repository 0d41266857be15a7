import { alerts } from "./labels/alerts";
import { answers } from "./labels/answers";
import { brands } from "./labels/brands";
import { controls } from "./labels/controls";
import { digests } from "./labels/digests";
import { failures } from "./labels/failures";
import { frame } from "./labels/frame";
import { keywords } from "./labels/keywords";
import { mcp } from "./labels/mcp";
import { overview } from "./labels/overview";
import { prompts } from "./labels/prompts";
import { runs } from "./labels/runs";
import { schedules } from "./labels/schedules";
import { signIn } from "./labels/sign-in";
import { siteKeywords } from "./labels/site-keywords";
import { sources } from "./labels/sources";
import { webhooks } from "./labels/webhooks";
import { words } from "./labels/words";

/** Both languages. */
export const languages = ["ko", "en"] as const;
export type Language = (typeof languages)[number];

/** The accessible names that tests look for. A name is in the file of what it names, and in one file only. */
const names = {
  locale: { en: "en-US", ko: "ko-KR" },
  ...alerts,
  ...answers,
  ...brands,
  ...controls,
  ...digests,
  ...failures,
  ...frame,
  ...keywords,
  ...mcp,
  ...overview,
  ...prompts,
  ...runs,
  ...schedules,
  ...signIn,
  ...siteKeywords,
  ...sources,
  ...webhooks,
  ...words,
};

/** The accessible names in one language. */
export type Labels = { tag: Language } & { [Name in keyof typeof names]: (typeof names)[Name][Language] };

function labels(language: Language): Labels {
  const texts = Object.entries(names).map(([name, text]) => [name, text[language]]);
  return { tag: language, ...Object.fromEntries(texts) };
}

export const labelsOf: Record<Language, Labels> = { ko: labels("ko"), en: labels("en") };
