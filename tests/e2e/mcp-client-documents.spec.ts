import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport, UnauthorizedError } from "@modelcontextprotocol/client";
import { expect, test } from "@playwright/test";
import selfsigned from "selfsigned";
import { consent } from "../consent";
import { callEveryTool } from "../mcp-tools";
import { Visitor } from "../mcp-visitor";
import { startServer } from "../server";

/** Publishes the metadata document of a client at an https address. Returns the address and the certificate. */
async function publish(redirectUri: string): Promise<{ clientId: string; certificate: string; stop(): void }> {
  const { cert, private: key } = await selfsigned.generate([{ name: "commonName", value: "127.0.0.1" }], {
    algorithm: "sha256",
    extensions: [{ name: "subjectAltName", altNames: [{ type: 7, ip: "127.0.0.1" }] }],
  });
  let clientId = "";
  const site = createServer({ cert, key }, (_, response) => {
    const document = { client_id: clientId, client_name: "Published client", redirect_uris: [redirectUri], token_endpoint_auth_method: "none" };
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(document));
  }).listen(0, "127.0.0.1");
  await once(site, "listening");
  clientId = `https://127.0.0.1:${(site.address() as AddressInfo).port}/client.json`;
  return { clientId, certificate: cert, stop: () => site.close() };
}

test("the official client signs in with the address of its metadata document", async () => {
  const visitor = new Visitor();
  const { clientId, certificate, stop } = await publish(visitor.redirectUrl);
  visitor.clientMetadataUrl = clientId;
  const folder = await mkdtemp(join(tmpdir(), "answerdeck-"));
  const authorities = join(folder, "authorities.pem");
  await writeFile(authorities, certificate);
  const server = await startServer(["--allow-private-sites", "--certificate-authorities", authorities]);
  try {
    const endpoint = new URL("/mcp", server.url);
    const connect = async () => {
      const client = new Client({ name: "answerdeck-tests", version: "1.0.0" }, { versionNegotiation: { mode: "auto" } });
      const transport = new StreamableHTTPClientTransport(endpoint, { authProvider: visitor });
      return { client, transport, connected: client.connect(transport) };
    };
    const refused = await connect();
    await expect(refused.connected).rejects.toThrow(UnauthorizedError);
    expect(visitor.opened?.searchParams.get("client_id")).toBe(clientId);
    const page = await (await fetch(visitor.opened as URL, { headers: { "accept-language": "en" } })).text();
    expect(page).toContain("Published client");
    expect(page).toContain(new URL(clientId).host);
    const callback = await consent(visitor.opened as URL, server.key);
    await refused.transport.finishAuth(callback.searchParams);
    const { client, connected } = await connect();
    await connected;
    await callEveryTool(client, endpoint);
    await client.close();
  } finally {
    await server.stop();
    stop();
    await rm(folder, { recursive: true, force: true });
  }
});
