// A platform for the tests of programs that use the package: it answers without a network.
import { invalidArgument } from "./error.js";
import { nouns, objects } from "./platform.js";
import { routes } from "./routes.js";
import { describeFault, findFault } from "./shape.js";

/** What methods answer unless the test says otherwise: a watch ends at once. */
const DEFAULTS = { "runs.get": { status: "FINISHED" }, "siteKeywordAnalyses.get": { status: "COMPLETED" } };
/** A value of each shape that is a number. */
const SCALARS = ["", "1970-01-01T00:00:00Z", "0".repeat(22), false, 0, 0, 0];

export function fakePlatform(replies = {}) {
  for (const name of Object.keys(replies)) if (!routes[name]) throw invalidArgument(`there is no method \`${name}\``);
  const requests = [];
  async function fetch(request) {
    const { pathname, searchParams } = new URL(request.url);
    const { name, id } = find(request.method, pathname.slice(pathname.indexOf("/api/") + 4));
    if (!name) return Response.json({ message: `there is no ${request.method} ${pathname}` }, { status: 404 });
    const text = await request.text();
    const received = { method: name, id, query: searchParams, body: text === "" ? undefined : JSON.parse(text) };
    requests.push(received);
    const reply = replies[name];
    const value = typeof reply === "function" ? await reply(received) : reply;
    // A response can be read once, and a request may come again.
    return value instanceof Response ? value.clone() : respond(name, value, searchParams);
  }
  return { baseUrl: "https://platform.test", fetch, requests };
}

/** Returns the method whose route a request has. A path without an id takes precedence. */
function find(method, path) {
  const candidates = Object.entries(routes).filter(([, [verb]]) => verb === method);
  const exact = candidates.find(([, [, template]]) => template === path);
  if (exact) return { name: exact[0] };
  for (const [name, [, template]] of candidates) {
    const [start, end] = template.split(/\{\w+\}/);
    if (end === undefined || !path.startsWith(start) || !path.endsWith(end)) continue;
    const id = path.slice(start.length, path.length - end.length);
    if (!id.includes("/")) return { name, id };
  }
  return {};
}

function methodOf(name) {
  const [noun, verb] = name.split(".");
  return nouns[noun][verb];
}

function respond(name, value, query) {
  const method = methodOf(name);
  // Every response of a platform that honors idempotency keys says so.
  const headers = { "idempotent-replayed": "false" };
  if (method.text) return new Response(value ?? "", { headers: { ...headers, "content-type": "text/markdown" } });
  if (!method.returns) return new Response(null, { status: 204, headers });
  const answer = JSON.parse(JSON.stringify(complete(method.items ? page(method, value, query) : value, method.returns, DEFAULTS[name])));
  // As strictly as a request, so that no test passes with what no platform answers.
  const fault = findFault(answer, method.returns, true);
  if (!fault) return Response.json(answer, { headers });
  return Response.json({ message: `the reply of \`${name}\` is wrong: ${describeFault(fault, "it")}` }, { status: 500, headers });
}

/** Returns the page that a request asks for, of a list of all items or an object that has it. */
function page(method, value, query) {
  const { items = [], ...others } = Array.isArray(value) ? { items: value } : (value ?? {});
  const start = Number(query.get("cursor"));
  const end = start + Number(query.get("limit"));
  return { [method.items]: items.slice(start, end), nextCursor: end < items.length ? String(end) : null, ...others };
}

/** Adds what a value lacks of its shape: first from `defaults`. */
function complete(value, shape, defaults) {
  if (Array.isArray(shape)) return Array.isArray(value) ? value.map((item) => complete(item, shape[0])) : (value ?? []);
  if (typeof shape === "number") return value ?? SCALARS[shape];
  if (typeof (value ?? {}) !== "object" || Array.isArray(value)) return value;
  const completed = { ...defaults, ...value };
  for (const [name, inner, isNullable, presence] of objects[shape]) {
    const given = completed[name];
    // Only a field with the presence 1 may be absent.
    if (given === undefined && presence !== 1) completed[name] = isNullable ? null : complete(undefined, inner);
    else if (given !== undefined && given !== null) completed[name] = complete(given, inner);
  }
  return completed;
}
