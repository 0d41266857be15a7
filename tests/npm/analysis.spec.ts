import { expect, type Page, test } from "@playwright/test";
import type { Analysis, Status } from "../../crates/npm/js/analysis";
import type { Answerdeck, AnswerdeckError, Session } from "../../crates/npm/js/index";
import { consoleErrors } from "./console-errors";
import { project } from "./project";
import { serveFiles } from "./static-server";

/** The global variables of the page of these tests. */
interface Globals {
  Analysis: typeof Analysis;
  Answerdeck: typeof Answerdeck;
  Session: typeof Session;
  deck: Answerdeck;
  session: Session;
  analysis: Analysis;
  progress: Status[];
  /** The id of the oldest finished run: other tests submit runs meanwhile. */
  finishedRun: (deck: Answerdeck) => Promise<string>;
  /** The code and the message of the error of a promise, or its value. */
  codeOf: (promise: Promise<unknown>) => Promise<unknown>;
}

const platform = process.env.ANSWERDECK_URL ?? "";
const key = process.env.ANSWERDECK_KEY ?? "";
let site: Awaited<ReturnType<typeof serveFiles>>;
test.beforeAll(async () => {
  site = await serveFiles(project());
});

test.afterAll(() => site.stop());

test.describe("with all answers kept", () => {
  // Reading them takes some seconds.
  test.describe.configure({ mode: "serial" });
  let page: Page;
  let errors: string[];

  test.beforeAll(async ({ browser }) => {
    page = await browser.newPage();
    errors = consoleErrors(page);
    await openWithKey(page);
    await page.evaluate(() => (globalThis as unknown as Globals).analysis.kept());
  });

  test.afterAll(() => page.close());

  test("the rankings of a run are those of the platform", async () => {
    const { counted, ranked, coverage } = await page.evaluate(async () => {
      const { analysis, deck, finishedRun } = globalThis as unknown as Globals;
      const runID = await finishedRun(deck);
      const replies = await Promise.all([
        analysis.sourceDomains({ scope: { runID }, limit: 50 }),
        analysis.sourceURLs({ scope: { runID }, limit: 50 }),
        analysis.fanouts({ scope: { runID }, limit: 50, include: ["models", "regions"] }),
      ]);
      return {
        counted: replies.map(({ value }) => value),
        coverage: replies.map(({ coverage }) => coverage.missingRuns),
        ranked: await Promise.all([
          deck.statistics.sourceDomains({ runID, limit: 50 }),
          deck.statistics.sourceURLs({ runID, limit: 50 }),
          deck.statistics.fanouts({ runID, limit: 50, include: ["models", "regions"] }),
        ]),
      };
    });
    expect(counted).toEqual(ranked);
    expect(counted[0]).toHaveProperty("domains.0");
    expect(coverage).toEqual([0, 0, 0]);
  });

  test("every question has a reply, and mentions have positions in JavaScript's texts", async () => {
    const { replies, named, first } = await page.evaluate(async () => {
      const { analysis, deck, finishedRun } = globalThis as unknown as Globals;
      const scope = { runID: await finishedRun(deck) };
      const brands = [];
      for await (const brand of deck.brands.list()) brands.push(brand);
      const { id: brand, name } = brands[0]!;
      let id = "";
      for await (const answer of deck.answers.list(scope)) {
        id = answer.id;
        break;
      }
      const text = `\u{1F600} 가나다 \uD800 ${name} 그리고 ${name}.`;
      const mentions = await analysis.mentions({ text });
      const replies = await Promise.all([
        analysis.brandMetrics({ scope, period: "week" }),
        analysis.promptRates({ scope, brand }),
        analysis.movements({ scope }),
        analysis.unnamedSearches({ scope, brand, limit: 3 }),
        analysis.sourceClassTrend({ scope, period: "month", own: brand }),
        analysis.newNames({ brand, names: [name] }),
        analysis.sourceTrend({ scope, period: "day", domains: ["example.com"] }),
        analysis.answersWith({ scope, feature: { domain: "example.com" } }),
        analysis.answersWith({ scope, feature: { brand: { brand, named: true } }, skip: 1 }),
        analysis.citedRivals({ scope, brand }),
        analysis.promptsWithoutSearch({ scope }),
        analysis.searchTexts({ scope, phrase: name }),
        analysis.keptAnswer({ id }),
      ]);
      return {
        replies: replies.map(({ coverage }) => coverage.kept > 0),
        named: mentions.value.mentions.map(({ brand, start, end }) => [mentions.value.brands[brand], text.slice(start, end)]),
        first: { name, brands: brands.map(({ id }) => id), reported: replies[0]!.value },
      };
    });
    expect(replies).toEqual(replies.map(() => true));
    expect(named).toEqual([[first.name, first.name], [first.name, first.name]]);
    const { reported } = first as { reported: { brands: { id: string }[] } };
    expect(reported.brands.map(({ id }) => id)).toEqual(first.brands);
  });

  test("progress rises to everything, also after a refresh, and a strict content security policy allows it all", async () => {
    const { progress, status, wasDone } = await page.evaluate(async () => {
      const { analysis, progress } = globalThis as unknown as Globals;
      analysis.refresh();
      const wasDone = analysis.status?.phase === "done";
      return { wasDone, status: await analysis.kept(), progress };
    });
    const kept = progress.map(({ kept }) => kept);
    expect(kept).toEqual([...kept].sort((one, other) => one - other));
    expect(progress.map(({ phase }) => phase)).toEqual(expect.arrayContaining(["opening", "reading", "done"]));
    expect(status).toMatchObject({ phase: "done", place: "memory", kept: status.total });
    expect(status.kept).toBeGreaterThan(0);
    expect(wasDone).toBe(false);
    expect(errors).toEqual([]);
  });
});

test("a question that is wrong, aborted or closed fails with a named error", async ({ page }) => {
  await openWithKey(page);
  const codes = await page.evaluate(async () => {
    const { analysis, Analysis, codeOf } = globalThis as unknown as Globals;
    const untyped = analysis as unknown as Record<string, (question: unknown, options?: object) => Promise<unknown>>;
    const cycle: Record<string, unknown> = {};
    cycle.cycle = cycle;
    const codes = [
      await codeOf(untyped.sourceDomains!({ scope: { runId: "2" } })),
      await codeOf(untyped.brandMetrics!({ period: "decade" })),
      await codeOf(untyped.promptRates!({})),
      await codeOf(untyped.sourceDomains!(null)),
      await codeOf(untyped.sourceDomains!(cycle)),
      await codeOf(analysis.sourceDomains({ scope: { from: "yesterday" } })),
      await codeOf(analysis.sourceDomains({}, { signal: AbortSignal.abort("enough") })),
      await codeOf(Analysis.open({} as Answerdeck)),
    ];
    const controller = new AbortController();
    const waiting = [codeOf(analysis.brandMetrics({}, { signal: controller.signal })), codeOf(analysis.brandMetrics())];
    controller.abort();
    analysis.close();
    return [...codes, ...(await Promise.all(waiting)), await codeOf(analysis.kept()), await codeOf(analysis.forget())];
  });
  const wrong = (field: string) => expect.stringMatching(new RegExp(`^INVALID_ARGUMENT .*${field}`));
  expect(codes).toEqual([
    wrong("runId"),
    wrong("decade"),
    wrong("brand"),
    wrong("null"),
    wrong("JSON"),
    wrong(""),
    expect.stringMatching(/^ABORTED /),
    wrong("Answerdeck"),
    expect.stringMatching(/^ABORTED /),
    ...Array.from({ length: 3 }, () => expect.stringMatching(/^ANALYSIS_CLOSED /)),
  ]);
  await expect.poll(() => page.workers().length).toBe(0);
});

test("an analysis of a client whose signal is aborted does not open", async ({ page }) => {
  await visit(page);
  const codes = await page.evaluate(async (credential) => {
    const { Analysis, Answerdeck, codeOf } = globalThis as unknown as Globals;
    const controller = new AbortController();
    const deck = await Answerdeck.connect({ ...credential, signal: controller.signal });
    const opening = codeOf(Analysis.open(deck));
    controller.abort();
    return [await opening, await codeOf(Analysis.open(deck))];
  }, { baseUrl: platform, apiKey: key });
  expect(codes).toEqual([expect.stringMatching(/^ABORTED /), expect.stringMatching(/^ABORTED /)]);
  await expect.poll(() => page.workers().length).toBe(0);
});

test("answers are kept for a session, and forgotten when it is asked for and when the session ends", async ({ page }) => {
  await signIn(page);
  await openWithSession(page);
  const first = await page.evaluate(() => (globalThis as unknown as Globals).analysis.kept());
  expect(first).toMatchObject({ phase: "done", place: "device", kept: first.total });
  expect(await databases(page)).toHaveLength(1);

  // The kept answers are available before the platform has responded.
  await page.route(`${platform}/api/**`, () => undefined);
  await openWithSession(page);
  const again = await page.evaluate(async () => {
    const { analysis } = globalThis as unknown as Globals;
    const { value, coverage } = await analysis.sourceDomains();
    return { domains: value.domains.length, kept: coverage.kept };
  });
  expect(again).toEqual({ domains: expect.any(Number), kept: first.kept });
  expect(again.domains).toBeGreaterThan(0);
  await page.unrouteAll();

  await page.evaluate(() => (globalThis as unknown as Globals).analysis.forget());
  expect(await databases(page)).toEqual([]);
  await expect.poll(() => page.workers().length).toBe(0);

  await openWithSession(page);
  const code = await page.evaluate(async () => {
    const { analysis, session, codeOf } = globalThis as unknown as Globals;
    const waiting = codeOf(analysis.kept());
    await session.signOut();
    return waiting;
  });
  expect(code).toMatch(/^SIGNED_OUT /);
  await expect.poll(() => databases(page)).toEqual([]);
  await expect.poll(() => page.workers().length).toBe(0);
});

test("a trap of the worker fails every question with a named error, and the analysis can be opened again", async ({ page }) => {
  // Damages the memory of WebAssembly when the first question comes.
  const damage = `
    let memory;
    const { Instance } = WebAssembly;
    WebAssembly.Instance = function (module, imports) {
      const instance = new Instance(module, imports);
      memory = instance.exports.memory;
      return instance;
    };
    addEventListener("message", ({ data }) => {
      if (typeof data === "string" && data.startsWith('{"ask"')) new Uint8Array(memory.buffer).fill(0xff);
    });\n`;
  await page.route(
    "**/analysis-worker.js",
    async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: damage + (await response.text()) });
    },
    { times: 1 },
  );
  await openWithKey(page);
  const codes = await page.evaluate(async () => {
    const { analysis, Analysis, deck, codeOf } = globalThis as unknown as Globals;
    const kept = codeOf(analysis.kept());
    const codes = [await codeOf(analysis.sourceDomains()), await kept, await codeOf(analysis.sourceDomains())];
    const next = await Analysis.open(deck);
    return [...codes, typeof (await next.sourceDomains()).coverage.kept];
  });
  const failed = expect.stringMatching(/^ANALYSIS_FAILED /);
  expect(codes).toEqual([failed, failed, failed, "number"]);
});

for (const file of ["analysis.wasm", "analysis-worker.js"]) {
  test(`a missing ${file} is an error that names it`, async ({ page }) => {
    await page.route(`**/${file}`, (route) => route.fulfill({ status: 404 }));
    await visit(page);
    const code = await page.evaluate(async (credential) => {
      const { Analysis, Answerdeck, codeOf } = globalThis as unknown as Globals;
      return codeOf(Analysis.open(await Answerdeck.connect(credential)));
    }, { baseUrl: platform, apiKey: key });
    expect(code).toMatch(new RegExp(`^LOAD_FAILED ${file}`));
  });
}

test("a page that does not import the module does not load it", async ({ page }) => {
  const requested: string[] = [];
  page.on("request", (request) => requested.push(new URL(request.url()).pathname));
  await page.goto(`${site.url}/load.html`);
  await expect(page.getByRole("status")).toHaveText(/connected$/);
  expect(requested.filter((path) => path.includes("answerdeck.wasm"))).toHaveLength(1);
  expect(requested.filter((path) => /analysis|questions|mention/.test(path))).toEqual([]);
});

async function visit(page: Page): Promise<void> {
  await page.goto(`${site.url}/analysis.html`);
  await page.waitForFunction(() => "Analysis" in globalThis);
  await page.evaluate(() => {
    const codeOf = (promise: Promise<unknown>) =>
      promise.catch((error: AnswerdeckError) => `${error.code} ${error.message}`);
    const finishedRun = async (deck: Answerdeck) => {
      let id = "";
      for await (const run of deck.runs.list()) if (run.status === "FINISHED") id = run.id;
      return id;
    };
    Object.assign(globalThis, { codeOf, finishedRun });
  });
}

async function openWithKey(page: Page): Promise<void> {
  await visit(page);
  await page.evaluate(async (credential) => {
    const { Analysis, Answerdeck } = globalThis as unknown as Globals;
    const deck = await Answerdeck.connect(credential);
    const progress: Status[] = [];
    const analysis = await Analysis.open(deck, { onProgress: (status) => progress.push(status) });
    Object.assign(globalThis, { deck, analysis, progress });
  }, { baseUrl: platform, apiKey: key });
}

async function openWithSession(page: Page): Promise<void> {
  await visit(page);
  await page.evaluate(async (baseUrl) => {
    const { Analysis, Answerdeck, Session } = globalThis as unknown as Globals;
    const session = await Session.resume(location, { baseUrl });
    if (!session) throw new Error("no session is stored");
    const deck = await Answerdeck.connect({ session });
    Object.assign(globalThis, { session, analysis: await Analysis.open(deck) });
  }, platform);
}

async function signIn(page: Page): Promise<void> {
  await page.goto(`${site.url}/`);
  await page.getByLabel("Platform").fill(platform);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByLabel(/API/).fill(key);
  await page.getByRole("button", { name: /^(allow|허용)/i }).click();
  await expect(page.getByRole("listitem").first()).toBeVisible();
}

function databases(page: Page): Promise<(string | undefined)[]> {
  return page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
}
