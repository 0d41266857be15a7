import { Client, StreamableHTTPClientTransport, UnauthorizedError, type OAuthClientProvider } from "@modelcontextprotocol/client";
import { Client as EarlierClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as EarlierTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { expect, test } from "@playwright/test";
import { consent } from "../consent";

// The official clients of the Model Context Protocol against the real server: that of revision 2026-07-28, and the one before it.
// They check every result against the schema of its tool.

const REDIRECT_URI = "http://127.0.0.1:4000/cb";
const NAME = { name: "answerdeck-tests", version: "1.0.0" };

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

function platform(): { endpoint: URL; key: string } {
  const { ANSWERDECK_URL, ANSWERDECK_KEY } = process.env;
  if (!ANSWERDECK_URL || !ANSWERDECK_KEY) throw new Error("the global setup did not start a server");
  return { endpoint: new URL("/mcp", ANSWERDECK_URL), key: ANSWERDECK_KEY };
}

/** Keeps what a client learns while it signs in, and the address that it would open in a browser. */
class Visitor implements OAuthClientProvider {
  opened?: URL;
  private client?: Awaited<ReturnType<OAuthClientProvider["clientInformation"]>>;
  private granted?: Awaited<ReturnType<OAuthClientProvider["tokens"]>>;
  private verifier = "";

  get redirectUrl(): string {
    return REDIRECT_URI;
  }

  get clientMetadata() {
    return { client_name: "MCP client", redirect_uris: [REDIRECT_URI], token_endpoint_auth_method: "none" };
  }

  clientInformation() {
    return this.client;
  }

  saveClientInformation(client: NonNullable<Awaited<ReturnType<OAuthClientProvider["clientInformation"]>>>): void {
    this.client = client;
  }

  tokens() {
    return this.granted;
  }

  saveTokens(tokens: NonNullable<Awaited<ReturnType<OAuthClientProvider["tokens"]>>>): void {
    this.granted = tokens;
  }

  redirectToAuthorization(address: URL): void {
    this.opened = address;
  }

  saveCodeVerifier(verifier: string): void {
    this.verifier = verifier;
  }

  codeVerifier(): string {
    return this.verifier;
  }
}

function withKey(): { requestInit: RequestInit } {
  return { requestInit: { headers: { "API-Key": platform().key, "Accept-Language": "en" } } };
}

/** Calls a tool, again while the rate limit refuses it: other tests use the organization too. */
async function call(client: AnyClient, name: string, args: Record<string, unknown>): Promise<Data> {
  let result: Result | undefined;
  await expect(async () => {
    result = (await client.callTool({ name, arguments: args })) as Result;
    expect(result.content[0]?.text).not.toContain("PLATFORM_RATE_LIMIT_EXCEEDED");
  }).toPass();
  const text = result?.content[0]?.text ?? "";
  expect(result?.isError ?? false, `${name}: ${text}`).toBe(false);
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(2_000);
  const data = result?.structuredContent?.data ?? result?.structuredContent?.untrustedData;
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
async function callEveryTool(client: AnyClient): Promise<void> {
  const { tools } = await client.listTools();
  const called = new Set<string>();
  const use = (name: string, args: Record<string, unknown> = {}) => {
    called.add(name);
    return call(client, name, args);
  };
  const organization = await use("get_organization");
  expect(organization.name).toBeTruthy();
  for (const name of ["get_credit_balance", "list_models", "list_brands"]) await use(name);
  const promptSetID = first(await use("list_prompt_sets"), "promptSets");
  const promptID = first(await use("list_prompts", { promptSetID }), "prompts");
  const runID = first(await use("list_runs"), "runs");
  await use("get_run", { runID });
  const answerID = first(await use("list_answers", { runID, limit: 5 }), "answers");
  await use("get_answer", { answerID });
  const report = await use("report_brands", { runID });
  expect((report.brands as Data[]).length).toBeGreaterThan(0);
  for (const name of ["rank_source_domains", "rank_source_urls", "rank_fanouts", "rank_tokens"]) await use(name, { runID, limit: 5 });
  const keywords = ["이어폰", "earbuds"];
  for (const name of ["measure_google_keywords", "measure_naver_keywords"]) await use(name, { keywords });
  const url = new URL("/demo-sites/nurio.example/", platform().endpoint).href;
  const { id: taskID } = await use("submit_site_keyword_analysis", { url, maxPages: 1 });
  await use("get_site_keyword_analysis", { taskID });
  const contents = ["Which earbuds do MCP clients recommend?"];
  const added = await use("add_prompts", { promptSetID, contents });
  expect((await use("add_prompts", { promptSetID, contents })).promptIDs).toEqual(added.promptIDs);
  const estimate = await use("estimate_run", { promptIDs: [promptID], models: ["CLAUDE"] });
  expect(estimate).toMatchObject({ itemCount: 1, credits: 1 });
  const { estimateID } = estimate;
  const started = await use("start_run", { estimateID });
  expect((await use("start_run", { estimateID })).id).toBe(started.id);
  expect([...called].sort()).toEqual(tools.map((tool) => tool.name).sort());
  expect(tools.every((tool) => tool.outputSchema)).toBe(true);
}

test("a client of revision 2026-07-28 calls every tool with an API key, and reads the prompts", async () => {
  const client = new Client(NAME, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
  await client.connect(new StreamableHTTPClientTransport(platform().endpoint, withKey()));
  await callEveryTool(client);
  const { prompts } = await client.listPrompts();
  expect(prompts.map((prompt) => prompt.name)).toEqual(["compare_models", "sources_to_win", "weekly_digest"]);
  const digest = await client.getPrompt({ name: "weekly_digest" });
  expect(digest.messages[0]?.content).toMatchObject({ type: "text", text: expect.stringContaining("report_brands") });
  await client.close();
});

test("a client of revision 2025-11-25 calls every tool with an API key", async () => {
  const client = new EarlierClient(NAME);
  await client.connect(new EarlierTransport(platform().endpoint, withKey()));
  await callEveryTool(client);
  await client.close();
});

test("a client registers, signs in by OAuth for the endpoint, and calls", async () => {
  const { endpoint, key } = platform();
  const visitor = new Visitor();
  const connect = async () => {
    const client = new Client(NAME, { versionNegotiation: { mode: "auto" } });
    const transport = new StreamableHTTPClientTransport(endpoint, { authProvider: visitor });
    return { client, transport, connected: client.connect(transport) };
  };
  const refused = await connect();
  await expect(refused.connected).rejects.toThrow(UnauthorizedError);
  const address = visitor.opened;
  expect(address?.searchParams.get("resource")).toBe(endpoint.href);
  expect(address?.searchParams.get("scope")).toBe("mcp");
  const callback = await consent(address as URL, key);
  await refused.transport.finishAuth(callback.searchParams);
  const { client, connected } = await connect();
  await connected;
  expect((await call(client, "get_organization", {})).id).toMatch(/^[0-9A-Za-z]{22}$/);
  const token = visitor.tokens()?.access_token;
  const elsewhere = await fetch(new URL("/api/v1/platform/organizations/me", endpoint), {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(elsewhere.status).toBe(401);
  await client.close();
});
