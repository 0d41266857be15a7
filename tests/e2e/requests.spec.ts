import { expect, test } from "../fixtures";
import { demo, demoAnswer } from "../platform";
import { signIn } from "../sign-in";

const { key: KEY, platform } = demo();

/**
 * The requests that a first visit to each page sends at most, without those for the names of runs in a list. The list of prompt sets
 * is not here: it reads each set.
 */
const PAGES: Record<string, number> = {
  "/overview": 9,
  "/prompts": 5,
  "/runs": 5,
  "/answers": 5,
  "/brands": 5,
  "/brands/:id": 6,
  "/sources": 6,
  "/sources?domain=:domain": 7,
  "/fan-outs": 6,
  "/words": 5,
  "/answers/:id": 7,
  "/runs/:id": 6,
  "/settings": 5,
};

/** The first item of a list. */
async function first<T>(path: string, items: string): Promise<T | undefined> {
  return (await platform.read<Record<string, T[]>>(path))[items]?.[0];
}

test("no page sends more requests than its budget, and none twice", async ({ page, labels }) => {
  test.slow();
  const brand = await first<{ id: string }>("v1/platform/brands", "brands");
  const run = await first<{ id: string }>("v1/platform/runs", "runs");
  const source = await first<{ domain: string }>("v1/platform/statistics/source-domains", "domains");
  const answer = await demoAnswer("SUCCESS");
  await signIn(page, labels, KEY, "/settings");
  const sent: string[] = [];
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    const isName = /\/runs\/\w+$/.test(pathname) && !page.url().includes("/runs/");
    if (pathname.startsWith("/api/") && !isName) sent.push(`${request.method()} ${pathname}${search}`);
  });
  const problems: string[] = [];
  for (const [address, budget] of Object.entries(PAGES)) {
    const id = { brands: brand?.id, answers: answer.id, runs: run?.id }[address.split("/")[1] ?? ""] ?? "";
    sent.length = 0;
    await page.goto(address.replace(":id", id).replace(":domain", source?.domain ?? ""));
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.waitForLoadState("networkidle");
    const twice = sent.filter((request, at) => sent.indexOf(request) !== at);
    if (twice.length > 0) problems.push(`${address} asks twice: ${twice.join(", ")}`);
    if (sent.length > budget) problems.push(`${address} sends ${sent.length} of ${budget}:\n  ${sent.join("\n  ")}`);
  }
  expect(problems).toEqual([]);
});
