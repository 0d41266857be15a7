// Damages the memory of WebAssembly while calls wait.
import assert from "node:assert/strict";

let memory;
const { Instance } = WebAssembly;
WebAssembly.Instance = function (module, imports) {
  const instance = new Instance(module, imports);
  memory = instance.exports.memory;
  return instance;
};
const { Answerdeck, AnswerdeckError } = await import("answerdeck");

let answer;
const fetch = () => new Promise((resolve) => (answer = resolve));
const deck = await Answerdeck.connect({ baseUrl: "https://platform.example", apiKey: "adk_key", fetch, timeout: 1_000 });
const waiting = [deck.models.list(), deck.regions.list()];
while (!answer) await new Promise((resolve) => setImmediate(resolve));
new Uint8Array(memory.buffer).fill(0xff);
answer(new Response('{"models":[]}'));
const errors = await Promise.all(waiting.map((call) => call.catch((error) => error)));
const later = await deck.models.list().catch((error) => error);
for (const error of [...errors, later]) {
  assert.ok(error instanceof AnswerdeckError);
  assert.equal(error.code, "CRASHED");
  assert.ok(error.cause instanceof Error);
}
console.log("done");
