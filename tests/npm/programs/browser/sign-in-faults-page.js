// Sign-in with a misbehaving authorization server or a forged callback.
import { Answerdeck, AnswerdeckError, Session } from "./node_modules/answerdeck/index.js";

const CALLBACK = `${location.origin}/callback`;
const json = (value, status = 200, headers = {}) =>
  new Response(JSON.stringify(value), { status, headers: { "content-type": "application/json", ...headers } });

/** An authorization server. Each row replaces replies, by the end of the address, and looks at what was sent. */
function platform(baseUrl, replies) {
  const sent = [];
  const defaults = {
    "oauth-protected-resource": () => json({ resource: baseUrl, authorization_servers: [baseUrl] }),
    "oauth-authorization-server": () => json(metadata(baseUrl)),
    "/register": () => json({ client_id: "registered" }, 201),
    "/token": () => json({ access_token: "token", token_type: "Bearer", expires_in: 3600, refresh_token: "refresh" }),
    "/revoke": () => new Response(""),
    "/models": () => json({ models: [] }),
  };
  globalThis.fetch = async (request) => {
    const path = new URL(request.url).pathname;
    const name = Object.keys(defaults).find((end) => path.endsWith(end));
    sent.push(name);
    return (replies[name] ?? defaults[name])(sent.filter((other) => other === name).length);
  };
  return sent;
}

function metadata(baseUrl, changes) {
  return {
    issuer: baseUrl,
    authorization_endpoint: `${baseUrl}/oauth/authorize`,
    token_endpoint: `${baseUrl}/oauth/token`,
    registration_endpoint: `${baseUrl}/oauth/register`,
    revocation_endpoint: `${baseUrl}/oauth/revoke`,
    code_challenge_methods_supported: ["S256"],
    ...changes,
  };
}

const start = (baseUrl, options) => Session.start({ baseUrl, redirectUrl: CALLBACK, clientName: "Test", ...options });
const returned = (url, changes) => {
  const state = new URL(url).searchParams.get("state");
  return `${CALLBACK}?${new URLSearchParams({ code: "code", state, ...changes })}`;
};

async function signIn(baseUrl, options) {
  const session = await Session.resume(returned(await start(baseUrl, options)));
  const deck = await Answerdeck.connect({ session });
  return (await deck.models.list()).models.length;
}

/** Signs in although two forged callbacks come first. */
async function signInAfterForgeries(baseUrl) {
  const url = await start(baseUrl);
  const own = returned(url);
  const forged = [returned(url, { state: "other" }), `${own}&state=other`];
  const refused = [];
  for (const callback of forged) refused.push(await Session.resume(callback).catch((error) => error.code));
  return [...refused, (await Session.resume(own)).baseUrl === baseUrl];
}

/** Finishes one sign-in twice, as a component of React does in its strict mode: it aborts its first call. */
async function signInTwice(baseUrl) {
  const callback = returned(await start(baseUrl));
  const controller = new AbortController();
  const calls = [Session.resume(callback, { baseUrl, signal: controller.signal }), Session.resume(callback, { baseUrl })];
  controller.abort();
  const aborted = await calls[0].catch((error) => error.code);
  const session = await calls[1];
  return [aborted, session === (await Session.resume(callback, { baseUrl }))];
}

/** Signs in, and then arrives at callbacks of other libraries. */
async function signInBesideAnother(baseUrl) {
  await Session.resume(returned(await start(baseUrl)));
  const kept = await Session.resume(`${CALLBACK}?code=theirs&state=theirs`, { baseUrl });
  await start(baseUrl);
  const keptDuringSignIn = await Session.resume(`${CALLBACK}?code=theirs&state=theirs&more=1`, { baseUrl });
  return [kept?.baseUrl === baseUrl, keptDuringSignIn?.baseUrl === baseUrl];
}

/** Signs in and out with a `fetch` and headers of the program. Returns the headers that were sent, and the events. */
async function signInByOwnFetch(baseUrl) {
  const { fetch } = globalThis;
  globalThis.fetch = () => Promise.reject(new Error("this is not the program's"));
  const [teams, events] = [new Set(), new Set()];
  const options = {
    fetch: (request) => (teams.add(request.headers.get("x-team")), fetch(request)),
    headers: { "x-team": "search" },
    onEvent: ({ type }) => events.add(type),
  };
  const callback = returned(await start(baseUrl, options));
  await (await Session.resume(callback, options)).signOut();
  return [[...teams], [...events]];
}

async function signOutAndReturn(baseUrl) {
  const callback = returned(await start(baseUrl));
  await (await Session.resume(callback, { baseUrl })).signOut();
  return (await Session.resume(callback, { baseUrl })) ?? null;
}

/** Calls a platform that rejects every token. Returns the code of the error, and what is kept of the session. */
async function callInVain(baseUrl) {
  const session = await Session.resume(returned(await start(baseUrl)));
  const ended = new Promise((resolve) => session.addEventListener("signedout", resolve));
  const deck = await Answerdeck.connect({ session });
  const { code } = await deck.models.list().catch((error) => error);
  await ended;
  return [code, (await Session.resume(CALLBACK, { baseUrl })) ?? null];
}

/** Another tab signs out while this page is in the back/forward cache. Returns the number of `signedout` after each return. */
async function comeBack(baseUrl) {
  const session = await Session.resume(returned(await start(baseUrl)));
  let ended = 0;
  session.addEventListener("signedout", () => (ended += 1));
  const show = () => (dispatchEvent(new Event("pageshow")), ended);
  const kept = show();
  localStorage.removeItem(`answerdeck.session.${baseUrl}`);
  const counts = [kept, show(), show()];
  await session.signOut();
  return counts;
}

async function connectElsewhere(baseUrl) {
  const session = await Session.resume(returned(await start(baseUrl)));
  return Answerdeck.connect({ session, baseUrl: "https://other.example" });
}

const described = (changes) => ({ "oauth-authorization-server": (_, baseUrl) => json(metadata(baseUrl, changes)) });

/** Each row: a name, the replies that differ, the call, and the result or the error that is expected. */
const rows = [
  ["a sign-in", {}, signIn, { result: 0 }],
  ["no metadata", { "oauth-protected-resource": () => json({}, 404) }, start, { code: "SIGN_IN_FAILED", message: "404" }],
  ["metadata of a failing server", { "oauth-protected-resource": () => json({}, 503) }, start, { code: "HTTP_ERROR", message: "503" }],
  ["metadata that is a web page", { "oauth-protected-resource": () => new Response("<html>") }, start, { code: "UNREADABLE_RESPONSE" }],
  ["metadata nested too deeply", { "oauth-protected-resource": () => new Response("[".repeat(100_000) + "]".repeat(100_000)) }, start, { code: "UNREADABLE_RESPONSE" }],
  ["metadata of another resource", { "oauth-protected-resource": () => json({ resource: "https://other.example" }) }, start, { code: "SIGN_IN_FAILED", message: "https://other.example" }],
  ["an issuer without TLS", { "oauth-protected-resource": (_, baseUrl) => json({ resource: baseUrl, authorization_servers: ["http://issuer.example"] }) }, start, { code: "SIGN_IN_FAILED", message: "https" }],
  ["another issuer", described({ issuer: "https://other.example" }), start, { code: "SIGN_IN_FAILED", message: "https://other.example" }],
  ["a missing endpoint", described({ token_endpoint: undefined }), start, { code: "UNREADABLE_RESPONSE", message: "`token_endpoint`" }],
  ["an endpoint of a wrong type", described({ authorization_endpoint: 7 }), start, { code: "UNREADABLE_RESPONSE", message: "`authorization_endpoint`" }],
  ["no PKCE", described({ code_challenge_methods_supported: ["plain"] }), start, { code: "SIGN_IN_FAILED", message: "PKCE" }],
  ["no registration", described({ registration_endpoint: null }), start, { code: "SIGN_IN_FAILED", message: "registration" }],
  ["a rejected registration", { "/register": () => json({ error: "invalid_redirect_uri", error_description: "why" }, 400) }, start, { code: "SIGN_IN_FAILED", message: "invalid_redirect_uri (why)" }],
  ["a given client", {}, (baseUrl) => signIn(baseUrl, { clientId: "given" }), { result: 0, never: "/register" }],
  ["a lifetime as a text", { "/token": () => json({ access_token: "t", token_type: "bearer", expires_in: "60" }) }, signIn, { result: 0 }],
  ["a lifetime beyond all bounds", { "/token": () => json({ access_token: "t", token_type: "bearer", expires_in: 1e300 }) }, signIn, { result: 0 }],
  ["another type of token", { "/token": () => json({ access_token: "t", token_type: "mac" }) }, signIn, { code: "SIGN_IN_FAILED", message: "mac" }],
  ["a token that is no text", { "/token": () => json({ access_token: ["t"], token_type: "bearer" }) }, signIn, { code: "UNREADABLE_RESPONSE", message: "`access_token`" }],
  ["a rejected code", { "/token": () => json({ error: "invalid_grant" }, 400) }, signIn, { code: "SIGN_IN_FAILED", message: "invalid_grant" }],
  ["a busy token endpoint", { "/token": (count) => count === 1 ? json({}, 429, { "retry-after": "0" }) : json({ access_token: "t", token_type: "bearer" }) }, signIn, { result: 0 }],
  ["forged callbacks", {}, signInAfterForgeries, { result: ["SIGN_IN_FAILED", "SIGN_IN_FAILED", true] }],
  ["a sign-in that is finished twice", {}, signInTwice, { result: ["ABORTED", true], once: "/token" }],
  ["a callback of another library", {}, signInBesideAnother, { result: [true, true], once: "/token" }],
  ["a sign-in by a `fetch` of the program", {}, signInByOwnFetch, { result: [["search"], ["request", "response"]], once: "/revoke" }],
  ["a callback after signing out", {}, signOutAndReturn, { result: null, once: "/token" }],
  ["a token that is rejected after its renewal", { "/models": () => json({ code: "COMMON_UNAUTHORIZED", message: "m" }, 401) }, callInVain, { result: ["COMMON_UNAUTHORIZED", null], once: "/revoke" }],
  ["a session that ends while its page is not shown", {}, comeBack, { result: [0, 1, 1] }],
  ["a session at another address", {}, connectElsewhere, { code: "INVALID_ARGUMENT", message: "`baseUrl`" }],
  ["a callback with a question mark", {}, async (baseUrl) => (await Session.resume(returned(await start(baseUrl)).replace("code=code", "code=c?d"))).baseUrl === baseUrl, { result: true }],
  ["a sign-in that is denied", {}, async (baseUrl) => Session.resume(returned(await start(baseUrl), { error: "access_denied" }), { baseUrl }), { code: "SIGN_IN_FAILED", message: "denied" }],
  ["a malformed address of the platform", {}, () => Session.resume(CALLBACK, { baseUrl: "platform.example" }), { code: "INVALID_ARGUMENT", message: "https://" }],
  ["an option that is written wrong", {}, (baseUrl) => Session.resume(CALLBACK, { baseURL: baseUrl }), { code: "INVALID_ARGUMENT", message: "`baseURL`" }],
  ["options that are null", {}, () => Session.resume(CALLBACK, null), { code: "INVALID_ARGUMENT" }],
  ["a callback without a sign-in", {}, () => { sessionStorage.clear(); return Session.resume(`${CALLBACK}?code=c&state=s`); }, { code: "SIGN_IN_FAILED" }],
  ["a stored sign-in that is damaged", {}, async (baseUrl) => { const url = await start(baseUrl); sessionStorage.setItem("answerdeck.sign-in", '{"base_url":7}'); return Session.resume(returned(url)); }, { code: "SIGN_IN_FAILED" }],
  ["an address that is no text", {}, () => start(7), { code: "INVALID_ARGUMENT", message: "`baseUrl`" }],
  ["an unknown storage", {}, (baseUrl) => start(baseUrl, { storage: "disk" }), { code: "INVALID_ARGUMENT", message: "storage" }],
];

// Loads WebAssembly before `fetch` is replaced.
await Answerdeck.connect({ baseUrl: "https://platform.example", apiKey: "adk_key" });
const results = [];
for (const [number, [name, replies, call, expected]] of rows.entries()) {
  const baseUrl = `https://sign-in-${number}.example`;
  const bound = Object.entries(replies).map(([end, reply]) => [end, (count) => reply(count, baseUrl)]);
  const sent = platform(baseUrl, Object.fromEntries(bound));
  let outcome;
  try {
    outcome = { result: await call(baseUrl) };
  } catch (error) {
    outcome = { error };
  }
  results.push({ name, failure: difference(expected, outcome, sent) });
}
document.querySelector("pre").textContent = JSON.stringify(results);
document.querySelector("[role=status]").textContent = "done";

function difference({ code, message = "", result: wanted, never, once }, { result, error }, sent) {
  if (sent.includes(never)) return `a request to ${never}`;
  if (once && sent.filter((name) => name === once).length !== 1) return `not one request to ${once}: ${sent}`;
  if (code === undefined) {
    const [actual, expected] = [JSON.stringify(result), JSON.stringify(wanted)];
    return !error && actual === expected ? undefined : `${error ?? actual} instead of ${expected}`;
  }
  if (!(error instanceof AnswerdeckError)) return `no error, but ${error ?? JSON.stringify(result)}`;
  return error.code === code && error.message.includes(message) ? undefined : `${error.code}: ${error.message}`;
}
