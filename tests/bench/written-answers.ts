import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The documents that the local engine quotes, in Korean and English. */
const CORPUS = join(import.meta.dirname, "../../crates/engine/corpus");
/** Characters of a text: some 2 kB in UTF-8. */
const TEXT_LENGTH = { ko: 900, en: 1_950 };
/** One in this many words of a text is the name of a brand. */
const WORDS_PER_NAME = 60;
const ANSWERS_PER_RUN = 100;
const MODELS = ["CHATGPT", "CHATGPT", "CHATGPT", "CLAUDE", "CLAUDE", "PERPLEXITY"] as const;
const REGIONS = ["KR", "KR", "KR", "US", "JP"] as const;
/** The first run. Another follows every other hour. */
const FIRST = Date.UTC(2026, 7, 31);
const HOURS = 2 * 60 * 60 * 1_000;

/** A brand with its names. */
export interface WrittenBrand {
  name: string;
  synonyms: string[];
  websites: string[];
}

/** Answers of many runs, generated for each request, so that they are never all in memory. */
export interface WrittenAnswers {
  /** The runs, newest first. */
  readonly runs: { id: string; createdAt: string }[];
  /** The answers of a run. */
  ofRun(id: string): object[];
}

/** 20 brands with ten names each. */
export function writtenBrands(): WrittenBrand[] {
  const random = randomNumbers(20);
  const pick = (parts: string[]) => parts[Math.floor(random() * parts.length)] ?? "";
  const latin = () =>
    ["Kar Vel Nor Tis Mar Lum Bro Zen", "a e i o u", "do ix va no la th"].map((parts) => pick(parts.split(" "))).join("");
  const hangul = () => pick([..."누카벨노티루브제하모"]) + pick([..."리라닉오울센타보"]) + pick([..."오안스로미엘"]);
  const names = new Set<string>();
  while (names.size < 200) {
    const isLatin = random() < 0.5;
    const second = random() < 0.3 ? ` ${isLatin ? latin() : hangul()}` : "";
    names.add((isLatin ? latin() : hangul()) + second);
  }
  const all = [...names];
  return Array.from({ length: 20 }, (_, brand) => {
    const [name = "", ...synonyms] = all.slice(brand * 10, brand * 10 + 10);
    return { name, synonyms, websites: [`https://brand-${brand}.example`] };
  });
}

/** Writes `runs` runs of 100 answers of some 2 kB to `prompts`. Each word is drawn as often as it is in the engine's corpus. */
export function writeAnswers(runs: number, prompts: string[], brands: WrittenBrand[]): WrittenAnswers {
  const words = corpusWords();
  const names = brands.flatMap(({ name, synonyms }) => [name, ...synonyms]);
  const idOf = (kind: string, number: number) => `${kind}${String(number).padStart(21, "0")}`;
  const write = (run: number): object[] => {
    const random = randomNumbers(run + 1);
    const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
    const text = (language: "ko" | "en"): string => {
      const parts: string[] = [];
      for (let length = 0, inSentence = 0; length < TEXT_LENGTH[language]; inSentence += 1) {
        let word = random() * WORDS_PER_NAME < 1 ? pick(names) : pick(words[language]);
        if (inSentence > 6 && random() < 0.15) {
          word += random() < 0.3 ? ".\n\n" : ".";
          inSentence = 0;
        }
        parts.push(word);
        length += word.length + 1;
      }
      return parts.join(" ");
    };
    const phrase = (language: "ko" | "en", length: number) => Array.from({ length }, () => pick(words[language])).join(" ");
    return Array.from({ length: ANSWERS_PER_RUN }, (_, at) => {
      const number = run * ANSWERS_PER_RUN + at;
      const language = random() < 0.5 ? "ko" : "en";
      const source = () => {
        const domain = random() < 0.1 ? `brand-${Math.floor(random() * 20)}.example` : `site-${Math.floor(random() ** 3 * 800)}.example`;
        const url = `https://${domain}/${pick(words.en).toLowerCase()}/${Math.floor(random() ** 2 * 40)}`;
        return { url, title: phrase(language, 5), domain };
      };
      return {
        id: idOf("A", number),
        model: pick(MODELS),
        promptID: prompts[(run * 25 + at) % prompts.length],
        region: pick(REGIONS),
        status: "SUCCESS",
        content: text(language),
        query: phrase(language, 8),
        createdAt: new Date(FIRST + run * HOURS + at * 1_000).toISOString(),
        runID: idOf("R", run),
        markdownURL: `https://platform.example/answers/${idOf("A", number)}/markdown`,
        fanouts: Array.from({ length: Math.floor(random() * 4) }, () => phrase(language, 4)),
        sources: Array.from({ length: Math.floor(random() * 8) }, source),
      };
    });
  };
  const number = (id: string) => Number(id.slice(1));
  return {
    runs: Array.from({ length: runs }, (_, at) => runs - 1 - at).map((run) => ({
      id: idOf("R", run),
      createdAt: new Date(FIRST + run * HOURS).toISOString(),
    })),
    // Newest first, as platforms list them.
    ofRun: (id) => write(number(id)).reverse(),
  };
}

/** The words of the corpus, each as often as it is there, by language. */
function corpusWords(): Record<"ko" | "en", string[]> {
  const files = readdirSync(CORPUS, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".md")).sort();
  const all = files.flatMap((name) => readFileSync(join(CORPUS, name), "utf8").split(/\s+/));
  const words = all.filter((word) => /^[\p{L}\p{N}][\p{L}\p{N}.,-]*$/u.test(word));
  return {
    ko: words.filter((word) => /\p{Script=Hangul}/u.test(word)),
    en: words.filter((word) => /^[\x20-\x7e]+$/.test(word)),
  };
}

/** Numbers between 0 and 1, the same for the same seed. Source: mulberry32 by Tommy Ettinger. */
function randomNumbers(seed: number): () => number {
  let state = seed * 0x9e3779b1;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
