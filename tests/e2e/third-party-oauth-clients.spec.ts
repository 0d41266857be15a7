import { expect, test } from "@playwright/test";
import * as oauth from "oauth4webapi";
import * as openid from "openid-client";
import { consent } from "../consent";

// Third-party OAuth clients against the real server. They are strict, so other clients can rely on what they accept.

const REDIRECT_URI = "http://127.0.0.1:4000/cb";
const METADATA = { client_name: "Third-party app", redirect_uris: [REDIRECT_URI], token_endpoint_auth_method: "none" };

function platform(): { url: URL; key: string } {
  const { ANSWERDECK_URL, ANSWERDECK_KEY } = process.env;
  if (!ANSWERDECK_URL || !ANSWERDECK_KEY) throw new Error("the global setup did not start a server");
  return { url: new URL(ANSWERDECK_URL), key: ANSWERDECK_KEY };
}

async function expectOrganization(answer: Response): Promise<void> {
  expect(answer.status).toBe(200);
  expect(await answer.json()).toHaveProperty("id", expect.stringMatching(/^[0-9A-Za-z]{22}$/));
}

test("oauth4webapi discovers the server, signs in, calls the API, refreshes, revokes and reads the error of a reused code", async () => {
  const { url, key } = platform();
  // The test server has no TLS.
  const insecure = { [oauth.allowInsecureRequests]: true };

  const resource = await oauth.processResourceDiscoveryResponse(url, await oauth.resourceDiscoveryRequest(url, insecure));
  const issuer = new URL(resource.authorization_servers?.[0] ?? "");
  const discovery = await oauth.discoveryRequest(issuer, { algorithm: "oauth2", ...insecure });
  const server = await oauth.processDiscoveryResponse(issuer, discovery);
  const registration = await oauth.dynamicClientRegistrationRequest(server, METADATA, insecure);
  const client = await oauth.processDynamicClientRegistrationResponse(registration);

  const [verifier, state] = [oauth.generateRandomCodeVerifier(), oauth.generateRandomState()];
  const authorization = new URL(server.authorization_endpoint ?? "");
  authorization.search = new URLSearchParams({
    client_id: client.client_id,
    redirect_uri: REDIRECT_URI,
    response_type: "code",
    scope: "mcp",
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    resource: url.href,
  }).toString();
  const callback = await consent(authorization, key);
  const parameters = oauth.validateAuthResponse(server, client, callback, state);
  expect(() => oauth.validateAuthResponse(server, client, callback, "another state")).toThrow();
  expect(() => oauth.validateAuthResponse({ ...server, issuer: "https://other.example" }, client, callback, state)).toThrow();

  const exchange = () =>
    oauth.authorizationCodeGrantRequest(server, client, oauth.None(), parameters, REDIRECT_URI, verifier, insecure);
  const first = await oauth.processAuthorizationCodeResponse(server, client, await exchange());
  const organization = new URL("/api/v1/platform/organizations/me", url);
  const call = (token: string) =>
    oauth.protectedResourceRequest(token, "GET", organization, undefined, undefined, insecure);
  await expectOrganization(await call(first.access_token));

  const refresh = (token: string) => oauth.refreshTokenGrantRequest(server, client, oauth.None(), token, insecure);
  const next = await oauth.processRefreshTokenResponse(server, client, await refresh(first.refresh_token ?? ""));
  await expectOrganization(await call(next.access_token));

  const revocation = await oauth.revocationRequest(server, client, oauth.None(), next.refresh_token ?? "", insecure);
  await oauth.processRevocationResponse(revocation);
  const refused = await call(next.access_token).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(oauth.WWWAuthenticateChallengeError);
  const reused = oauth.processAuthorizationCodeResponse(server, client, await exchange());
  await expect(reused).rejects.toMatchObject({ error: "invalid_grant", status: 400 });
});

/** A client of openid-client that has registered itself, with the address at which it asks for consent. */
async function openidClient() {
  const configuration = await openid.dynamicClientRegistration(platform().url, METADATA, openid.None(), {
    algorithm: "oauth2",
    execute: [openid.allowInsecureRequests],
  });
  const [pkceCodeVerifier, expectedState] = [openid.randomPKCECodeVerifier(), openid.randomState()];
  const authorization = openid.buildAuthorizationUrl(configuration, {
    redirect_uri: REDIRECT_URI,
    scope: "mcp",
    state: expectedState,
    code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: "S256",
  });
  return { configuration, authorization, checks: { pkceCodeVerifier, expectedState } };
}

test("openid-client registers, signs in, calls the API and refreshes", async () => {
  const { url, key } = platform();
  const { configuration, authorization, checks } = await openidClient();
  const callback = await consent(authorization, key);
  const first = await openid.authorizationCodeGrant(configuration, callback, checks);
  const organization = new URL("/api/v1/platform/organizations/me", url);
  await expectOrganization(await openid.fetchProtectedResource(configuration, first.access_token, organization, "GET"));

  const next = await openid.refreshTokenGrant(configuration, first.refresh_token ?? "");
  expect(next.refresh_token).not.toBe(first.refresh_token);
  await expectOrganization(await openid.fetchProtectedResource(configuration, next.access_token, organization, "GET"));
});

test("openid-client reads access_denied when the user denies consent", async () => {
  const { configuration, authorization, checks } = await openidClient();
  const callback = await consent(authorization, platform().key, "deny");
  await expect(openid.authorizationCodeGrant(configuration, callback, checks)).rejects.toMatchObject({ error: "access_denied" });
});
