import { type BrowserContext, test as base, expect } from "@playwright/test";
import { createOrganization, type Organization } from "./organization";
import { type Language, type Labels, labelsOf } from "./labels";

interface Fixtures {
  /** The language of the browser. */
  language: Language;
  /** The accessible names in that language. */
  labels: Labels;
  /** An organization for this test alone, with 100 credits and no data. */
  organization: Organization;
  /** Errors that pages report. The test fails if any unexpected one is left at the end. */
  pageErrors: PageErrors;
}

/** The test function for the console. A test fails when any page it visits reports an error. */
export const test = base.extend<Fixtures>({
  language: ["en", { option: true }],
  locale: async ({ language }, use) => use(labelsOf[language].locale),
  timezoneId: "Asia/Seoul",
  labels: async ({ language }, use) => use(labelsOf[language]),
  organization: async ({}, use, info) => use(await createOrganization(info.title.slice(0, 100), 100)),
  pageErrors: [
    async ({ context }, use) => {
      const pageErrors = new PageErrors();
      await pageErrors.listenTo(context);
      await use(pageErrors);
      // What a page still asks for when its test ends has no answer.
      await Promise.all(context.pages().map((page) => page.unrouteAll({ behavior: "ignoreErrors" })));
      expect(pageErrors.all, "errors reported by the pages").toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

// Another tab may use up the rate limit of the same second. The client then retries.
const RATE_LIMITED = /the server responded with a status of 429/;

/** Collects console errors, uncaught exceptions, CSP violations and requests to other hosts. */
export class PageErrors {
  readonly all: string[] = [];
  private readonly expected: RegExp[] = [RATE_LIMITED];

  /** Ignores errors that match one of `patterns`, because the test causes them. */
  expect(...patterns: RegExp[]): void {
    this.expected.push(...patterns);
  }

  async listenTo(context: BrowserContext): Promise<void> {
    await context.addInitScript(() => {
      document.addEventListener("securitypolicyviolation", (event) => {
        console.error(`blocked by ${event.effectiveDirective}: ${event.blockedURI} ${event.sample}`);
      });
    });
    context.on("console", (message) => {
      if (message.type() === "error" || /panicked|unreachable/.test(message.text())) {
        this.add(`console: ${message.text()} (${message.location().url})`);
      }
    });
    context.on("weberror", (error) => this.add(`page: ${error.error().stack ?? error.error().message}`));
    context.on("request", (request) => {
      const url = new URL(request.url());
      if (/^(https?|wss?):$/.test(url.protocol) && url.hostname !== "127.0.0.1") this.add(`request to ${url.href}`);
    });
  }

  private add(error: string): void {
    if (!this.expected.some((pattern) => pattern.test(error))) this.all.push(error);
  }
}
