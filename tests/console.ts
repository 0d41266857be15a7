import { type BrowserContext, test as base, expect } from "@playwright/test";
import { makeOrganization, type Organization } from "./organization";
import { type Language, type Words, wordsOf } from "./words";

interface Given {
  /** The language of the browser. */
  language: Language;
  /** What is called how in that language. */
  words: Words;
  /** An organization of the test's own, with 100 credits and nothing else. */
  organization: Organization;
  /** What went wrong behind the page. Anything that is left in it at the end fails the test. */
  complaints: Complaints;
}

/** Tests of the console. Each fails when any page it visits complains. */
export const test = base.extend<Given>({
  language: ["en", { option: true }],
  locale: async ({ language }, use) => use(wordsOf[language].locale),
  timezoneId: "Asia/Seoul",
  words: async ({ language }, use) => use(wordsOf[language]),
  organization: async ({}, use, info) => use(await makeOrganization(info.title.slice(0, 100), 100)),
  complaints: [
    async ({ context }, use) => {
      const complaints = new Complaints();
      await complaints.listenTo(context);
      await use(complaints);
      expect(complaints.all, "what the pages complained about").toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

// A call may be refused for what another tab has sent in the same second: the client sends it again.
const RATE_LIMITED = /the server responded with a status of 429/;

/** Errors, refusals of the content security policy, and requests to other hosts. */
export class Complaints {
  readonly all: string[] = [];
  private readonly expected: RegExp[] = [RATE_LIMITED];

  /** Takes what matches for a part of the test. */
  expect(...patterns: RegExp[]): void {
    this.expected.push(...patterns);
  }

  async listenTo(context: BrowserContext): Promise<void> {
    await context.addInitScript(() => {
      document.addEventListener("securitypolicyviolation", (event) => {
        console.error(`refused by ${event.effectiveDirective}: ${event.blockedURI} ${event.sample}`);
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

  private add(complaint: string): void {
    if (!this.expected.some((pattern) => pattern.test(complaint))) this.all.push(complaint);
  }
}
