import { type BrowserContext, test as base, expect } from "@playwright/test";
import { createOrganization, type Organization } from "./organization";
import { type Language, type Labels, labelsOf } from "./labels";
import { demo, Platform } from "./platform";
import { storeSession } from "./sign-in";

interface Fixtures {
  /** The language of the browser. */
  language: Language;
  /** The accessible names in that language. */
  labels: Labels;
  /** An organization for this test alone, with 100 credits and no data. */
  organization: Organization;
  /** The API, called as that organization. */
  platform: Platform;
  /** Errors that pages report. The test fails if any unexpected one is left at the end. */
  pageErrors: PageErrors;
  /**
   * Runs one of several steps that do not build on each other. It may cause errors that match one of `errors`. After it, the page is
   * as at the start of a test, except for what the device stores, as a session: it has left the console, and there are no routes, no
   * drafts, and no other size or color scheme. A step that fails does not keep the next ones from running.
   */
  step(title: string, act: () => Promise<void>, ...errors: RegExp[]): Promise<void>;
}

/** The test function for the console. A test fails when any page it visits reports an error. */
export const test = base.extend<Fixtures>({
  language: ["en", { option: true }],
  locale: async ({ language }, use) => use(labelsOf[language].locale),
  timezoneId: "Asia/Seoul",
  labels: async ({ language }, use) => use(labelsOf[language]),
  organization: async ({}, use, info) => use(await createOrganization(info.title.slice(0, 100), 100)),
  platform: async ({ organization }, use) => use(new Platform(organization.key)),
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
  step: async ({ page, context, pageErrors }, use) => {
    const size = page.viewportSize();
    const failures: unknown[] = [];
    await use(async (title, act, ...errors) => {
      const unexpect = pageErrors.expect(...errors);
      pageErrors.step = title;
      await base.step(title, act).catch((failure: unknown) => failures.push(failure));
      await context.setOffline(false);
      if (page.url() !== "about:blank") await page.evaluate(() => sessionStorage.clear());
      // What the page still asks for has no answer without its routes.
      await page.goto("about:blank");
      await page.unrouteAll({ behavior: "ignoreErrors" });
      await page.emulateMedia({ media: null, colorScheme: null, reducedMotion: null });
      if (size) await page.setViewportSize(size);
      await page.mouse.move(0, 0);
      unexpect();
    });
    if (failures.length === 1) throw failures[0];
    if (failures.length > 1) throw new Error(failures.map((failure) => (failure as Error).stack).join("\n\n"));
  },
});

/** A test in a session of the demo organization. */
export const demoTest = test.extend({
  page: async ({ page }, use) => {
    await storeSession(page, demo().key);
    await use(page);
  },
});

/** A test in a session of its `organization`. */
export const organizationTest = test.extend({
  page: async ({ page, organization }, use) => {
    await storeSession(page, organization.key);
    await use(page);
  },
});

// The same in Korean.
export const koreanTest = test.extend({ language: "ko" });
export const koreanDemoTest = demoTest.extend({ language: "ko" });
export const koreanOrganizationTest = organizationTest.extend({ language: "ko" });

export { expect };

/** How a platform with an error of its own responds. */
export const FAILURE = { status: 500, json: { message: "internal", requestID: "request-4711" } };

/** How a platform responds when the session has ended. */
export const UNAUTHORIZED = { status: 401, json: { code: "COMMON_UNAUTHORIZED", message: "expired" } };

// Another tab may use up the rate limit of the same second. The client then retries.
const RATE_LIMITED = /the server responded with a status of 429/;

/** Collects console errors, uncaught exceptions, CSP violations and requests to other hosts. */
export class PageErrors {
  readonly all: string[] = [];
  /** The step of the test that the errors belong to. */
  step?: string;
  private expected: RegExp[] = [RATE_LIMITED];

  /** Ignores errors that match one of `patterns`, because the test causes them, until the returned function is called. */
  expect(...patterns: RegExp[]): () => void {
    this.expected.push(...patterns);
    return () => {
      this.expected = this.expected.filter((pattern) => !patterns.includes(pattern));
    };
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
    if (this.expected.some((pattern) => pattern.test(error))) return;
    this.all.push(this.step === undefined ? error : `${this.step}: ${error}`);
  }
}
