// Calls every method with a recording `fetch`, and prints the method and the path of each request.
import { Answerdeck } from "answerdeck";
import { nouns, objects } from "./node_modules/answerdeck/platform.js";

const ID = "aaaaaaaaaaaaaaaaaaaaaa";
const SCALARS = ["text", "2026-11-16T09:00:00Z", ID, true, 1, 1, 1.5];

/** A value of a shape, with its required fields. */
function sample(shape) {
  if (typeof shape === "number") return SCALARS[shape];
  if (Array.isArray(shape)) return [sample(shape[0])];
  const required = objects[shape].filter(([, , , presence = 0]) => presence === 0);
  return Object.fromEntries(required.map(([name, item]) => [name, sample(item)]));
}

const requests = [];
const methods = Object.entries(nouns).flatMap(([noun, verbs]) => Object.entries(verbs).map(([verb, method]) => [noun, verb, method]));
let number = 0;
for (const [noun, verb, method] of methods.filter(([, , method]) => !method.watch)) {
  const fetch = async (request) => {
    const url = new URL(request.url);
    requests.push({ method: request.method, path: url.pathname.replace("/api", "").replace(ID, "{}"), body: await request.text(), key: request.headers.get("api-key"), query: url.search });
    if (method.text) return new Response("# text", { headers: { "content-type": "text/markdown" } });
    return method.returns ? Response.json({ ...sample(method.returns), nextCursor: null }) : new Response(null, { status: 204 });
  };
  // A platform for each, so that none waits for the pace of another.
  const deck = await Answerdeck.connect({ baseUrl: `https://platform-${(number += 1)}.example`, apiKey: "adk_key", fetch });
  const values = [];
  if (method.id) values.push(ID);
  if (method.body) values.push(sample(method.body));
  if (method.query) values.push(Object.fromEntries(method.query.map(([name, shape]) => [name, sample(shape)])));
  const result = deck[noun][verb](...values);
  if (method.items) for await (const _ of result);
  else await result;
}
console.log(JSON.stringify(requests));
