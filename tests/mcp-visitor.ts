import { Client, type OAuthClientProvider, StreamableHTTPClientTransport, UnauthorizedError } from "@modelcontextprotocol/client";
import { expect } from "@playwright/test";
import { consent } from "./consent";

const REDIRECT_URI = "http://127.0.0.1:4000/cb";

/** Keeps the credentials that a client receives while it signs in, and the address that it would open in a browser. */
export class Visitor implements OAuthClientProvider {
  opened?: URL;
  /** The address of the client's metadata document, if it has one. */
  clientMetadataUrl?: string;
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

/** Connects the official client, which is refused until the visitor has consented with an API key. */
export async function connectWithConsent(visitor: Visitor, endpoint: URL, key: string): Promise<Client> {
  const connection = () => ({
    client: new Client({ name: "answerdeck-tests", version: "1.0.0" }, { versionNegotiation: { mode: "auto" } }),
    transport: new StreamableHTTPClientTransport(endpoint, { authProvider: visitor }),
  });
  const refused = connection();
  await expect(refused.client.connect(refused.transport)).rejects.toThrow(UnauthorizedError);
  const callback = await consent(visitor.opened as URL, key);
  await refused.transport.finishAuth(callback.searchParams);
  const { client, transport } = connection();
  await client.connect(transport);
  return client;
}
