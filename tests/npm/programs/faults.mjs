// What calls do when the platform, or a gateway before it, misbehaves. Runs in Node and in a browser. The rows of
// tests/faults.json are those that the client for Rust is tested with, too; these are the ones of JavaScript alone.

const ID = "aaaaaaaaaaaaaaaaaaaaaa";
const RUN = { promptSetID: ID, models: ["CHATGPT"] };
const SUBMITTED = json({ id: ID });
const MODELS = json({ models: [] });
const prompt = (fields) => ({ id: ID, content: "c", promptSetID: ID, ...fields });
const run = (fields) => ({ id: ID, status: "RUNNING", totalCount: 2, finishedCount: 0, successCount: 0, failedCount: 0, runningCount: 2, ...fields });

function json(value, status = 200, headers = {}) {
  return text(JSON.stringify(value), status, { "content-type": "application/json", ...headers });
}

function text(body, status = 200, headers = {}) {
  return () => new Response(status === 204 ? null : body, { status, headers });
}

const lost = () => Promise.reject(new TypeError("fetch failed", { cause: new Error("ECONNRESET") }));
const refused = () => Promise.reject(new TypeError("fetch failed", { cause: Object.assign(new Error("refused"), { syscall: "connect" }) }));
const hangs = (request) =>
  new Promise((_, reject) => request.signal.addEventListener("abort", () => reject(request.signal.reason)));

function abortsAndHangs(request, controller) {
  controller.abort();
  return hangs(request);
}

/** Refuses a request for half a minute, and aborts the call meanwhile. */
function refusesAndAborts(status, code) {
  return (request, controller) => {
    setTimeout(() => controller.abort(), 30);
    return json({ code }, status, { "retry-after": "30" })();
  };
}

function lostAndAborted(request, controller) {
  setTimeout(() => controller.abort(), 30);
  return lost();
}

const refusedWithKeys = text("", 429, { "retry-after": "0", "idempotent-replayed": "false" });
const keyOf = (request) => json({ id: request.headers.get("idempotency-key") })();

/** Calls that submit a run: a change that costs money. */
const submit = (deck, options) => deck.runs.submit(RUN, options);
const models = (deck, options) => deck.models.list(options);
const onePrompt = (deck) => deck.prompts.get(ID);

async function collect(iterable) {
  const items = [];
  for await (const item of iterable) items.push(item);
  return items;
}

/** What a consumer of an iterator that it leaves gets: from `next`, from `return`, and from every later `next`. */
const LEFT = [{ done: true }, { done: true, value: "left" }, { done: true }];

/**
 * Each row: a name, what the platform answers in turn (the last one from then on), the call with its options, and the
 * expectations of the result, the error and the number of requests.
 */
const rowsOfJavaScript = [
  // Bodies.
  ["an integer that JavaScript would round", [text(`{"totalCitations":9007199254740993,"urls":[]}`)], (deck) => deck.statistics.sourceURLs(), { code: "UNREADABLE_RESPONSE", message: "`totalCitations`", sent: 1 }],
  ["a lone surrogate", [text(`{"id":"${ID}","content":"\\ud83d","promptSetID":"${ID}","createdAt":"t"}`)], onePrompt, { result: prompt({ content: "\ud83d", createdAt: "t" }), sent: 1 }],
  ["a page that is nested too deeply", [text("[".repeat(200_000))], models, { code: "UNREADABLE_RESPONSE", sent: 1 }],

  // Lists and watching.
  ["a list that is left after three items", [json({ prompts: [prompt(), prompt(), prompt(), prompt()], nextCursor: "c" })], leave(3), { result: 3, sent: 1 }],
  ["a list that is left while its page is read", [hangs], leaveWhile((deck) => deck.prompts.list()), { result: LEFT, sent: 1 }],
  ["pages that are left while one is read", [hangs], leaveWhile((deck) => deck.prompts.list().pages()), { result: LEFT, sent: 1 }],
  ["a watch that is left while a state is read", [hangs], leaveWhile((deck) => deck.runs.watch(ID)), { result: LEFT, sent: 1 }],
  ["a list that is left before it is read", [MODELS], leaveUnread, { result: LEFT.slice(0, 2), sent: 0 }],
  ["items that are read at once", [json({ prompts: [prompt(), prompt()], nextCursor: null })], atOnce, { result: [false, false, true], sent: 1 }],

  ["60 calls at once, to a platform that counts them in windows of a second", [inWindows(10)], callOften(60), { result: 60 }],
  ["a watch that continues after an error", [...Array(4).fill(text("", 503)), json(run({ status: "FINISHED" }))], goOn, { result: [1, ["HTTP_ERROR"]], sent: 5 }],
  ["calls that wait for the pace when they are aborted", [(request, controller) => { controller.abort(); return MODELS(); }], waitForPace, { result: true }],

  ["the first items of a list", [json({ prompts: [prompt(), prompt(), prompt()], nextCursor: "c" })], async (deck) => (await deck.prompts.list().toArray({ limit: 2 })).length, { result: 2, sent: 1 }],
  ["more items than a list has", [json({ prompts: [prompt()], nextCursor: null })], async (deck) => (await deck.prompts.list().toArray({ limit: 9 })).length, { result: 1, sent: 1 }],
  ["items without a limit", [MODELS], (deck) => deck.prompts.list().toArray(), { code: "INVALID_ARGUMENT", message: "`limit`", sent: 0 }],
  ["the first item of a list", [(request) => json({ prompts: [prompt({ content: new URL(request.url).search })], nextCursor: "c" })()], async (deck) => (await deck.prompts.list({ limit: 50 }).first()).content, { result: "?limit=1", sent: 1 }],
  ["the first item of an empty list", [json({ prompts: [], nextCursor: null })], async (deck) => (await deck.prompts.list().first()) ?? null, { result: null, sent: 1 }],
  ["a page of a list without a limit", [searched], async (deck) => (await deck.prompts.list().pages().next()).value.items[0].content, { result: "?limit=100", sent: 1 }],
  ["a page of runs", [(request) => json({ runs: [run({ name: new URL(request.url).search })], nextCursor: null })()], async (deck) => (await deck.runs.list()[Symbol.asyncIterator]().next()).value.name, { result: "?limit=10", sent: 1 }],
  ["as many items as two pages do not have", [searched, searched], async (deck) => sizes(await deck.prompts.list().toArray({ limit: 130 })), { result: { "?limit=100": 100, "?cursor=1&limit=30": 30 }, sent: 2 }],
  ["items of small pages", [searched, searched], async (deck) => sizes(await deck.prompts.list({ limit: 3 }).toArray({ limit: 5 })), { result: { "?limit=3": 3, "?cursor=1&limit=2": 2 }, sent: 2 }],
  ["the cursor of the last page", [searched], async (deck) => (await deck.prompts.list({ cursor: null }).first()).content, { result: "?limit=1", sent: 1 }],
  ["a list that is disposed of while its page is read", [hangs], leaveWhile((deck) => deck.prompts.list(), (items) => items[Symbol.asyncDispose]?.() ?? items.return()), { result: [LEFT[0], { done: true }, LEFT[2]], sent: 1 }],

  // Redirects would take the credential to another address.
  ["a redirect of a read", [text("", 302, { location: "/login" })], models, { code: "REDIRECTED", message: "example/login. Give", unknown: false, sent: 1 }],
  ["a redirect of a change", [text("", 307, { location: "https://other.example/x" })], submit, { code: "REDIRECTED", message: "to https://other.example/x", unknown: false, sent: 1 }],
  ["a redirect that a browser hides", [() => ({ type: "opaqueredirect", status: 0, text: async () => "" })], submit, { code: "REDIRECTED", unknown: false, sent: 1 }],

  // Web pages of another server.
  ["a web page", [text("<!doctype html><p>Welcome", 200, { "content-type": "text/html" })], (deck) => deck.answers.count({ searchTerms: ["a"] }), { code: "UNREADABLE_RESPONSE", message: ".example/api/v1/platform/answers/count with the status 200 is a web page", sent: 1 }],
  ["a web page in place of Markdown", [text("<!doctype html><p>Welcome", 200, { "content-type": "text/html" })], (deck) => deck.answers.markdown(ID), { code: "UNREADABLE_RESPONSE", message: `/answers/${ID}/markdown with the status 200 is a web page`, sent: 1 }],

  // Limits of retries.
  ["no retry", [lost], (deck) => models(deck, { maxRetries: 0 }), { code: "CONNECTION_LOST", sent: 1 }],
  ["one retry", [lost], (deck) => models(deck, { maxRetries: 1 }), { code: "CONNECTION_LOST", sent: 2 }],
  ["no wait", [text("", 429, { "retry-after": "1" })], (deck) => models(deck, { maxWait: 0 }), { code: "HTTP_ERROR", status: 429, sent: 1 }],
  ["retries that are no number", [MODELS], (deck) => models(deck, { maxRetries: -1 }), { code: "INVALID_ARGUMENT", message: "`maxRetries`", sent: 0 }],

  // The response, headers and events.
  ["the response of a call", [json({ models: [] }, 203, { "x-request-id": "r1", "x-more": "m" })], withResponse, { result: [203, "m", "r1", 0], sent: 1 }],
  ["the response of a deletion", [text("", 204)], async (deck) => (await deck.prompts.delete(ID).withResponse()).status, { result: 204, sent: 1 }],
  ["the response of a call that fails", [text("", 404)], (deck) => models(deck).withResponse(), { code: "HTTP_ERROR", status: 404, sent: 1 }],
  ["headers of a call", [(request) => json({ id: ID, content: request.headers.get("x-team") + request.headers.get("api-key"), promptSetID: ID })()], async (deck) => (await deck.prompts.get(ID, { headers: { "X-Team": "search ", "API-Key": "other" } })).content, { result: "searchadk_key", sent: 1 }],
  ["malformed headers", [MODELS], (deck) => models(deck, { headers: { "a b": "c" } }), { code: "INVALID_ARGUMENT", message: "`headers`", sent: 0 }],

  // Idempotency keys.
  ["the key of the caller", [keyOf], (deck) => submit(deck, { idempotencyKey: ID }), { result: { id: ID }, sent: 1 }],
  ["a random key", [keyOf], async (deck) => (await submit(deck)).id.length, { result: 22, sent: 1 }],
  ["a change that is aborted after its reply was lost", [refusedWithKeys, lostAndAborted], submit, { code: "ABORTED", unknown: true, sent: 2 }],
  ["a change that is aborted while its key is in progress", [refusesAndAborts(409, "IDEMPOTENCY_KEY_IN_PROGRESS")], submit, { code: "ABORTED", unknown: true, sent: 1 }],
  ["a malformed key", [SUBMITTED], (deck) => submit(deck, { idempotencyKey: "a b" }), { code: "INVALID_ARGUMENT", message: "key", sent: 0 }],
  ["a key that is no text", [SUBMITTED], (deck) => submit(deck, { idempotencyKey: 7 }), { code: "INVALID_ARGUMENT", message: "`idempotencyKey`", sent: 0 }],
  ["a key of a read", [MODELS], (deck) => models(deck, { idempotencyKey: "key" }), { code: "INVALID_ARGUMENT", message: "`idempotencyKey`", sent: 0 }],

  // Arguments are checked before anything is sent.
  ["a malformed id", [MODELS], (deck) => deck.prompts.get("../runs"), { code: "INVALID_ARGUMENT", message: "promptID", sent: 0 }],
  ["a malformed id in a request", [SUBMITTED], (deck) => deck.runs.submit({ promptSetID: "x", models: [] }), { code: "INVALID_ARGUMENT", message: "`promptSetID`", sent: 0 }],
  ["a missing field of a request", [SUBMITTED], (deck) => deck.prompts.create({ content: "c" }), { code: "INVALID_ARGUMENT", message: "`promptSetID`", sent: 0 }],
  ["an unknown parameter", [MODELS], (deck) => deck.statistics.tokens({ lmit: 3 }), { code: "INVALID_ARGUMENT", message: "`lmit`", sent: 0 }],
  ["a parameter in other letters", [MODELS], (deck) => deck.statistics.tokens({ promptSetId: ID }), { code: "INVALID_ARGUMENT", message: "`promptSetId` is unknown: did you mean `promptSetID`?", sent: 0 }],
  ["an unknown field instead of a required one", [SUBMITTED], (deck) => deck.promptSets.create({ nam: "n" }), { code: "INVALID_ARGUMENT", message: "`name` is missing, and `nam` is unknown", sent: 0 }],
  ["an unknown field beside the others", [SUBMITTED], (deck) => deck.prompts.createMany({ prompts: [{ content: "c", promptSetID: ID, note: "n" }] }), { code: "INVALID_ARGUMENT", message: "`prompts[0].note` is unknown", sent: 0 }],
  ["a field that is null", [SUBMITTED], (deck) => deck.promptSets.update(ID, { name: null }), { code: "INVALID_ARGUMENT", message: "`name` must be a string", sent: 0 }],
  ["a missing parameter", [MODELS], (deck) => deck.answers.count({}), { code: "INVALID_ARGUMENT", message: "`searchTerms` is missing", sent: 0 }],
  ["a text in place of a list", [MODELS], (deck) => deck.brands.create({ name: "Nurio", synonyms: "누리오" }), { code: "INVALID_ARGUMENT", message: "`synonyms` must be an array", sent: 0 }],
  ["a parameter that is one text or null", [echo], search({ searchTerms: "a", model: null }), { result: "?searchTerms=a", sent: 1 }],
  ["a field of a creation that is null", [SUBMITTED], async (deck) => (await deck.brands.create({ name: "Nurio", synonyms: [], websites: null })).id, { result: ID, sent: 1 }],
  ["a text in place of a number", [MODELS], (deck) => collect(deck.prompts.list({ limit: "5" })), { code: "INVALID_ARGUMENT", message: "`limit` must be a whole number", sent: 0 }],
  ["a number in place of a time", [MODELS], (deck) => collect(deck.answers.list({ from: 0 })), { code: "INVALID_ARGUMENT", message: "`from` must be a Date, or a string", sent: 0 }],
  ["a date that is none", [MODELS], (deck) => collect(deck.answers.list({ from: new Date("soon") })), { code: "INVALID_ARGUMENT", message: "`from` must be a Date", sent: 0 }],
  ["a number that is none", [MODELS], (deck) => collect(deck.prompts.list({ limit: NaN })), { code: "INVALID_ARGUMENT", message: "`limit` must be a whole number", sent: 0 }],
  ["a date", [echo], search({ from: new Date(0), searchTerms: ["a"] }), { result: "?from=1970-01-01T00%3A00%3A00.000Z&searchTerms=a", sent: 1 }],
  ["a request that is no object", [SUBMITTED], (deck) => deck.prompts.create(), { code: "INVALID_ARGUMENT", sent: 0 }],
  ["an invalid signal", [MODELS], (deck) => models(deck, { signal: true }), { code: "INVALID_ARGUMENT", message: "`signal`", sent: 0 }],
  ["an option that is written wrong", [MODELS], (deck) => models(deck, { singal: AbortSignal.timeout(1) }), { code: "INVALID_ARGUMENT", message: "`singal`", sent: 0 }],
  ["an option in other letters", [MODELS], (deck) => models(deck, { maxretries: 1 }), { code: "INVALID_ARGUMENT", message: "there is no option `maxretries`: did you mean `maxRetries`?", sent: 0 }],
  ["an option of a watch", [MODELS], (deck) => models(deck, { interval: 5 }), { code: "INVALID_ARGUMENT", message: "`interval`", sent: 0 }],
  ["an option in place of a filter", [MODELS], (deck) => collect(deck.prompts.list({ signal: AbortSignal.timeout(1_000) })), { code: "INVALID_ARGUMENT", message: "`signal` is an option: give the options after the filter", sent: 0 }],
  ["an option in a request", [SUBMITTED], (deck) => deck.runs.submit({ ...RUN, idempotencyKey: ID }), { code: "INVALID_ARGUMENT", message: "`idempotencyKey` is an option: give the options after the request", sent: 0 }],
  ["options that are null", [MODELS], (deck) => models(deck, null), { code: "INVALID_ARGUMENT", sent: 0 }],
  ["options that are a number", [MODELS], (deck) => models(deck, 7), { code: "INVALID_ARGUMENT", sent: 0 }],
  ["a limit above 32 bits", [(request) => json({ prompts: [prompt({ content: new URL(request.url).search, createdAt: "t" })], nextCursor: null })()], async (deck) => (await collect(deck.prompts.list({ limit: 2 ** 32 + 1 })))[0].content, { result: "?limit=4294967295", sent: 1 }],
  ["a negative timeout", [MODELS], (deck) => models(deck, { timeout: -1 }), { code: "INVALID_ARGUMENT", message: "`timeout`", sent: 0 }],
  ["an interval that is a text", [json(run())], (deck) => collect(deck.runs.watch(ID, { interval: "5000" })), { code: "INVALID_ARGUMENT", message: "`interval`", sent: 0 }],
  ["an interval that is no number", [json(run())], (deck) => collect(deck.runs.watch(ID, { interval: NaN })), { code: "INVALID_ARGUMENT", message: "`interval`", sent: 0 }],
  ["an `onRetry` that is no function", [text("", 503)], (deck) => collect(deck.runs.watch(ID, { onRetry: true })), { code: "INVALID_ARGUMENT", message: "`onRetry`", sent: 0 }],

  // What `fetch` may do.
  ["a rejection that is not an error", [() => Promise.reject("no")], submit, { code: "CONNECTION_LOST", message: "no", unknown: true, sent: 1 }],
  ["a rejection with undefined", [() => Promise.reject()], submit, { code: "CONNECTION_LOST", unknown: true, sent: 1 }],
  ["a `fetch` that throws", [() => { throw new Error("thrown"); }], submit, { code: "CONNECTION_LOST", message: "thrown", unknown: true, sent: 1 }],
  ["a `fetch` that returns no response", [() => Promise.resolve(undefined)], submit, { code: "CONNECTION_LOST", unknown: true, sent: 1 }],
  ["a body that breaks off", [() => new Response(new ReadableStream({ start: (body) => body.error(new Error("broken")) }))], submit, { code: "CONNECTION_LOST", unknown: true, sent: 1 }],

  // Signals.
  ["a signal that was aborted before", [SUBMITTED], (deck) => submit(deck, { signal: AbortSignal.abort() }), { code: "ABORTED", unknown: false, sent: 0 }],
  ["a signal that is aborted while a change is sent", [abortsAndHangs], submit, { code: "ABORTED", unknown: true, sent: 1 }],
  ["a signal that is aborted while a refused change waits", [refusesAndAborts(429)], submit, { code: "ABORTED", unknown: false, sent: 1 }],
  ["a signal that is aborted while a read waits to be repeated", [refusesAndAborts(429)], models, { code: "ABORTED", unknown: false, sent: 1 }],
];

/** Answers with a full page of prompts, whose contents are the parameters of the request. */
function searched(request) {
  const { search, searchParams } = new URL(request.url);
  const page = Number(searchParams.get("cursor")) + 1;
  const prompts = Array(Number(searchParams.get("limit"))).fill(prompt({ content: search }));
  return json({ prompts, nextCursor: String(page) })();
}

/** How many prompts have each content. */
function sizes(prompts) {
  return Object.fromEntries(prompts.map(({ content }) => [content, prompts.filter((prompt) => prompt.content === content).length]));
}

/** Counts no answers, and sends the parameters back. */
function echo(request) {
  return json({ count: 0 }, 200, { "x-search": new URL(request.url).search })();
}

/** Counts answers. Returns the parameters that were sent. */
function search(filter) {
  return async (deck) => (await deck.answers.count(filter).withResponse()).headers.get("x-search");
}

function leave(count) {
  return async (deck) => {
    let read = 0;
    for await (const _ of deck.prompts.list()) if (++read === count) break;
    return read;
  };
}

/** Leaves an iteration while a request is on its way. The request is aborted, and no other one is sent. */
function leaveWhile(start, leave = (items) => items.return("left")) {
  return async (deck, _, sent) => {
    const items = start(deck)[Symbol.asyncIterator]();
    const [next, queued] = [items.next(), items.next()];
    const request = await sent;
    const left = await leave(items);
    const results = [await next, left, await queued];
    if (!request.signal.aborted) throw new Error("the request was not aborted");
    return results;
  };
}

async function withResponse(deck) {
  const { data, status, headers, requestID } = await models(deck).withResponse();
  return [status, headers.get("x-more"), requestID, data.models.length];
}

async function leaveUnread(deck) {
  const items = deck.prompts.list()[Symbol.asyncIterator]();
  const left = await items.return("left");
  return [await items.next(), left];
}

/** Answers as the platform counts: so many requests in a second of its clock. */
function inWindows(limit) {
  const counts = new Map();
  return () => {
    const window = Math.floor(Date.now() / 1_000);
    const count = (counts.get(window) ?? 0) + 1;
    counts.set(window, count);
    const headers = { "x-ratelimit-limit": `${limit}`, "x-ratelimit-remaining": `${Math.max(0, limit - count)}` };
    return count > limit ? text("", 429, { ...headers, "retry-after": "1" })() : json({ models: [] }, 200, headers)();
  };
}

function callOften(count) {
  return async (deck) => (await Promise.all(Array.from({ length: count }, () => models(deck)))).length;
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

/** The calls that tests/faults.json names, with the part of their result that it compares. */
const calls = {
  submit: async (deck, options) => (await submit(deck, options)).id,
  deletePrompt: async (deck) => (await deck.prompts.delete(ID)) ?? null,
  models: async (deck) => (await models(deck)).models.length,
  properNouns: async (deck) => (await deck.words.properNouns({ text: "t" })).properNouns.length,
  promptContent: async (deck) => (await onePrompt(deck)).content,
  promptContents: async (deck) => (await collect(deck.prompts.list())).map((prompt) => prompt.content),
  runStatus: async (deck) => (await deck.runs.get(ID)).status,
  watchedStates: async (deck) => (await collect(deck.runs.watch(ID))).map((run) => run.status),
  totalDomains: async (deck) => (await deck.statistics.sourceDomains()).totalDomains,
  costPerClick: async (deck) => (await deck.keywords.googleMetrics({ keywords: ["k"] })).items[0].metrics.cpc,
  balance: async (deck) => (await deck.credits.balance()).balance,
  brandSynonyms: async (deck) => (await deck.brands.get(ID)).synonyms,
};

/** Makes a row of an entry of tests/faults.json. */
function toRow({ name, replies, call, expected }) {
  const hasHanging = replies.includes("hangs");
  const send = (deck, options) => calls[call](deck, hasHanging ? { ...options, timeout: 50 } : options);
  return [name, replies.map(toReply), send, expected];
}

function toReply(reply) {
  if (reply === "lost") return lost;
  if (reply === "refused") return refused;
  if (reply === "hangs") return hangs;
  return "json" in reply ? json(reply.json, reply.status, reply.headers) : text(reply.body, reply.status, reply.headers);
}

/** Runs every row, and returns the name of each with how it failed, if it did. */
export async function runFaults({ Answerdeck, AnswerdeckError }, table) {
  const rows = [...table.map(toRow), ...rowsOfJavaScript];
  return Promise.all(
    rows.map(async ([name, replies, call, expected], number) => {
      let sent = 0;
      let method;
      const controller = new AbortController();
      let arrive;
      const arrival = new Promise((resolve) => (arrive = resolve));
      const fetch = (request) => {
        arrive(request);
        // A read by which the client asks whether the platform honors idempotency keys gets the reply before once more.
        method ??= request.method;
        if (request.method === method) sent += 1;
        return replies[Math.min(sent, replies.length) - 1](request, controller);
      };
      // Each row has its own platform, so that no row waits for the pace of another.
      const deck = await Answerdeck.connect({ baseUrl: `https://row-${number}.example`, apiKey: "adk_key", fetch });
      let actual;
      try {
        actual = { result: await call(deck, { signal: controller.signal }, arrival) };
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
