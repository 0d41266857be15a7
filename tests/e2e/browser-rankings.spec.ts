import { type Question, startAnalysisWorker } from "../analysis-worker";
import { expect, test } from "../fixtures";
import { submitAndFinish } from "../kept-answers";
import { Platform } from "../platform";

interface Answer {
  promptID: string;
  createdAt: string;
  status: string;
}

/** Values of the fields of a scope. Those of one field exclude one another. */
type Scope = Record<string, string>;

/** The rankings, each with its question to the worker and its path on the platform. */
const RANKINGS = [
  { type: "sourceDomains", path: "source-domains", items: "domains", count: "citationCount" },
  { type: "sourceURLs", path: "source-urls", items: "urls", count: "citationCount" },
  { type: "fanouts", path: "fanouts", items: "fanouts", count: "fanoutCount" },
] as const;

const PROMPTS = [
  ["Which running shoes are light?", "초보자에게 좋은 러닝화는?", "Which trail running shoes last long?"],
  ["Which earbuds are best for calls?", "출퇴근용 노이즈 캔슬링 이어폰 추천", "Are cheap earbuds good enough?"],
  ["Which espresso machine is good for beginners?", "캡슐 커피와 원두 중 무엇이 더 싸요?"],
];

// Reading the platform's statistics takes its rate limit.
test.slow();

test("rankings counted in the browser equal the platform's for every filter, ties included", async ({
  page,
  baseURL,
  organization,
}) => {
  test.setTimeout(240_000);
  const platform = new Platform(organization.key);
  const [shoes = "", earbuds = "", coffee = ""] = await Promise.all(
    PROMPTS.map((prompts, at) => platform.createSet(`Set ${at}`, prompts)),
  );
  const runs: string[] = [];
  // One after the other, so that their times differ.
  for (const submission of [
    { promptSetID: shoes, models: ["CHATGPT", "CLAUDE"] },
    { promptSetID: earbuds, models: ["CHATGPT", "CLAUDE", "PERPLEXITY"], region: "US" },
    { promptSetID: coffee, models: ["CLAUDE"], region: "JP", repeatCount: 3 },
    { promptSetID: shoes, models: ["CHATGPT", "PERPLEXITY"], region: "US", repeatCount: 2 },
  ]) {
    runs.push(...(await submitAndFinish(platform, [submission])));
  }
  const { answers } = await platform.read<{ answers: Answer[] }>("v1/platform/answers?limit=100");
  const prompts = [...new Set(answers.map(({ promptID }) => promptID))];
  // The answers of a deleted prompt stay, and belong to its set.
  const { prompts: ofShoes } = await platform.read<{ prompts: { id: string }[] }>(
    `v1/platform/prompts?promptSetID=${shoes}`,
  );
  await platform.remove(`v1/platform/prompts/${ofShoes[0]?.id}`);
  await page.goto("/sign-in");
  const worker = await startAnalysisWorker(page, baseURL ?? "", organization.key);
  // A worker that has read them knows the set of prompts that are deleted with it.
  await platform.remove(`v1/platform/prompt-sets/${coffee}`);

  const times = answers.map(({ createdAt }) => createdAt).sort();
  const early = times[Math.floor(times.length / 4)] ?? "";
  const late = times[Math.floor((times.length * 3) / 4)] ?? "";
  const fields: Record<string, Scope[]> = {
    run: runs.map((runID) => ({ runID })),
    set: [shoes, earbuds, coffee].map((promptSetID) => ({ promptSetID })),
    prompt: prompts.map((promptID) => ({ promptID })),
    model: ["CHATGPT", "CLAUDE", "PERPLEXITY", "GEMINI"].map((model) => ({ model })),
    region: ["KR", "US", "JP", "FR"].map((region) => ({ region })),
    // An answer at the limit is in `from` and not in `to`.
    from: [{ from: early }, { from: inSeoul(early) }],
    to: [{ to: late }, { to: inSeoul(late) }],
  };
  const scopes = [{}, ...Object.values(fields).flat(), ...combinations(fields)];

  const compare = async (type: string, path: string, parameters: Record<string, string | number>) => {
    const query = new URLSearchParams(Object.entries(parameters).map(([name, value]) => [name, String(value)]));
    const expected = await platform.read<Record<string, unknown>>(`v1/platform/statistics/${path}?${query}`);
    expect(await worker.ask([type, parameters]), `${path}?${query}`).toEqual(expected);
    return expected;
  };

  let empty = 0;
  for (const scope of scopes) {
    for (const { type, path, items } of RANKINGS) {
      const more: Scope = type === "fanouts" ? { include: "models,regions" } : {};
      const expected = await compare(type, path, { ...scope, ...more, limit: 100 });
      if ((expected[items] as unknown[]).length === 0) empty += 1;
    }
  }
  expect(empty, "rankings without an item").toBeLessThan(scopes.length);

  for (const { type, path, items, count } of RANKINGS) {
    const all = await compare(type, path, {});
    const counts = (all[items] as Record<string, number>[]).map((item) => item[count]);
    const tie = counts.findIndex((value, at) => value === counts[at + 1]);
    expect(tie, `a tie among ${items}`).toBeGreaterThanOrEqual(0);
    await compare(type, path, { limit: tie + 1 });
  }
  const { domains } = await platform.read<{ domains: { domain: string }[] }>("v1/platform/statistics/source-domains");
  for (const { domain } of domains.slice(0, 5)) {
    await compare("sourceURLs", "source-urls", { domain });
    await compare("sourceURLs", "source-urls", { domain, model: "CHATGPT", region: "US" });
  }

  // A new worker cannot know it, and gives no number rather than a wrong one.
  const newWorker = await startAnalysisWorker(page, baseURL ?? "", organization.key);
  const ofDeletedSet: Question = ["sourceDomains", { promptSetID: coffee }];
  await expect(newWorker.ask(ofDeletedSet)).rejects.toThrow("unknownPromptSet");
  const everything: Question = ["sourceDomains", {}];
  expect(await newWorker.ask(everything)).toEqual(await worker.ask(everything));
});

/** The same time as a clock in Seoul shows it. */
function inSeoul(time: string): string {
  const local = new Date(Date.parse(time) + 9 * 60 * 60 * 1_000);
  return local.toISOString().replace("Z", "+09:00");
}

/** A value of each two fields, of each three that follow one another, and of all. */
function combinations(fields: Record<string, Scope[]>): Scope[] {
  const names = Object.keys(fields);
  let turn = 0;
  const scope = (chosen: string[]): Scope => {
    turn += 1;
    return Object.assign({}, ...chosen.map((name, at) => fields[name]?.[(turn * (at + 3)) % fields[name].length]));
  };
  const pairs = names.flatMap((name, at) => names.slice(at + 1).map((other) => scope([name, other])));
  const triples = names.slice(2).map((name, at) => scope([names[at] ?? "", names[at + 1] ?? "", name]));
  return [...pairs, ...triples, scope(names)];
}
