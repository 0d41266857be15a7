// A platform for the tests of programs that use the package: it answers without a network.
import { invalidArgument } from "./error.js";
import { nouns, objects } from "./platform.js";
import { routes } from "./routes.js";

/** What methods answer unless the test says so: a watch ends at once. */
const DEFAULTS = { "runs.get": { status: "FINISHED" }, "siteKeywordAnalyses.get": { status: "COMPLETED" } };
const PAGE = 50;
/** A value of each shape of a number. */
const SCALARS = ["", "0".repeat(22), false, 0, 0, 0];

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
    const reply = replies[name] ?? DEFAULTS[name];
    const value = typeof reply === "function" ? await reply(received) : reply;
    return value instanceof Response ? value : respond(methodOf(name), value, searchParams);
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

function respond(method, value, query) {
  // Every response of a platform that honors idempotency keys says so.
  const headers = { "idempotent-replayed": "false" };
  if (method.text) return new Response(value ?? "", { headers: { ...headers, "content-type": "text/markdown" } });
  if (!method.returns) return new Response(null, { status: 204, headers });
  return Response.json(complete(method.items ? page(method, value, query) : value, method.returns), { headers });
}

function page(method, items = [], query) {
  const start = Number(query.get("cursor") ?? 0);
  const end = start + Number(query.get("limit") ?? PAGE);
  return { [method.items]: items.slice(start, end), nextCursor: end < items.length ? String(end) : null };
}

/** Adds what a value lacks of its shape. */
function complete(value, shape) {
  if (typeof shape === "number") return value ?? SCALARS[shape];
  if (Array.isArray(shape)) return (value ?? []).map((item) => complete(item, shape[0]));
  const completed = { ...value };
  for (const [name, inner, isNullable, presence = 0] of objects[shape]) {
    const given = completed[name];
    if (given === undefined && presence === 0) completed[name] = isNullable ? null : complete(undefined, inner);
    else if (given !== undefined && given !== null) completed[name] = complete(given, inner);
  }
  return completed;
}
