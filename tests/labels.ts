import * as alerts from "./labels/alerts";
import * as answers from "./labels/answers";
import * as brands from "./labels/brands";
import * as controls from "./labels/controls";
import * as digests from "./labels/digests";
import * as failures from "./labels/failures";
import * as frame from "./labels/frame";
import * as keywords from "./labels/keywords";
import * as mcp from "./labels/mcp";
import * as overview from "./labels/overview";
import * as prompts from "./labels/prompts";
import * as runs from "./labels/runs";
import * as schedules from "./labels/schedules";
import * as signIn from "./labels/sign-in";
import * as siteKeywords from "./labels/site-keywords";
import * as sources from "./labels/sources";
import * as webhooks from "./labels/webhooks";
import * as words from "./labels/words";

/** Both languages. */
export const languages = ["ko", "en"] as const;
export type Language = (typeof languages)[number];

const locales: Record<Language, string> = { ko: "ko-KR", en: "en-US" };

/** The accessible names that tests look for. A name is in the file of what it names, and in one file only. */
function labels(language: Language) {
  return {
    locale: locales[language],
    tag: language,
    ...alerts[language],
    ...answers[language],
    ...brands[language],
    ...controls[language],
    ...digests[language],
    ...failures[language],
    ...frame[language],
    ...keywords[language],
    ...mcp[language],
    ...overview[language],
    ...prompts[language],
    ...runs[language],
    ...schedules[language],
    ...signIn[language],
    ...siteKeywords[language],
    ...sources[language],
    ...webhooks[language],
    ...words[language],
  };
}

export type Labels = ReturnType<typeof labels>;
export const labelsOf: Record<Language, Labels> = { ko: labels("ko"), en: labels("en") };
