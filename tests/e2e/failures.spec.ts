import type { Locator } from "@playwright/test";
import { passTimeUntil } from "../clock";
import { demoTest, expect, FAILURE, test } from "../fixtures";
import { holdRequests } from "../held-requests";
import { type Language, languages, type Labels } from "../labels";
import { expectLanguage, inBothLanguages } from "../language";
import { fakeMetrics } from "../metrics";
import { demo, demoAnswer, demoBrands, hideExtensionsOfOrganization } from "../platform";
import { goTo, visit } from "../sign-in";

const { platform } = demo();
/** The id of a failed request. It has no letters, so that a message has those of its language only. */
const REQUEST_ID = "4711";

/** A page with the data that it is for. */
interface PageCase {
  name: string;
  address(): Promise<string>;
  /** The path of the request for the data, from the version on. */
  request: RegExp;
  /** Whether only other platforms are asked for the data: this one sends it with the organization. */
  isOfOthers?: true;
  /** The part of the page that shows the data, or why it is missing. The whole page by default. */
  part?(labels: Labels): string;
  /** What is there with the data only. */
  data(part: Locator, labels: Labels): Locator;
}

const rows = (part: Locator): Locator => part.getByRole("rowheader");
const at = (address: string) => async () => address;

async function domain(): Promise<string> {
  const { domains } = await platform.read<{ domains: [{ domain: string }] }>("v1/platform/statistics/source-domains");
  return domains[0].domain;
}

async function analysis(): Promise<string> {
  const url = `${process.env.ANSWERDECK_URL}/demo-sites/nurio.example/`;
  return (await platform.write<{ id: string }>("v1beta/platform/siteKeywordAnalyses", { url, maxPages: 1 })).id;
}

/** A page at a fixed address, with a table. */
function tableAt(address: string, request: RegExp, part: (labels: Labels) => string): PageCase {
  return { name: address, address: at(address), request, part, data: rows };
}

/** The pages in groups, so that the workers share them. Each fails in one language: what a failure says is the same on all pages. */
const PAGES: Record<Language, Record<string, PageCase[]>> = {
  ko: {
    "pages of brands and of what answers say": [
      {
        name: "the overview",
        address: at("/overview"),
        request: /metrics\/highlights$/,
        part: (labels) => labels.nextSteps,
        data: (part, labels) => part.getByText(labels.noneMeets),
      },
      {
        name: "a brand",
        address: async () => `/brands/${(await demoBrands())[0].id}`,
        request: /platform\/brands\/\w{22}$/,
        data: (part, labels) => part.getByRole("term").filter({ hasText: labels.websites }),
      },
      tableAt("/sources", /statistics\/source-domains$/, (labels) => labels.mostCited),
      {
        ...tableAt("a source", /statistics\/source-urls$/, (labels) => labels.citedPages),
        address: async () => `/sources?domain=${await domain()}`,
      },
      tableAt("/fan-outs", /statistics\/fanouts$/, (labels) => labels.searchRanking),
      tableAt("/words", /statistics\/tokens$/, (labels) => labels.wordRanking),
      { ...tableAt("/brands", /platform\/brands$/, (labels) => labels.brands), isOfOthers: true },
    ],
    "pages of prompts, keywords and schedules": [
      { name: "keywords", address: at("/keywords?q=earbuds"), request: /google\/metrics$/, data: rows },
      {
        name: "an analysis of a site",
        address: async () => `/site-keywords/${await analysis()}`,
        request: /siteKeywordAnalyses\/\w{22}$/,
        data: (part, labels) => part.getByRole("region", { name: labels.pagesRead }),
      },
      tableAt("/prompt-sets", /platform\/prompt-sets$/, (labels) => labels.promptSets),
      tableAt("/prompts", /platform\/prompts$/, (labels) => labels.prompts),
      {
        name: "a prompt",
        address: async () => `/prompts/${(await demoAnswer("SUCCESS")).promptID}`,
        request: /platform\/prompts\/\w{22}$/,
        data: (part, labels) => part.getByRole("heading", { name: labels.newestAnswers }),
      },
      {
        name: "the models of a prompt",
        address: async () => `/prompts/${(await demoAnswer("SUCCESS")).promptID}/models`,
        request: /platform\/answers$/,
        data: (part) => part.getByRole("article"),
      },
      tableAt("/schedules", /platform\/schedules$/, (labels) => labels.schedules),
    ],
  },
  en: {
    "pages of runs and answers": [
      tableAt("/runs", /platform\/runs$/, (labels) => labels.runs),
      {
        name: "a new run",
        address: at("/runs/new"),
        request: /platform\/prompt-sets$/,
        data: (part, labels) => part.getByRole("complementary", { name: labels.cost }),
      },
      {
        name: "a run",
        address: async () => `/runs/${(await demoAnswer("SUCCESS")).runID}`,
        request: /platform\/runs\/\w{22}$/,
        data: (part, labels) => part.getByRole("group", { name: labels.grid }),
      },
      tableAt("/answers", /platform\/answers$/, (labels) => labels.answers),
      {
        name: "an answer",
        address: async () => `/answers/${(await demoAnswer("SUCCESS")).id}`,
        request: /platform\/answers\/\w{22}$/,
        data: (part, labels) => part.getByRole("region", { name: labels.answerText }),
      },
      {
        name: "settings",
        address: at("/settings"),
        request: /platform\/models$/,
        isOfOthers: true,
        part: (labels) => labels.models,
        data: (part) => part.getByRole("listitem"),
      },
    ],
  },
};

for (const language of languages) {
  test.describe(language, () => {
    test.use({ language });

    for (const [group, pages] of Object.entries(PAGES[language])) {
      demoTest(`${group}: slow, a server error, a rate limit and no connection look different, and the data comes`, async ({
        page,
        context,
        labels,
        step,
      }) => {
        await page.clock.install();
        const main = page.getByRole("main");
        for (const { name, address, request, part: partName, data, isOfOthers } of pages) {
          await step(name, async () => {
            const part = partName ? main.getByRole("region", { name: partName(labels), exact: true }) : main;
            const alert = part.getByRole("alert").filter({ hasText: labels.failed });
            const placeholder = part.getByRole("status", { name: labels.loading });
            const isRequest = (url: URL) => request.test(url.pathname);
            await fakeMetrics(page, { brands: [], periods: [], answers: 0, prompts: 0 });
            if (isOfOthers) await hideExtensionsOfOrganization(page);

            const respond = await holdRequests(page, isRequest, (route) => route.fulfill({ status: 500, json: { message: "internal", requestID: REQUEST_ID } }));
            await page.goto(await address());
            await expect(placeholder.first()).toBeVisible();
            await expect(alert).toHaveCount(0);

            respond();
            await expect(alert).toContainText(labels.internal);
            await expect(alert).toContainText(REQUEST_ID);
            await expect(placeholder).toHaveCount(0);
            await expect(data(part, labels)).toHaveCount(0);
            await expectLanguage(alert, language);

            await page.route(isRequest, (route) =>
              route.fulfill({
                status: 429,
                headers: { "Retry-After": "3600" },
                json: { code: "PLATFORM_RATE_LIMIT_EXCEEDED", message: "rate limit exceeded" },
              }),
            );
            await alert.getByRole("button", { name: labels.retry }).click();
            await expect(alert).toContainText(labels.tryInAnHour);
            await expectLanguage(alert, language);

            // A page that polls would get its data between these two the other way round.
            await context.setOffline(true);
            await page.unroute(isRequest);
            // Also for the metrics, which the test answers itself.
            await page.route(isRequest, (route) => route.abort("internetdisconnected"));
            // The client sends nothing before.
            await page.clock.fastForward("01:00:00");
            await alert.getByRole("button", { name: labels.retry }).click();
            await expect(alert).toContainText(labels.connection);
            await expect(page.getByText(labels.offline)).toBeVisible();
            await expectLanguage(alert, language);

            await page.unroute(isRequest);
            await context.setOffline(false);
            await expect(data(part, labels).first()).toBeVisible();
            await expect(alert).toHaveCount(0);
            await expect(page.getByText(labels.offline)).toHaveCount(0);
          }, /status of 500/, /ERR_INTERNET_DISCONNECTED/);
        }
      });
    }
  });
}

demoTest("a server that is slow to answer, or does not respond, says so until the data comes", async ({ page, labels, pageErrors }) => {
  await page.clock.install();
  await visit(page, labels, "/prompts");
  const release = await holdRequests(page, (url) => url.pathname.endsWith("/platform/prompt-sets"));
  await goTo(page, labels, labels.promptSets);
  const sets = page.getByRole("region", { name: labels.promptSets });
  await expect(sets.getByRole("status", { name: labels.loading })).toBeVisible();
  await expect(page.getByText(labels.slow)).toHaveCount(0);
  await page.clock.runFor(11_000);
  await inBothLanguages(page, labels, (labels) => expect(page.getByText(labels.slow)).toBeVisible());
  release();
  await expect(rows(sets).first()).toBeVisible();
  await expect(page.getByText(labels.slow)).toHaveCount(0);

  await goTo(page, labels, labels.prompts);
  pageErrors.expect(/ERR_CONNECTION_REFUSED/);
  await page.route("**/api/**", (route) => route.abort("connectionrefused"));
  await goTo(page, labels, labels.promptSets);
  await expect(sets.getByRole("status", { name: labels.loading })).toBeVisible();
  // After four attempts.
  await passTimeUntil(page, () => expect(sets.getByRole("alert")).toContainText(labels.connection, { timeout: 1 }));
  await inBothLanguages(page, labels, async (labels) => {
    const failed = page.getByRole("region", { name: labels.promptSets }).getByRole("alert");
    await expect(failed).toContainText(labels.connection);
    await expect(page.getByText(labels.unreachable)).toBeVisible();
    await expectLanguage(failed, labels.tag);
  });

  await page.unrouteAll();
  // The time until the next attempt.
  await page.clock.fastForward(5_000);
  await expect(rows(sets).first()).toBeVisible();
  await expect(page.getByText(labels.unreachable)).toHaveCount(0);
});

demoTest("without the list of brands or that of models, pages show their data, and none asks for an own brand", async ({ page, labels, step }) => {
  const isOfBrands = (url: URL) => url.pathname.endsWith("/platform/brands");
  await step("prompts without the list of brands say so, and not that the own brand is missing", async () => {
    await hideExtensionsOfOrganization(page);
    await page.route(isOfBrands, (route) => route.fulfill(FAILURE));
    const failed = page.waitForResponse((response) => isOfBrands(new URL(response.url())));
    await page.goto("/prompts");
    await failed;
    const main = page.getByRole("main");
    await expect(rows(main).first()).toBeVisible();
    await expect(main.getByRole("alert")).toContainText("request-4711");
    await expect(page.getByText(labels.chooseOwnBrand)).toHaveCount(0);
  }, /status of 500/);
  await step("an answer without the list of brands lists those that it mentions", async () => {
    const { answers } = await platform.read<{ answers: { id: string; brands?: object[] }[] }>("v1/platform/answers?limit=100&include=brands");
    const naming = answers.find(({ brands = [] }) => brands.length > 0);
    await hideExtensionsOfOrganization(page);
    await page.route(isOfBrands, (route) => route.fulfill(FAILURE));
    await page.goto(`/answers/${naming?.id}`);
    await expect(page.getByRole("group", { name: labels.mentions }).getByRole("listitem").first()).toBeVisible();
  }, /status of 500/);
  // These pages wait for the names of the models.
  const ofModels = Object.values(PAGES)
    .flatMap((groups) => Object.values(groups).flat())
    .filter(({ name }) => ["a prompt", "a run", "/answers", "an answer"].includes(name));
  for (const { name, address, data } of ofModels) {
    await step(`${name} without the list of models`, async () => {
      await hideExtensionsOfOrganization(page);
      await page.route("**/api/v1/platform/models", (route) => route.fulfill(FAILURE));
      await page.goto(await address());
      await expect(data(page.getByRole("main"), labels).first()).toBeVisible();
    }, /status of 500/);
  }
});
