import { readFileSync } from "node:fs";
import type { Page, Request } from "@playwright/test";
import { demoTest, expect } from "../fixtures";
import { DESKTOP, expectSteady, recordShifts, steadyPages } from "../layout-shift";
import { demo, demoAnswer } from "../platform";

const { platform } = demo();

demoTest.use({ viewport: DESKTOP });

/** The workers share the addresses. */
const PARTS = 4;

/** The requests that a first visit to a page sends at most. */
const BUDGET = 5;

/** Whether a request reads a further page of a list, or the figures of its rows. */
function isOfFurtherPage(request: string, at: number, sent: string[]): boolean {
  const isPage = (request: string): boolean => /[?&]cursor=/.test(request);
  const [operation = ""] = request.split("?");
  const before = sent.slice(0, at);
  return isPage(request) || (before.some(isPage) && before.some((other) => other.startsWith(`${operation}?`)));
}

/** The first item of a list. */
async function first<T>(path: string, items: string): Promise<T> {
  const [item] = (await platform.read<Record<string, T[]>>(path))[items] ?? [];
  if (item === undefined) throw new Error(`${path} is empty`);
  return item;
}

/** A placeholder for the page of a site analysis. Making one takes long, so only the worker that visits it does. */
const ANALYSIS = "/site-keywords/analysis";

/** The address of a site analysis that has ended. */
async function endedAnalysis(): Promise<string> {
  const url = `${process.env.ANSWERDECK_URL}/demo-sites/nurio.example/`;
  const { id } = await platform.write<{ id: string }>("v1beta/platform/siteKeywordAnalyses", { url, maxPages: 1 });
  const status = async () => (await platform.read<{ status: string }>(`v1beta/platform/siteKeywordAnalyses/${id}`)).status;
  await expect.poll(status, { timeout: 30_000 }).toBe("COMPLETED");
  return `/site-keywords/${id}`;
}

/** Addresses of every page that needs a session, by the path of its route. */
async function addresses(): Promise<Record<string, string[]>> {
  const id = async (path: string, items: string) => (await first<{ id: string }>(path, items)).id;
  const [brand, schedule, digest, set, { domain }, { query }, answer] = await Promise.all([
    id("v1/platform/brands", "brands"),
    id("v1beta/platform/schedules", "schedules"),
    id("v1beta/platform/digests", "digests"),
    id("v1/platform/prompt-sets", "promptSets"),
    first<{ domain: string }>("v1/platform/statistics/source-domains", "domains"),
    first<{ query: string }>("v1/platform/statistics/fanouts", "fanouts"),
    demoAnswer("SUCCESS"),
  ]);
  const run = answer.runID;
  const keyword = encodeURIComponent("무선 이어폰");
  const filters = [`run=${run}`, `set=${set}`, `prompt=${answer.promptID}`, "model=CHATGPT&region=KR"];
  const filtered = (page: string) => [page, ...filters.map((filter) => `${page}${page.includes("?") ? "&" : "?"}${filter}`)];
  return {
    "/overview": filtered("/overview"),
    "/prompt-sets": ["/prompt-sets"],
    "/prompts": filtered("/prompts"),
    "/prompts/:id": [...filtered(`/prompts/${answer.promptID}`), `/prompts/${answer.promptID}?compare=CHATGPT&later=${answer.id}`],
    "/prompts/:id/models": [`/prompts/${answer.promptID}/models`, `/prompts/${answer.promptID}/models?set=${set}`],
    "/runs": ["/runs"],
    "/runs/new": ["/runs/new", `/runs/new?run=${run}`],
    "/runs/:id": [`/runs/${run}`],
    "/schedules": ["/schedules"],
    "/schedules/new": ["/schedules/new", `/schedules/new?set=${set}&models=CHATGPT`],
    "/schedules/:id": [`/schedules/${schedule}`],
    "/schedules/:id/edit": [`/schedules/${schedule}/edit`],
    "/answers": [...filtered("/answers"), `/answers?brand=${brand}`, ...filtered("/answers?q=%EC%9D%B4%EC%96%B4%ED%8F%B0")],
    "/answers/:id": [`/answers/${answer.id}`],
    "/brands": filtered("/brands"),
    "/brands/:id": [...filtered(`/brands/${brand}`), ...filtered(`/brands/${brand}?answers=named`)],
    "/sources": ["/sources", "/sources?view=gaps", "/sources?view=changes", `/sources?domain=${domain}`].flatMap(filtered),
    "/fan-outs": ["/fan-outs", "/fan-outs?own=unnamed", `/fan-outs?search=${encodeURIComponent(query)}`].flatMap(filtered),
    "/words": filtered("/words"),
    "/keywords": ["/keywords", ...["", "&provider=both", `&list=suggestions&of=${keyword}`].map((rest) => `/keywords?q=${keyword}${rest}`)],
    "/site-keywords": ["/site-keywords"],
    "/site-keywords/:id": [ANALYSIS],
    "/alerts": ["/alerts"],
    "/digests": ["/digests"],
    "/digests/:id": [`/digests/${digest}`],
    "/settings": ["/settings"],
  };
}

/** The paths of the pages that need a session. */
function paths(): string[] {
  const list = readFileSync(new URL("../../crates/api/src/console_page.rs", import.meta.url), "utf8");
  const all = [...list.matchAll(/^ {4}[A-Z_]+ = "(.+)";$/gm)].map(([, path = ""]) => path);
  return all.filter((path) => path !== "/" && !path.startsWith("/sign-in"));
}

/** If the page has a list that goes on, scrolls to its end, and waits for its next page and for what that asks for. */
async function readFurtherPage(page: Page, pending: Set<Request>): Promise<void> {
  const more = page.getByRole("button", { name: "Load more", exact: true });
  if ((await more.count()) === 0) return;
  const further = page.waitForResponse((response) => response.ok() && /[?&]cursor=/.test(response.url()));
  await more.last().evaluate((button) => button.scrollIntoView());
  await further;
  await expect(page.locator(".list-footer").getByText("Loading…", { exact: true })).toHaveCount(0);
  // What the new rows ask for is sent when they are drawn.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  await expect.poll(() => pending.size, { intervals: [20] }).toBe(0);
}

for (let part = 0; part < PARTS; part += 1) {
  demoTest(`no page sends more than five requests, none twice, and nothing moves (part ${part + 1} of ${PARTS})`, async ({ page, labels }) => {
    const [pages, steady] = [await addresses(), await steadyPages()];
    expect(Object.keys(pages).sort()).toEqual(paths().sort());
    const all = Object.values(pages).flat();
    expect(all).toEqual(expect.arrayContaining(steady));
    await recordShifts(page);
    const sent: string[] = [];
    const pending = new Set<Request>();
    page.on("request", (request) => {
      pending.add(request);
      const { pathname, search } = new URL(request.url());
      if (pathname.startsWith("/api/")) sent.push(`${request.method()} ${pathname}${search}${request.postData() ?? ""}`);
    });
    page.on("requestfinished", (request) => pending.delete(request));
    page.on("requestfailed", (request) => pending.delete(request));
    const problems: string[] = [];
    for (const address of all.filter((_, at) => at % PARTS === part)) {
      const visited = address === ANALYSIS ? await endedAnalysis() : address;
      // A late request of the page before is none of this one.
      await page.goto("about:blank");
      sent.length = 0;
      pending.clear();
      await page.goto(visited);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await page.waitForLoadState("networkidle");
      if (steady.includes(address)) await expectSteady(page, labels, address);
      await readFurtherPage(page, pending);
      const pages = sent.filter((request, at) => !isOfFurtherPage(request, at, sent));
      const twice = sent.filter((request, at) => sent.indexOf(request) !== at);
      if (twice.length > 0) problems.push(`${address} asks twice: ${twice.join(", ")}`);
      // The form of a schedule reads the schedule and its prompts, too, and what it costs.
      const budget = address.endsWith("/edit") ? BUDGET + 2 : BUDGET;
      if (pages.length > budget) problems.push(`${address} sends ${pages.length}:\n  ${pages.join("\n  ")}`);
    }
    expect(problems).toEqual([]);
  });
}
