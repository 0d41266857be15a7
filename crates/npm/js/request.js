// Checks and encodes the arguments of methods.
import { invalidArgument } from "./error.js";
import { objects } from "./platform.js";
import { describeFault, findFault, findFaultOfFields, ID, suggestion } from "./shape.js";

const LONGEST_TIME = 2 ** 31 - 1;
const LIMITS = ["timeout", "maxRetries", "maxWait"];
const OPTIONS = ["signal", "headers", "idempotencyKey", ...LIMITS];

/** The options that say how requests are sent. */
export const SENDING = ["fetch", "headers", "onEvent"];

/** Splits the arguments of a method into an id, a body, parameters and options. */
export function readArguments(method, values) {
  const rest = [...values];
  const id = method.id ? [checkId(rest.shift(), method.id)] : [];
  const body = method.body ? JSON.stringify(readBody(rest.shift(), objects[method.body])) : undefined;
  const filter = method.query ? readFilter(rest.shift(), method.query) : {};
  return { id, body, filter, options: readOptions(rest.shift(), method) };
}

/** Writes parameters as a query string. */
export function encodeQuery(filter, parameters) {
  const query = new URLSearchParams();
  for (const [name, , , , isJoined] of parameters) {
    const value = filter[name];
    if (value === undefined || value === null) continue;
    for (const item of Array.isArray(value) && !isJoined ? value : [value]) query.append(name, String(item));
  }
  return query.toString();
}

/** Fails unless options are an object with known names. `limits` are those of `readLimits`. */
export function checkOptions(options, names, limits) {
  if (typeof options !== "object" || options === null) throw invalidArgument("the options must be an object");
  const known = limits ? [...names, ...LIMITS] : names;
  for (const name of Object.keys(options)) {
    if (!known.includes(name)) throw invalidArgument(`there is no option \`${name}\`${suggestion(name, known)}`);
  }
}

/** Returns the limits of calls. */
export function readLimits({ timeout, maxRetries, maxWait }) {
  checkTime("timeout", timeout);
  checkTime("maxWait", maxWait, 0);
  if (maxRetries !== undefined && !(Number.isSafeInteger(maxRetries) && maxRetries >= 0)) {
    throw invalidArgument("`maxRetries` must be an integer from 0");
  }
  const limits = Object.entries({ timeout, maxRetries, maxWait });
  return Object.fromEntries(limits.filter(([, limit]) => limit !== undefined));
}

/** Returns the options that say how requests are sent. */
export function readSending({ fetch, headers, onEvent }) {
  checkFunctions({ fetch, onEvent });
  return { fetch, headers: readHeaders(headers), onEvent };
}

/** Returns the headers that the caller adds to requests, as pairs. */
function readHeaders(headers = {}) {
  try {
    return [...new Headers(headers)];
  } catch (cause) {
    throw invalidArgument(`\`headers\` are malformed: ${cause.message}`);
  }
}

/** Fails unless a signal is absent or can be aborted. */
export function checkSignal(signal) {
  if (signal !== undefined && typeof signal?.addEventListener !== "function") {
    throw invalidArgument("`signal` must be an AbortSignal");
  }
}

/** Fails unless an option is a text. */
export function checkText(name, value) {
  if (typeof value !== "string") throw invalidArgument(`\`${name}\` must be a string`);
}

/** Returns an address as a text. It may be a `URL` or a `location`. */
export function readAddress(name, address) {
  const text = typeof address === "object" ? address?.href : address;
  if (typeof text !== "string") throw invalidArgument(`\`${name}\` must be a string or a URL`);
  return text;
}

/** Fails unless each option is a text or absent. */
export function checkTexts(options) {
  for (const [name, value] of Object.entries(options)) if (value !== undefined) checkText(name, value);
}

/** Fails unless a time is absent or one that `setTimeout` takes. */
function checkTime(name, time, shortest = 1) {
  if (time !== undefined && !(typeof time === "number" && time >= shortest && time <= LONGEST_TIME)) {
    throw invalidArgument(`\`${name}\` must be a number of milliseconds from ${shortest} to ${LONGEST_TIME}`);
  }
}

/** Fails unless each option is a function or absent. */
function checkFunctions(options) {
  for (const [name, value] of Object.entries(options)) {
    if (value !== undefined && typeof value !== "function") throw invalidArgument(`\`${name}\` must be a function`);
  }
}

function checkId(id, name) {
  const fault = findFault(id, ID, true);
  if (fault) throw invalidArgument(`\`${name}\` ${fault.problem}`);
  return id;
}

function readBody(request, fields) {
  return checkFields(asJson(request, "the request"), fields, "the request");
}

/** Reads parameters. A list of one text may be the text. */
function readFilter(filter = {}, parameters) {
  const read = asJson(filter, "the filter");
  for (const [name, shape] of parameters) {
    if (Array.isArray(shape) && typeof read?.[name] === "string") read[name] = [read[name]];
  }
  return checkFields(read, parameters, "the filter");
}

/** Returns a value as JSON writes it: a `Date` as a text. */
function asJson(given, whole) {
  let text;
  try {
    text = JSON.stringify(given, keepFault);
  } catch (cause) {
    throw invalidArgument(`${whole} cannot be written as JSON: ${cause.message}`);
  }
  return text === undefined ? undefined : JSON.parse(text);
}

/** JSON writes `null` for an invalid `Date` and for `NaN`: in its place stands what fits no field. */
function keepFault(name, value) {
  const becomesNull = value === null || (typeof value === "number" && !Number.isFinite(value));
  return becomesNull && this[name] !== null ? {} : value;
}

/** Returns a request. Fails unless it has these fields. */
function checkFields(request, fields, whole) {
  const option = Object.keys(request ?? {}).find((name) => OPTIONS.includes(name) && !fields.some(([known]) => known === name));
  if (option) throw invalidArgument(`\`${option}\` is an option: give the options after ${whole}`);
  const fault = findFaultOfFields(request, fields, true);
  if (fault) throw invalidArgument(describeFault(fault, whole));
  return request;
}

function readOptions(options = {}, method) {
  const names = ["signal", "headers", ...(method.writes ? ["idempotencyKey"] : []), ...(method.watch ? ["interval", "onRetry"] : [])];
  // A read that is sent again does no harm, and has no key: the caller means another method.
  checkOptions(options, names, "limits");
  checkSignal(options.signal);
  checkTime("interval", options.interval);
  checkFunctions({ onRetry: options.onRetry });
  checkTexts({ idempotencyKey: options.idempotencyKey });
  return { ...options, limits: readLimits(options), headers: readHeaders(options.headers) };
}
