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
const error = await client.runs.submit({ promptSetID: ID, models: ["CHATGPT"] }).catch((error) => error);
assert.equal(error.code, "INSUFFICIENT_CREDITS");
const { method, body } = requests.at(-1);
assert.deepEqual([method, body], ["runs.submit", { promptSetID: ID, models: ["CHATGPT"] }]);
let last;
for await (last of client.runs.watch(ID));
assert.equal(last.status, "FINISHED");
assert.throws(() => fakePlatform({ "prompts.lst": [] }), { code: "INVALID_ARGUMENT" });

// Every method without a reply answers with what its types say.
for (const [noun, verbs] of Object.entries(nouns)) {
  for (const [verb, { id, body: hasBody, query, items, watch }] of Object.entries(verbs)) {
    if (watch || hasBody || query?.some(([, , isRequired]) => isRequired)) continue;
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
