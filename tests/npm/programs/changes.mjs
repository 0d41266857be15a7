// Submits runs whose replies are lost or damaged, each on another platform, so that none waits for the pace of another.
import { Answerdeck } from "answerdeck";

const ID = "aaaaaaaaaaaaaaaaaaaaaa";
const reply = (body, status = 200) => new Response(body, { status });
const faults = [
  () => Promise.reject(new TypeError("fetch failed")),
  () => Promise.reject(undefined),
  () => reply(""),
  () => reply(`{"id":"${ID}`),
  () => reply("<html>"),
  () => reply(`{"id":"${ID.slice(1)}"}`),
  () => reply("null"),
  ...[408, 500, 502, 503, 504, 520, 524].map((status) => () => reply("", status)),
  () => reply('{"code":"GATEWAY_TIMEOUT"}', 504),
  () => reply(new ReadableStream({ start: (body) => body.error(new Error("broken")) })),
];

let [requests, unknown] = [0, 0];
const COUNT = 10_000;
for (let number = 0; number < COUNT; number += 1) {
  const fetch = async (request) => {
    // The platform does not honor idempotency keys: no response says so.
    if (request.method === "GET") return reply('{"models":[]}');
    requests += 1;
    return faults[number % faults.length]();
  };
  const deck = await Answerdeck.connect({ baseUrl: `https://platform-${number}.example`, apiKey: "adk_key", fetch });
  await deck.models.list();
  const error = await deck.runs.submit({ promptSetID: ID, models: ["CHATGPT"] }).catch((error) => error);
  if (error.outcomeUnknown) unknown += 1;
}
console.log(`${COUNT} changes, ${requests} requests, ${unknown} of unknown outcome`);
