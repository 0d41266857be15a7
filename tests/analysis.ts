import type { Page } from "@playwright/test";

/** A brand and the counts that the fake worker reports for it. */
export interface CountedBrand {
  id: string;
  name: string;
  /** The answers that name it in each period. `null` is a period without answers. */
  named: (number | null)[];
}

/** What the fake worker reports. */
export interface Counted {
  brands: CountedBrand[];
  /** The first days of the periods, as in `2026-11-16`. */
  periods: string[];
  /** The answers of each period that has some. */
  answers: number;
  /** How the prompts and models of each period differ from the one before. They do not by default. */
  sampleChanges?: (object | null)[];
  /** The prompts of all answers. */
  prompts: number;
  /** The number of kept answers, and of all. They are equal by default. */
  coverage?: { kept: number; total: number };
  /** The values of other questions than that for the report, by the names of the questions. Those about one brand have none. */
  values?: Record<string, unknown>;
  /** The names of questions that have no reply before `answerHeld`. */
  held?: string[];
}

/**
 * Replaces the analysis worker with a fake that replies at once, from given counts. Tests that use it are about what a page does with a
 * report. Tests of the worker itself use the real one.
 */
export async function fakeAnalysisWorker(page: Page, counted: Counted): Promise<void> {
  await page.addInitScript((counted) => {
    const { brands, periods, answers, prompts } = counted;
    const sum = (named: (number | null)[]): number => named.reduce<number>((sum, count) => sum + (count ?? 0), 0);
    const withAnswers = brands[0]?.named.filter((count) => count !== null).length ?? 0;
    const all = { answers: answers * withAnswers, prompts };
    const rate = (numerator: number, sample: object) => ({ numerator, sample });
    const voices = brands.reduce((total, { named }) => total + sum(named), 0);
    const report = {
      sample: all,
      brands: brands.map(({ id, name, named }) => ({
        id,
        name,
        visibility: {
          mentionRate: rate(sum(named), all),
          shareOfVoice: { numerator: sum(named), denominator: voices, sample: all },
          firstPosition: { distribution: [sum(named)], sample: { answers: sum(named), prompts } },
        },
        citations: {
          ownSite: rate(2, { answers: 8, prompts }),
          namedAndCited: { both: 2, namedOnly: sum(named) - 2, citedOnly: 0, neither: all.answers - sum(named) },
          sourceClasses: { own: 3, otherBrands: 4, rest: 13, sample: { answers: 8, prompts } },
        },
      })),
      series: periods.map((firstDay, index) => {
        const sample = { answers, prompts };
        const voicesThen = brands.reduce((total, { named }) => total + (named[index] ?? 0), 0);
        const points = brands.map(({ named }) => ({
          mentionRate: rate(named[index] ?? 0, sample),
          shareOfVoice: { numerator: named[index] ?? 0, denominator: voicesThen, sample },
        }));
        return { firstDay, brands: brands[0]?.named[index] === null ? null : points, sampleChange: counted.sampleChanges?.[index] ?? null };
      }),
    };
    const { kept, total } = counted.coverage ?? { kept: all.answers, total: all.answers };
    const coverage = { kept, total, missingRuns: kept === total ? 0 : 1 };
    const status = { phase: "done", kept, total, bytes: 1_000, place: "memory", revision: 1 };

    const nothing = {
      movements: null,
      unnamedSearches: { searches: 0, unnamed: 0, mostRun: [] },
      promptRates: { prompts: 0, highest: [] },
      citedRivals: [],
      reproducibility: null,
      sourceClassTrend: [],
      newNames: { searched: 0, added: 0, examples: [] },
    };
    const values: Record<string, unknown> = { ...nothing, ...counted.values };

    /** The replies that are held. `null` when none are held any more. */
    let waiting: (() => void)[] | null = [];

    /** The part of a list that a question asks for. */
    const part = (value: unknown, { skip = 0, limit }: { skip?: number; limit?: number }): unknown => {
      const { mostAsked } = (value ?? {}) as { mostAsked?: unknown[] };
      return mostAsked ? { ...(value as object), mostAsked: mostAsked.slice(skip, skip + Math.min(limit ?? 20, 200)) } : value;
    };

    class FakeWorker {
      onmessage?: (event: { data: string }) => void;
      onerror?: () => void;
      onmessageerror?: () => void;

      private isOpen = false;

      constructor() {
        this.send("ready");
      }

      postMessage(text: string): void {
        // Like the real one, which may start before the program of the page listens.
        if (!this.isOpen) this.send({ status });
        this.isOpen = true;
        const message = JSON.parse(text);
        if (!message.ask) return;
        const { slot, number } = message.ask;
        const question = JSON.parse(message.ask.question);
        const [name = ""] = Object.keys(question);
        const value = JSON.stringify(name in values ? part(values[name], question[name]) : report);
        const reply = () => this.send({ reply: { slot, number, reply: { Ok: { value, coverage } } } });
        if (counted.held?.includes(name) && waiting) waiting.push(reply);
        else reply();
      }

      terminate(): void {}

      private send(message: unknown): void {
        setTimeout(() => this.onmessage?.({ data: JSON.stringify(message) }));
      }
    }
    const answerHeld = (): void => {
      waiting?.forEach((reply) => reply());
      waiting = null;
    };
    Object.assign(globalThis, { Worker: FakeWorker, answerHeld });
  }, counted);
}

/** Lets the fake worker answer the questions that it held. */
export async function answerHeld(page: Page): Promise<void> {
  await page.evaluate(() => (globalThis as unknown as { answerHeld(): void }).answerHeld());
}
