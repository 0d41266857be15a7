import type { Page } from "@playwright/test";
import { demo } from "./platform";

/** A brand and the counts that the fake platform reports for it. */
export interface CountedBrand {
  id: string;
  name: string;
  /** The answers that name it in each period. `null` is a period without answers. */
  named: (number | null)[];
}

/** What the fake platform reports. */
export interface Counted {
  /** The brands, most named first. */
  brands: CountedBrand[];
  /** The first days of the periods, as in `2026-11-16`. */
  periods: string[];
  /** The answers of each period that has some. */
  answers: number;
  /** How the prompts and models of each period differ from the one before. They do not by default. */
  sampleChanges?: (object | null)[];
  /** Whether the scope cuts each period. It does not by default. */
  partial?: boolean[];
  /** The prompts of all answers. */
  prompts: number;
  /** The answers that named each brand in the period before, which had as many answers. */
  before?: number[];
  /** How many answers are counted while the others are searched for a brand. All by default. */
  counted?: number;
  /** Fields of each brand that differ from those of the fake, and such fields in the period before. */
  brand?: object;
  brandBefore?: object;
  /** Fields of all answers that differ from those of the fake. */
  all?: object;
  /** The citations of each period by owner: own, of other brands, and the rest. */
  classes?: ([number, number, number] | null)[];
  /** The responses of other operations than that of brands, by the ends of their paths. */
  values?: Record<string, unknown>;
}

/** Answers that are counted, as the platform describes them. */
export function sample(answers: number, prompts: number): object {
  return { answers, prompts, tier: answers >= 100 && prompts >= 50 ? "DIRECTIONAL" : "EXPLORATORY" };
}

/** A rate with its interval, as the platform computes it. */
export function rate(numerator: number, answers: number): object {
  if (answers === 0) return { numerator };
  const [z, value] = [1.959963984540054, numerator / answers];
  const center = value + (z * z) / (2 * answers);
  const distance = z * Math.sqrt((value * (1 - value)) / answers + (z * z) / (4 * answers * answers));
  const scale = 1 + (z * z) / answers;
  return { numerator, value, interval: { lower: (center - distance) / scale, upper: (center + distance) / scale } };
}

/** The answers of all periods. */
const total = ({ brands, answers }: Counted) => answers * (brands[0]?.named.filter((count) => count !== null).length ?? 1);
const sum = (named: (number | null)[]) => named.reduce<number>((sum, count) => sum + (count ?? 0), 0);
const share = (part: number, all: number) => (all > 0 ? part / all : undefined);

function coverageOf(counted: Counted): object {
  return { answers: total(counted), counted: counted.counted ?? total(counted) };
}

/** The response of the operation of brands, for the brands of the request. */
export function brandMetrics(counted: Counted, query = new URLSearchParams()): object {
  const { brands, periods, answers, prompts } = counted;
  const asked = query.getAll("brandID");
  const shown = (asked.length > 0 ? brands.filter(({ id }) => asked.includes(id)) : brands).slice(0, Number(query.get("limit") ?? 20));
  const all = total(counted);
  const namings = brands.reduce((total, { named }) => total + sum(named), 0);
  const groupOf = (namedOf: (brand: CountedBrand) => number, fields = counted.brand) => ({
    sample: sample(all, prompts),
    naming: sample(all, prompts),
    namings,
    citing: sample(8, prompts),
    citations: 20,
    ownedCitations: 7,
    brands: shown.map((brand) => {
      const named = namedOf(brand);
      return {
        mentionRate: rate(named, all),
        shareOfVoice: share(named, namings),
        named: sample(named, prompts),
        meanPosition: named > 0 ? 1 : undefined,
        positions: [named],
        citationRate: rate(2, 8),
        mentionedAndCited: { both: 2, mentionedOnly: named - 2, citedOnly: 0, neither: all - named },
        sourceClasses: { own: 3, otherBrands: 4, rest: 13 },
        citedInstead: [],
        ...fields,
      };
    }),
    ...counted.all,
  });
  const group = groupOf(({ named }) => sum(named));
  const points = periods.map((day, index) => {
    const isGap = brands[0]?.named[index] === null || counted.classes?.[index] === null;
    const namings = brands.reduce((total, { named }) => total + (named[index] ?? 0), 0);
    const [own, others, rest] = counted.classes?.[index] ?? [0, 0, 0];
    const ofBrand = ({ named }: CountedBrand) => ({
      mentionRate: rate(named[index] ?? 0, answers),
      shareOfVoice: share(named[index] ?? 0, namings),
      citationRate: rate(0, 0),
      ownCitations: own,
    });
    return {
      day,
      sample: isGap ? sample(0, 0) : sample(answers, prompts),
      naming: isGap ? sample(0, 0) : sample(answers, prompts),
      namings: isGap ? 0 : namings,
      citing: 0,
      citations: own + others + rest,
      ownedCitations: own + others,
      brands: isGap ? [] : shown.map(ofBrand),
      sampleChange: counted.sampleChanges?.[index] ?? undefined,
      partial: counted.partial?.[index],
    };
  });
  return {
    coverage: coverageOf(counted),
    totalBrands: brands.length,
    brands: shown.map(({ id, name }) => ({ id, name })),
    all: group,
    before: counted.before && query.get("include")?.includes("before") ? groupOf((brand) => counted.before?.[brands.indexOf(brand)] ?? 0, counted.brandBefore) : undefined,
    models: query.get("include")?.includes("models") ? [{ model: "CHATGPT", group }] : undefined,
    series: query.has("interval") ? { points } : undefined,
  };
}

/** The cited domains of the demo. They are read once: they stay. */
let citedDomains: Promise<unknown> | undefined;

/**
 * Replaces the metrics of the platform by those of given counts. Tests that use it are about what a page does with a response. What
 * the platform counts is tested with the server.
 */
export async function fakeMetrics(page: Page, counted: Counted): Promise<void> {
  const coverage = coverageOf(counted);
  const nothing = {
    prompts: { coverage, all: { prompts: 0, answers: 0, mentionRate: rate(0, 0), behind: 0 }, totalPrompts: 0, brands: [], prompts: [], nextCursor: null },
    movements: { coverage, comparison: null },
    "source-trend": { points: [] },
    "unnamed-searches": { coverage, totalSearches: 0, totalUnnamed: 0, searches: [] },
    "prompts-without-search": { totalPrompts: 0, totalWithoutSearch: 0, prompts: [], nextCursor: null },
    answers: { coverage, totalAnswers: 0, answers: [], nextCursor: null },
    "answer-texts": { answers: [], searched: 0, nextCursor: null },
    mentions: { brands: [], answers: [] },
    "brand-preview": { searched: 0, added: 0, examples: [] },
  };
  const parts: Record<string, unknown> = { ...nothing, ...counted.values };
  citedDomains ??= demo().platform.read("v1/platform/statistics/source-domains");
  const sourceDomains = await citedDomains;
  const highlights = { movements: parts.movements, unnamedSearches: parts["unnamed-searches"], sourceDomains };
  const values: Record<string, unknown> = { highlights, ...parts };
  await page.route("**/api/v1beta/platform/metrics/**", (route) => {
    const { pathname, searchParams } = new URL(route.request().url());
    const name = pathname.split("/").pop() ?? "";
    return route.fulfill({ json: name === "brands" ? brandMetrics(counted, searchParams) : values[name] });
  });
}
