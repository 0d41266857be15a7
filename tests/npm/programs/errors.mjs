// What errors are, and that every failure is one.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { runInNewContext } from "node:vm";
import { Answerdeck, AnswerdeckError, Session } from "answerdeck";

const ID = "aaaaaaaaaaaaaaaaaaaaaa";
const connect = (options) => Answerdeck.connect({ baseUrl: "https://platform.example", apiKey: "adk_key", ...options });
const errorOf = async (call) => {
  const error = await call().then(() => assert.fail("no error"), (error) => error);
  assert.ok(error instanceof AnswerdeckError, String(error?.stack ?? error));
  return error;
};

// The file of another build, bytes of another realm, and other sources. The first load that succeeds is the last one.
const file = await readFile("node_modules/answerdeck/answerdeck.wasm");
const stale = Uint8Array.from(file);
stale[stale.length - 1] ^= 1;
for (const wasm of [stale, new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]), "no address", new Uint8Array(7), 7]) {
  const error = await errorOf(() => connect({ wasm }));
  assert.equal(error.code, "LOAD_FAILED");
  if (wasm === stale) assert.match(error.message, /another version/);
}
const foreign = runInNewContext("(bytes) => new Uint8Array(bytes).buffer")([...file]);
assert.ok(!(foreign instanceof ArrayBuffer));
await connect({ wasm: foreign });

// Arguments.
const platform = "https://platform.example";
for (const call of [
  () => connect({ singal: undefined }),
  () => connect({ headers: 7 }),
  () => connect({ session: {}, apiKey: undefined }),
  () => Answerdeck.connect({ session: {} }),
  () => connect({ maxWait: Infinity }),
  () => connect({ baseUrl: 7 }),
  () => Answerdeck.connect(null),
  () => Session.resume("https://app.example/", null),
  () => Session.resume("https://app.example/", { baseURL: platform }),
  () => Session.resume("https://app.example/", { baseUrl: "platform.example" }),
  () => Session.resume(undefined, { baseUrl: platform }),
  () => Session.resume(Object.create(null), { baseUrl: platform }),
  () => Session.resume("https://app.example/", { baseUrl: platform, signal: {} }),
  () => Session.resume("https://app.example/", { baseUrl: platform, headers: 7 }),
  () => Session.start({ baseUrl: platform, redirectUrl: "https://app.example/", clientName: "App", fetch: true }),
  () => Session.start({ baseUrl: platform, redirectUrl: "https://app.example/", clientName: "App", scope: "all" }),
  async () => new Answerdeck(),
  async () => new Session(),
]) {
  assert.equal((await errorOf(call)).code, "INVALID_ARGUMENT");
}

// What has one meaning is understood: an address with the path of operations, and the language of a browser.
const understood = [];
const fetch = async (request) => understood.push([request.url, request.headers.get("accept-language")]) && Response.json({ models: [] });
await (await connect({ baseUrl: `${platform}/api/v1/platform`, language: "en-US", fetch })).models.list();
assert.deepEqual(understood, [[`${platform}/api/v1/platform/models`, "en"]]);
assert.match((await errorOf(() => connect({ language: "fr" }))).message, /must be "ko" or "en", not "fr"/);
await connect({ baseUrl: new URL(platform) });
assert.equal(await Session.resume(new URL("https://app.example/"), { baseUrl: new URL(platform) }), undefined);

// What a function of the user throws is reported, and the call goes on.
const reported = [];
const { error: print } = console;
console.error = (error) => reported.push(error.message);
const faults = [() => { throw new Error("thrown"); }, () => Promise.reject(new Error("rejected"))];
for (const onEvent of faults) {
  const deck = await connect({ fetch: async () => Response.json({ models: [] }), onEvent });
  assert.deepEqual(await deck.models.list(), { models: [] });
}
await new Promise((resolve) => setTimeout(resolve));
console.error = print;
assert.deepEqual(reported, ["thrown", "thrown", "rejected", "rejected"]);

// The cause is the error of `fetch`, and the events tell the same.
const reason = new TypeError("fetch failed", { cause: new Error("ECONNRESET") });
const events = [];
const deck = await connect({ fetch: () => Promise.reject(reason), onEvent: (event) => events.push(event), maxRetries: 1 });
const lost = await errorOf(() => deck.prompts.get(ID));
assert.equal(lost.cause, reason);
await new Promise((resolve) => setTimeout(resolve));
assert.deepEqual(events.map(({ type, attempt }) => [type, attempt]), [
  ["request", 1], ["failure", 1], ["wait", 1], ["request", 2], ["failure", 2],
]);
assert.equal(events[1].cause, reason);
assert.equal(events[0].url, `https://platform.example/api/v1/platform/prompts/${ID}`);
assert.ok(events[2].duration >= 250);

// JSON, clones, and copies of the package.
const written = JSON.parse(JSON.stringify(lost));
assert.equal(written.message, lost.message);
assert.equal(written.code, "CONNECTION_LOST");
assert.equal(written.cause, "TypeError: fetch failed");
const sent = AnswerdeckError.fromJSON(structuredClone(lost.toJSON()));
assert.deepEqual([sent.code, sent.message, sent.outcomeUnknown], [lost.code, lost.message, lost.outcomeUnknown]);
assert.ok(sent instanceof AnswerdeckError && sent instanceof Error);
assert.equal(`${sent}`, `AnswerdeckError: ${lost.message}`);
assert.ok(!AnswerdeckError.is(new Error("another")) && !AnswerdeckError.is(null) && !({} instanceof AnswerdeckError));

// What the runtime says about connections: nothing was sent, or where the platform redirects to.
const change = (deck) => deck.runs.submit({ promptSetID: ID, models: ["CHATGPT"] });
const local = (baseUrl) => connect({ baseUrl, maxRetries: 0 });
const closed = createServer();
await new Promise((resolve) => closed.listen(0, "127.0.0.1", resolve));
const { port } = closed.address();
await new Promise((resolve) => closed.close(resolve));
for (const address of [`http://127.0.0.1:${port}`, "http://unknown.invalid"]) {
  const error = await errorOf(async () => change(await local(address)));
  assert.deepEqual([error.code, error.outcomeUnknown, error.isRetryable], ["CONNECTION_FAILED", false, true], error.message);
  assert.ok(error.cause instanceof Error);
}
const requests = [];
const server = createServer((request, response) => {
  requests.push(request.headers);
  response.writeHead(307, { location: "https://new.example/api" }).end("moved");
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const redirected = await errorOf(async () => change(await Answerdeck.connect({ baseUrl: `http://127.0.0.1:${server.address().port}`, apiKey: "adk_key" })));
assert.equal(redirected.code, "REDIRECTED");
assert.match(redirected.message, /https:\/\/new\.example\/api/);
assert.equal(requests.length, 1);
assert.match(requests[0]["user-agent"], /^answerdeck\/\d+\.\d+\.\d+/);
server.closeAllConnections();
server.close();
console.log("done");
