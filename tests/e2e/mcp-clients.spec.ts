import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as EarlierClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as EarlierTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { expect, test } from "@playwright/test";
import selfsigned from "selfsigned";
import { callEveryTool } from "../mcp-tools";
import { connectWithConsent, Visitor } from "../mcp-visitor";
import { listen, type Server, startServer } from "../server";

// The official clients of the Model Context Protocol against the real server: that of revision 2026-07-28, and the one
// before it. They check every result against the schema of its tool.

const NAME = { name: "answerdeck-tests", version: "1.0.0" };

// The tools create brands and sets, which other tests would count. So these tests share a server of their own.
test.describe.configure({ mode: "default" });
let folder: string;
let published: Awaited<ReturnType<typeof publish>>;
let server: Server;

test.beforeAll(async () => {
  published = await publish();
  folder = await mkdtemp(join(tmpdir(), "answerdeck-"));
  const authorities = join(folder, "authorities.pem");
  await writeFile(authorities, published.certificate);
  server = await startServer(["--rate-limit", "1000", "--allow-private-sites", "--certificate-authorities", authorities]);
});

test.afterAll(async () => {
  await server.stop();
  published.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Publishes the metadata document of a client at an https address. Returns the address and the certificate. */
async function publish(): Promise<{ clientId: string; certificate: string; stop(): void }> {
  const { cert, private: key } = await selfsigned.generate([{ name: "commonName", value: "127.0.0.1" }], {
    algorithm: "sha256",
    extensions: [{ name: "subjectAltName", altNames: [{ type: 7, ip: "127.0.0.1" }] }],
  });
  const { redirectUrl } = new Visitor();
  let clientId = "";
  const site = createServer({ cert, key }, (_, response) => {
    const document = { client_id: clientId, client_name: "Published client", redirect_uris: [redirectUrl], token_endpoint_auth_method: "none" };
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(document));
  });
  clientId = `https://127.0.0.1:${await listen(site)}/client.json`;
  return { clientId, certificate: cert, stop: () => site.close() };
}

function platform(): { endpoint: URL; key: string } {
  return { endpoint: new URL("/mcp", server.url), key: server.key };
}

function withKey(): { requestInit: RequestInit } {
  return { requestInit: { headers: { "API-Key": platform().key, "Accept-Language": "en" } } };
}

test("a client of revision 2026-07-28 calls every tool with an API key, and reads the prompts", async () => {
  const client = new Client(NAME, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
  await client.connect(new StreamableHTTPClientTransport(platform().endpoint, withKey()));
  await callEveryTool(client, platform().endpoint);
  const { prompts } = await client.listPrompts();
  expect(prompts.map((prompt) => prompt.name)).toEqual(["compare_models", "sources_to_win", "weekly_digest"]);
  const digest = await client.getPrompt({ name: "weekly_digest" });
  expect(digest.messages[0]?.content).toMatchObject({ type: "text", text: expect.stringContaining("measure_brands") });
  await client.close();
});

test("a client of revision 2025-11-25 calls every tool with an API key", async () => {
  const client = new EarlierClient(NAME);
  await client.connect(new EarlierTransport(platform().endpoint, withKey()));
  await callEveryTool(client, platform().endpoint);
  await client.close();
});

test("a client registers, signs in by OAuth for the endpoint, and calls", async () => {
  const { endpoint, key } = platform();
  const visitor = new Visitor();
  const client = await connectWithConsent(visitor, endpoint, key);
  expect(visitor.opened?.searchParams.get("resource")).toBe(endpoint.href);
  expect(visitor.opened?.searchParams.get("scope")).toBe("mcp");
  await callEveryTool(client, endpoint);
  const token = visitor.tokens()?.access_token;
  const elsewhere = await fetch(new URL("/api/v1/platform/organizations/me", endpoint), {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(elsewhere.status).toBe(401);
  await client.close();
});

test("a client signs in with the address of its metadata document", async () => {
  const { endpoint, key } = platform();
  const { clientId } = published;
  const visitor = new Visitor();
  visitor.clientMetadataUrl = clientId;
  const client = await connectWithConsent(visitor, endpoint, key);
  expect(visitor.opened?.searchParams.get("client_id")).toBe(clientId);
  const page = await (await fetch(visitor.opened as URL, { headers: { "accept-language": "en" } })).text();
  expect(page).toContain("Published client");
  expect(page).toContain(new URL(clientId).host);
  // What its token may call is tested with a client that registers.
  expect(await client.callTool({ name: "get_organization", arguments: {} })).not.toHaveProperty("isError", true);
  await client.close();
});
