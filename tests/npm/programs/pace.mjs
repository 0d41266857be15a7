// The clients of a process may belong to different organizations: they share no locks, which would share a rate limit.
import { Answerdeck } from "answerdeck";

const named = [];
const request = function (name, ...rest) {
  named.push(name);
  return locks?.request(name, ...rest);
};
// Node before 24.5 has no locks.
const locks = globalThis.navigator?.locks;
Object.defineProperty(globalThis, "navigator", { value: { userAgent: "Test", locks: { request } }, configurable: true });

const fetch = async () => Response.json({ models: [] });
const keys = Array.from({ length: 8 }, (_, number) => `adk_${number}`);
const decks = await Promise.all(keys.map((apiKey) => Answerdeck.connect({ baseUrl: "https://platform.example", apiKey, fetch })));
const calls = await Promise.all(decks.flatMap((deck) => Array.from({ length: 10 }, () => deck.models.list())));
console.log(`${calls.length} calls, ${named.length} locks`);
