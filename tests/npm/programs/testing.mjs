// Tests a program of a user with the fake platform.
import assert from "node:assert/strict";
import { Answerdeck } from "answerdeck";
import { fakePlatform } from "answerdeck/testing";
import { nouns } from "./node_modules/answerdeck/platform.js";

const ID = "aaaaaaaaaaaaaaaaaaaaaa";
const prompts = Array.from({ length: 120 }, (_, number) => ({ content: `prompt ${number}` }));
const platform = fakePlatform({
  "prompts.list": prompts,
  "prompts.get": ({ id }) => ({ id, content: "asked" }),
  "answers.markdown": "# Answer",
  "regions.list": Response.json({ regions: [] }),
  "runs.submit": () => Response.json({ code: "INSUFFICIENT_CREDITS", message: "too few" }, { status: 402 }),
});
const deck = await Answerdeck.connect({ ...platform, requests: undefined, apiKey: "adk_test" }).catch((error) => error);
assert.equal(deck.code, "INVALID_ARGUMENT", "only `baseUrl` and `fetch` are options");
const { baseUrl, fetch, requests } = platform;
const client = await Answerdeck.connect({ baseUrl, fetch, apiKey: "adk_test" });
const read = await client.prompts.list({ limit: 100 }).toArray({ limit: 1_000 });
assert.deepEqual(read.map(({ content }) => content), prompts.map(({ content }) => content));
assert.equal((await client.prompts.get(ID)).id, ID);
assert.equal(await client.answers.markdown(ID), "# Answer");
for (const _ of ["once", "again"]) assert.deepEqual(await client.regions.list(), { regions: [] });
const error = await client.runs.submit({ promptSetID: ID, models: ["CHATGPT"] }).catch((error) => error);
assert.equal(error.code, "INSUFFICIENT_CREDITS");
const { method, body } = requests.at(-1);
assert.deepEqual([method, body], ["runs.submit", { promptSetID: ID, models: ["CHATGPT"] }]);
let last;
for await (last of client.runs.watch(ID));
assert.equal(last.status, "FINISHED");
// A list that says more than its items.
const measured = { items: [{ query: "one" }, { query: "two" }], totalPrompts: 2, brands: [{ name: "Acme" }] };
const metrics = fakePlatform({ "metrics.prompts": measured, "runs.get": { totalCount: 2 } });
const measuring = await Answerdeck.connect({ baseUrl: metrics.baseUrl, fetch: metrics.fetch, apiKey: "adk_test" });
const pages = [];
for await (const page of measuring.metrics.prompts({ brandID: ID, limit: 1 }).pages()) pages.push(page);
assert.deepEqual(pages.map(({ items, totalPrompts, brands }) => [items[0].query, totalPrompts, brands[0].name]), [["one", 2, "Acme"], ["two", 2, "Acme"]]);
assert.ok(!("prompts" in pages[0]));
for await (last of measuring.runs.watch(ID));
assert.deepEqual([last.status, last.totalCount], ["FINISHED", 2]);

// A reply that no platform gives.
for (const [name, reply, message] of [
  ["metrics.prompts", [{ name: "Acme" }], "`prompts[0].name` is unknown"],
  ["metrics.prompts", [{ query: 7 }], "`prompts[0].query` must be a string"],
  ["prompts.get", () => ({ contents: "c" }), "`contents` is unknown: did you mean `content`?"],
  ["models.list", { models: {} }, "`models` must be an array"],
]) {
  const wrong = fakePlatform({ [name]: reply });
  const deck = await Answerdeck.connect({ baseUrl: wrong.baseUrl, fetch: wrong.fetch, apiKey: "adk_test" });
  const calls = { "metrics.prompts": () => deck.metrics.prompts({ brandID: ID }).first(), "prompts.get": () => deck.prompts.get(ID), "models.list": () => deck.models.list() };
  const { message: actual } = await calls[name]().catch((error) => error);
  assert.equal(actual, `the reply of \`${name}\` is wrong: ${message}`);
}
assert.throws(() => fakePlatform({ "prompts.lst": [] }), { code: "INVALID_ARGUMENT" });

// Every method without a reply answers with what its types say.
for (const [noun, verbs] of Object.entries(nouns)) {
  for (const [verb, { id, body: hasBody, query, items, watch }] of Object.entries(verbs)) {
    if (watch || hasBody || query?.some(([, , , presence]) => presence === 0)) continue;
    // A platform for each, so that none waits for the pace of another.
    const empty = fakePlatform();
    const deck = await Answerdeck.connect({ baseUrl: empty.baseUrl, fetch: empty.fetch, apiKey: "adk_test" });
    const result = deck[noun][verb](...(id ? [ID] : []));
    if (items) assert.deepEqual(await result.toArray({ limit: 1 }), []);
    else await result;
    assert.equal(empty.requests[0].method, `${noun}.${verb}`);
  }
}
console.log("done");
