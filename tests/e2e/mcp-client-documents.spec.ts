import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import selfsigned from "selfsigned";
import { connectWithConsent, Visitor } from "../mcp-visitor";
import { listen, startServer } from "../server";

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
  });
  clientId = `https://127.0.0.1:${await listen(site)}/client.json`;
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
    const client = await connectWithConsent(visitor, endpoint, server.key);
    expect(visitor.opened?.searchParams.get("client_id")).toBe(clientId);
    const page = await (await fetch(visitor.opened as URL, { headers: { "accept-language": "en" } })).text();
    expect(page).toContain("Published client");
    expect(page).toContain(new URL(clientId).host);
    // What its token may call is tested with a client that registers.
    expect(await client.callTool({ name: "get_organization", arguments: {} })).not.toHaveProperty("isError", true);
    await client.close();
  } finally {
    await server.stop();
    stop();
    await rm(folder, { recursive: true, force: true });
  }
});
