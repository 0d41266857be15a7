import * as answerdeck from "answerdeck";
import * as programs from "./lost-responses.mjs";

// Node has no storage for the sign-in.
const items = new Map();
globalThis.sessionStorage ??= {
  getItem: (key) => items.get(key) ?? null,
  setItem: (key, value) => items.set(key, value),
  removeItem: (key) => items.delete(key),
};
const [name, options] = process.argv.slice(2);
console.log(JSON.stringify(await programs[name](answerdeck, JSON.parse(options))));
