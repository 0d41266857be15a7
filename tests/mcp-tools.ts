import { expect } from "@playwright/test";

interface Result {
  isError?: boolean;
  structuredContent?: { data?: Data; untrustedData?: Data };
  content: { type: string; text?: string }[];
}

type Data = Record<string, unknown> & { id?: string };

interface AnyClient {
  listTools(): Promise<{ tools: { name: string; outputSchema?: unknown }[] }>;
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<unknown>;
}

async function call(client: AnyClient, name: string, args: Record<string, unknown>): Promise<Data> {
  const { content, isError = false, structuredContent } = (await client.callTool({ name, arguments: args })) as Result;
  const text = content[0]?.text ?? "";
  expect(isError, `${name}: ${text}`).toBe(false);
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(20_000);
  const data = structuredContent?.data ?? structuredContent?.untrustedData;
  expect(data, name).toBeDefined();
  return data ?? {};
}

/** The id of the first item of a list. */
function first(data: Data, list: string): string {
  const id = (data[list] as Data[])[0]?.id;
  if (!id) throw new Error(`${list} is empty`);
  return id;
}

/** Calls every tool of the list, each with arguments that the demo has. */
export async function callEveryTool(client: AnyClient, endpoint: URL): Promise<void> {
  const { tools } = await client.listTools();
  const called = new Set<string>();
  const use = (name: string, args: Record<string, unknown> = {}) => {
    called.add(name);
    return call(client, name, args);
  };
  const organization = await use("get_organization");
  expect(organization.name).toBeTruthy();
  for (const name of ["get_credit_balance", "list_models", "list_brands"]) await use(name);
  await use("list_prompt_sets");
  const { prompts } = await use("list_prompts");
  const { id: promptID, promptSetID } = (prompts as Data[])[0] ?? {};
  const runID = first(await use("list_runs"), "runs");
  await use("get_run", { runID });
  const answerID = first(await use("list_answers", { runID, limit: 5 }), "answers");
  await use("get_answer", { answerID });
  const metrics = await use("measure_brands");
  const brands = metrics.brands as Data[];
  expect(brands.length).toBeGreaterThan(0);
  await use("list_movements");
  const brandID = (brands[0]?.brand as Data).id;
  for (const name of ["measure_prompts", "measure_source_influence", "list_unnamed_searches", "list_next_steps"]) await use(name, { brandID, runID });
  await use("list_leads", { brandID });
  await use("list_alerts");
  await use("get_source_trend", { interval: "WEEK" });
  const [from, to] = [7, 0].map((days) => new Date(Date.now() - days * 86_400_000).toISOString());
  await use("list_source_changes", { from, to });
  await use("search_answer_texts", { phrase: "Nurio" });
  await use("rank_token_neighbors", { words: ["Nurio"], runID });
  expect((await use("match_answers", { namesBrandIDs: [brandID] })).totalAnswers).toBeGreaterThan(0);
  for (const name of ["rank_source_domains", "rank_source_urls", "rank_fanouts", "rank_tokens"]) await use(name, { runID, limit: 5 });
  const keywords = ["이어폰", "earbuds"];
  for (const name of ["measure_google_keywords", "measure_naver_keywords"]) await use(name, { keywords });
  const url = new URL("/demo-sites/nurio.example/", endpoint).href;
  const { id: taskID } = await use("submit_site_keyword_analysis", { url, maxPages: 1 });
  await use("get_site_keyword_analysis", { taskID });
  expect((await use("create_prompt_set", { name: "MCP clients" })).id).toBeTruthy();
  // The tool creates no second brand of a name.
  expect((await use("create_brand", { name: `MCP brand ${Date.now()}`, synonyms: [], websites: [] })).id).toBeTruthy();
  const contents = ["Which earbuds do MCP clients recommend?"];
  const added = await use("add_prompts", { promptSetID, contents });
  expect((await use("add_prompts", { promptSetID, contents })).promptIDs).toEqual(added.promptIDs);
  const estimate = await use("estimate_run", { promptIDs: [promptID], models: ["CLAUDE"] });
  expect(estimate).toMatchObject({ itemCount: 1, credits: 1 });
  const { estimateID } = estimate;
  const started = await use("start_run", { estimateID });
  expect((await use("start_run", { estimateID })).id).toBe(started.id);
  expect((await use("stop_run", { runID: started.id })).id).toBe(started.id);
  // The demo's schedule is the oldest. Other tests create some meanwhile.
  const weekly = ((await use("list_schedules", { limit: 100 })).schedules as Data[]).at(-1);
  expect((await use("list_schedule_entries", { scheduleID: weekly?.id })).entries).toHaveLength(12);
  const schedule = { name: "MCP clients", promptIDs: [promptID], models: ["CLAUDE"], frequency: "DAILY", time: "09:00", timeZone: "Asia/Seoul" };
  const { estimate: cost } = await use("create_schedule", schedule);
  const { creditsPerRun } = cost as Data;
  const { id: scheduleID } = await use("create_schedule", { ...schedule, creditsPerRun });
  expect((await use("pause_schedule", { scheduleID, paused: true })).paused).toBe(true);
  expect([...called].sort()).toEqual(tools.map((tool) => tool.name).sort());
  expect(tools.every((tool) => tool.outputSchema)).toBe(true);
}
