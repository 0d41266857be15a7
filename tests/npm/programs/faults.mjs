// What calls do when the platform, or a gateway before it, misbehaves. Runs in Node and in a browser.

const ID = "aaaaaaaaaaaaaaaaaaaaaa";
const RUN = { promptSetID: ID, models: ["CHATGPT"] };
const SUBMITTED = json({ id: ID });
const MODELS = json({ models: [] });
const prompt = (fields) => ({ id: ID, content: "c", promptSetID: ID, ...fields });
const prompts = (fields, nextCursor = null) => json({ prompts: [prompt(fields)], nextCursor });
const run = (fields) => ({ id: ID, status: "RUNNING", totalCount: 2, finishedCount: 0, successCount: 0, failedCount: 0, runningCount: 2, ...fields });

function json(value, status = 200, headers = {}) {
  return text(JSON.stringify(value), status, { "content-type": "application/json", ...headers });
}

function text(body, status = 200, headers = {}) {
  return () => new Response(status === 204 ? null : body, { status, headers });
}

const lost = () => Promise.reject(new TypeError("fetch failed", { cause: new Error("ECONNRESET") }));
const hangs = (request) =>
  new Promise((_, reject) => request.signal.addEventListener("abort", () => reject(request.signal.reason)));

function abortsAndHangs(request, controller) {
  controller.abort();
  return hangs(request);
}

function refusesAndAborts(request, controller) {
  setTimeout(() => controller.abort(), 30);
  return new Response("", { status: 429, headers: { "retry-after": "30" } });
}

/** Calls that submit a run: a change that costs money. */
const submit = (deck, options) => deck.runs.submit(RUN, options);
const models = (deck, options) => deck.models.list(options);
const onePrompt = (deck) => deck.prompts.get(ID);
const allPrompts = (deck, options) => collect(deck.prompts.list({}, options));

async function collect(iterable) {
  const items = [];
  for await (const item of iterable) items.push(item);
  return items;
}

/**
 * Each row: a name, what the platform answers in turn (the last one from then on), the call with its options, and the
 * expectations of the result, the error and the number of requests.
 */
const rows = [
  // A change is sent once unless it was certainly refused.
  ["a change whose reply is lost", [lost], submit, { code: "CONNECTION_LOST", unknown: true, sent: 1 }],
  ["a change with a truncated reply", [text('{"id":"aaa')], submit, { code: "UNREADABLE_RESPONSE", unknown: true, sent: 1 }],
  ["a change with an empty reply", [text("")], submit, { code: "UNREADABLE_RESPONSE", unknown: true, sent: 1 }],
  ["a change with a web page as reply", [text("<html>", 200)], submit, { code: "UNREADABLE_RESPONSE", unknown: true, sent: 1 }],
  ["a change with a reply of another shape", [json({ id: 7 })], submit, { code: "UNREADABLE_RESPONSE", message: "`id`", unknown: true, sent: 1 }],
  ["a change and 502", [text("", 502)], submit, { code: "HTTP_ERROR", status: 502, unknown: true, sent: 1 }],
  ["a change and 503", [text("", 503)], submit, { code: "HTTP_ERROR", status: 503, unknown: true, sent: 1 }],
  ["a change and 504 of a gateway with a code", [json({ code: "GATEWAY_TIMEOUT", message: "m" }, 504)], submit, { code: "GATEWAY_TIMEOUT", unknown: true, sent: 1 }],
  ["a change and 500 without a code", [text("", 500)], submit, { code: "HTTP_ERROR", status: 500, unknown: true, sent: 1 }],
  ["a change and 408", [text("", 408)], submit, { code: "HTTP_ERROR", status: 408, unknown: true, sent: 1 }],
  ["a change and 524", [text("", 524)], submit, { code: "HTTP_ERROR", status: 524, unknown: true, sent: 1 }],
  ["a change that is refused", [json({ code: "INSUFFICIENT_CREDITS", message: "m" }, 402)], submit, { code: "INSUFFICIENT_CREDITS", unknown: false, sent: 1 }],
  ["a change after 429", [text("", 429, { "retry-after": "0" }), SUBMITTED], submit, { result: { id: ID }, sent: 2 }],
  ["a change that times out", [hangs], (deck, options) => submit(deck, { ...options, timeout: 50 }), { code: "TIMED_OUT", unknown: true, sent: 1 }],
  ["a deletion with a web page as reply", [text("<html>")], (deck) => deck.prompts.delete(ID), { code: "UNREADABLE_RESPONSE", unknown: true, sent: 1 }],
  ["a deletion", [text("", 204)], (deck) => deck.prompts.delete(ID), { result: undefined, sent: 1 }],

  // A read is repeated.
  ["a read after a lost connection", [lost, MODELS], models, { result: { models: [] }, sent: 2 }],
  ["a read after 503", [text("", 503), MODELS], models, { result: { models: [] }, sent: 2 }],
  ["a read after 503 twice", [text("", 503), text("", 503), MODELS], models, { result: { models: [] }, sent: 3 }],
  ["a read after 429", [text("", 429, { "retry-after": "0" }), MODELS], models, { result: { models: [] }, sent: 2 }],
  ["a read after 429 with a wait that is nonsense", [text("", 429, { "retry-after": "soon" }), MODELS], models, { result: { models: [] }, sent: 2 }],
  ["a read after 429 without a wait", [text("", 429), MODELS], models, { result: { models: [] }, sent: 2 }],
  ["a read after 429 with seconds", [text("", 429, { "retry-after": "1" }), MODELS], models, { result: { models: [] }, sent: 2 }],
  ["a read after 429 with a date", [() => new Response("", { status: 429, headers: { date: new Date().toUTCString(), "retry-after": new Date(Date.now() + 1_000).toUTCString() } }), MODELS], models, { result: { models: [] }, sent: 2 }],
  ["429 with an hour", [text("", 429, { "retry-after": "3600" })], models, { code: "HTTP_ERROR", status: 429, retryAfter: 3600, unknown: false, sent: 1 }],
  ["nouns of a text are a read", [text("", 503), json({ properNouns: [] })], (deck) => deck.words.properNouns({ text: "t" }), { result: { properNouns: [] }, sent: 2 }],

  // Errors are read as far as they can be.
  ["an error with null details and a numeric code", [json({ code: 7, message: "m", details: null }, 400)], models, { code: "HTTP_ERROR", message: "m", status: 400, sent: 1 }],
  ["an error without a message", [json({ code: "COMMON_VALIDATION", details: ["name: too long", 7] }, 400)], models, { code: "COMMON_VALIDATION", details: ["name: too long"], sent: 1 }],
  ["a web page as error", [text("<html>", 404)], models, { code: "HTTP_ERROR", status: 404, sent: 1 }],
  ["the id of the request", [text("", 400, { "x-request-id": "r1" })], models, { code: "HTTP_ERROR", requestID: "r1", sent: 1 }],

  // Bodies.
  ["a new value of an enum", [json(run({ status: "PAUSED" }))], (deck) => deck.runs.get(ID), { result: run({ status: "PAUSED" }), sent: 1 }],
  ["a new field", [json({ models: [], more: 1 })], models, { result: { models: [], more: 1 }, sent: 1 }],
  ["a field of a wrong type", [json({ prompts: [prompt(), prompt({ content: 7 })], nextCursor: null })], allPrompts, { code: "UNREADABLE_RESPONSE", message: "`prompts[1].content`", sent: 1 }],
  ["a missing field", [json({ id: ID, content: "c" })], onePrompt, { code: "UNREADABLE_RESPONSE", message: "`promptSetID`", sent: 1 }],
  ["a response that is a list", [json([])], onePrompt, { code: "UNREADABLE_RESPONSE", sent: 1 }],
  ["a malformed id in a response", [json(prompt({ promptSetID: "short" }))], onePrompt, { code: "UNREADABLE_RESPONSE", message: "`promptSetID`", sent: 1 }],
  ["an id of another alphabet", [json(prompt({ id: "-_aaaaaaaaaaaaaaaaaaaa", createdAt: "t" }))], onePrompt, { result: prompt({ id: "-_aaaaaaaaaaaaaaaaaaaa", createdAt: "t" }), sent: 1 }],
  ["an integer that JavaScript would round", [text(`{"totalCitations":9007199254740993,"urls":[]}`)], (deck) => deck.statistics.sourceURLs(), { code: "UNREADABLE_RESPONSE", message: "`totalCitations`", sent: 1 }],
  ["a number out of range in a field that may be null", [json({ domains: [], totalCitations: 1, totalDomains: -1 })], (deck) => deck.statistics.sourceDomains(), { result: { domains: [], totalCitations: 1, totalDomains: null }, sent: 1 }],
  ["an infinite number in a field that may be null", [text('{"items":[{"keyword":"k","metrics":{"cpc":1e999,"monthlySearches":null}}],"countryCode":"KR","languageCode":"ko"}')], async (deck) => (await deck.keywords.googleMetrics({ keywords: ["k"] })).items[0].metrics.cpc, { result: null, sent: 1 }],
  ["an infinite number in another field", [text('{"balance":1e999}')], (deck) => deck.credits.balance(), { code: "UNREADABLE_RESPONSE", message: "`balance`", sent: 1 }],
  ["absent fields without a star", [json({ id: ID, name: "n" })], (deck) => deck.brands.get(ID), { result: { id: ID, name: "n", synonyms: [], websites: [], createdAt: "" }, sent: 1 }],
  ["a list that is null", [json({ prompts: null, nextCursor: null })], allPrompts, { result: [], sent: 1 }],
  ["a lone surrogate", [text(`{"id":"${ID}","content":"\\ud83d","promptSetID":"${ID}","createdAt":"t"}`)], onePrompt, { result: prompt({ content: "\ud83d", createdAt: "t" }), sent: 1 }],
  ["a page that is nested too deeply", [text("[".repeat(200_000))], models, { code: "UNREADABLE_RESPONSE", sent: 1 }],
  ["a name of the prototype", [text('{"__proto__":{"models":[]},"constructor":1}')], models, { code: "UNREADABLE_RESPONSE", message: "`models`", sent: 1 }],

  // Lists and watching.
  ["the same cursor for ever", [prompts({}, "c")], allPrompts, { code: "UNREADABLE_RESPONSE", message: "nextCursor" }],
  ["cursors that alternate", [prompts({}, "a"), prompts({}, "b"), prompts({}, "a"), prompts({}, "b"), prompts({}, "a"), prompts({}, "b")], allPrompts, { code: "UNREADABLE_RESPONSE", message: "nextCursor" }],
  ["a list that is left after three items", [json({ prompts: [prompt(), prompt(), prompt(), prompt()], nextCursor: "c" })], leave(3), { result: 3, sent: 1 }],
  ["items that are read at once", [json({ prompts: [prompt(), prompt()], nextCursor: null })], atOnce, { result: [false, false, true], sent: 1 }],
  ["a run in an unknown state whose items have ended", [json(run({ status: "DONE", finishedCount: 2, runningCount: 0 }))], (deck) => collect(deck.runs.watch(ID)).then((states) => states.length), { result: 1, sent: 1 }],
  ["a watch of what does not exist", [json({ code: "TASK_GENERATION_RUN_NOT_FOUND", message: "m" }, 404)], (deck) => collect(deck.runs.watch(ID)), { code: "TASK_GENERATION_RUN_NOT_FOUND", sent: 1 }],
  ["a watch whose response is of a wrong type", [json(run({ totalCount: "2" }))], (deck) => collect(deck.runs.watch(ID)), { code: "UNREADABLE_RESPONSE", message: "`totalCount`", sent: 1 }],

  ["a watch that continues after an error", [...Array(4).fill(text("", 503)), json(run({ status: "FINISHED" }))], goOn, { result: [1, ["HTTP_ERROR"]], sent: 5 }],
  ["calls that wait for the pace when they are aborted", [(request, controller) => { controller.abort(); return MODELS(); }], waitForPace, { result: true }],

  // Arguments are checked before anything is sent.
  ["a malformed id", [MODELS], (deck) => deck.prompts.get("../runs"), { code: "INVALID_ARGUMENT", message: "promptID", sent: 0 }],
  ["a malformed id in a request", [SUBMITTED], (deck) => deck.runs.submit({ promptSetID: "x", models: [] }), { code: "INVALID_ARGUMENT", message: "`promptSetID`", sent: 0 }],
  ["a missing field of a request", [SUBMITTED], (deck) => deck.prompts.create({ content: "c" }), { code: "INVALID_ARGUMENT", message: "`promptSetID`", sent: 0 }],
  ["an unknown parameter", [MODELS], (deck) => deck.statistics.tokens({ lmit: 3 }), { code: "INVALID_ARGUMENT", message: "`lmit`", sent: 0 }],
  ["a request that is no object", [SUBMITTED], (deck) => deck.prompts.create(), { code: "INVALID_ARGUMENT", sent: 0 }],
  ["a signal that is none", [MODELS], (deck) => models(deck, { signal: true }), { code: "INVALID_ARGUMENT", message: "`signal`", sent: 0 }],
  ["options that are none", [MODELS], (deck) => models(deck, 7), { code: "INVALID_ARGUMENT", sent: 0 }],
  ["a limit above 32 bits", [(request) => json({ prompts: [prompt({ content: new URL(request.url).search, createdAt: "t" })], nextCursor: null })()], async (deck) => (await collect(deck.prompts.list({ limit: 2 ** 32 + 1 })))[0].content, { result: "?limit=4294967295", sent: 1 }],
  ["a timeout that is no time", [MODELS], (deck) => models(deck, { timeout: -1 }), { code: "INVALID_ARGUMENT", sent: 0 }],

  // What `fetch` may do.
  ["a rejection that is no error", [() => Promise.reject("no")], submit, { code: "CONNECTION_LOST", message: "no", unknown: true, sent: 1 }],
  ["a rejection with undefined", [() => Promise.reject()], submit, { code: "CONNECTION_LOST", unknown: true, sent: 1 }],
  ["a `fetch` that throws", [() => { throw new Error("thrown"); }], submit, { code: "CONNECTION_LOST", message: "thrown", unknown: true, sent: 1 }],
  ["a `fetch` that returns no response", [() => Promise.resolve(undefined)], submit, { code: "CONNECTION_LOST", unknown: true, sent: 1 }],
  ["a body that breaks off", [() => new Response(new ReadableStream({ start: (body) => body.error(new Error("broken")) }))], submit, { code: "CONNECTION_LOST", unknown: true, sent: 1 }],

  // Signals.
  ["a signal that was aborted before", [SUBMITTED], (deck) => submit(deck, { signal: AbortSignal.abort() }), { code: "ABORTED", unknown: false, sent: 0 }],
  ["a signal that is aborted while a change is sent", [abortsAndHangs], submit, { code: "ABORTED", unknown: true, sent: 1 }],
  ["a signal that is aborted while a read waits to be repeated", [refusesAndAborts], models, { code: "ABORTED", unknown: false, sent: 1 }],
];

function leave(count) {
  return async (deck) => {
    let read = 0;
    for await (const _ of deck.prompts.list()) if (++read === count) break;
    return read;
  };
}

async function goOn(deck) {
  const errors = [];
  const states = await collect(deck.runs.watch(ID, { interval: 10, onRetry: (error) => errors.push(error.code) }));
  return [states.length, errors];
}

/** The first request aborts all 50 calls: those that wait are not sent any more. */
async function waitForPace(deck, options) {
  const calls = await Promise.allSettled(Array.from({ length: 50 }, () => models(deck, options)));
  return calls.slice(20).every(({ reason }) => reason?.code === "ABORTED" && !reason.outcomeUnknown);
}

async function atOnce(deck) {
  const items = deck.prompts.list()[Symbol.asyncIterator]();
  const results = await Promise.all([items.next(), items.next(), items.next()]);
  return results.map((result) => result.done);
}

/** Runs every row, and returns the name of each with how it failed, if it did. */
export async function runFaults({ Answerdeck, AnswerdeckError }) {
  return Promise.all(
    rows.map(async ([name, replies, call, expected], number) => {
      let sent = 0;
      const controller = new AbortController();
      const fetch = (request) => replies[Math.min(sent++, replies.length - 1)](request, controller);
      // Each row has its own platform, so that no row waits for the pace of another.
      const deck = await Answerdeck.connect({ baseUrl: `https://row-${number}.example`, apiKey: "adk_key", fetch });
      let actual;
      try {
        actual = { result: await call(deck, { signal: controller.signal }) };
      } catch (error) {
        actual = { error };
      }
      return { name, failure: difference(expected, actual, sent, AnswerdeckError) };
    }),
  );
}

function difference(expected, { result, error }, sent, AnswerdeckError) {
  if (expected.sent !== undefined && expected.sent !== sent) return `${sent} requests (${error ?? JSON.stringify(result)})`;
  if (expected.code === undefined) {
    if (error) return `${error.name}: ${error.message}`;
    const [actual, wanted] = [JSON.stringify(result, sorted), JSON.stringify(expected.result, sorted)];
    return actual === wanted ? undefined : `${actual} instead of ${wanted}`;
  }
  if (!(error instanceof AnswerdeckError)) return `no error, but ${error ?? JSON.stringify(result)}`;
  const { code, status, unknown, retryAfter, requestID, details, message = "" } = expected;
  const wanted = { code, status, outcomeUnknown: unknown, retryAfter, requestID, details };
  for (const [field, value] of Object.entries(wanted)) {
    if (value !== undefined && JSON.stringify(error[field]) !== JSON.stringify(value)) return `${field} is ${error[field]}: ${error.message}`;
  }
  return error.message.includes(message) ? undefined : `the message is ${error.message}`;
}

/** Objects are compared without the order of their fields. */
function sorted(_, value) {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
