import { callWith, throwIfAborted, until } from "./abort.js";
import { SessionCore } from "./core.js";
import { run } from "./crash.js";
import { invalidArgument } from "./error.js";
import { Exchange } from "./exchange.js";
import { load } from "./load.js";
import { checkOptions, checkSignal, checkText, checkTexts, readAddress, readSending, SENDING } from "./request.js";

const START = ["baseUrl", "redirectUrl", "clientName", "clientId", "language", "storage", "signal", "wasm", ...SENDING];
const secret = Symbol("Session");
const parts = new WeakMap();
const ended = new WeakSet();

/** The sign-in that was finished last. Its code works once, so that calls with the same callback share it. */
let last;

/** The session of a signed-in user. `index.d.ts` describes it. */
export class Session extends EventTarget {
  constructor(token, core, exchange) {
    super();
    if (token !== secret) throw invalidArgument("use Session.start and Session.resume");
    parts.set(this, { core, exchange });
    this.baseUrl = run(() => core.baseUrl);
    this.storage = run(() => core.storage);
    if (this.storage === "device") watchOtherTabs(this);
  }

  static async start(options) {
    checkOptions(options, START);
    const { clientName, clientId, language, storage, signal, wasm } = options;
    const baseUrl = readAddress("baseUrl", options.baseUrl);
    const redirectUrl = readAddress("redirectUrl", options.redirectUrl);
    checkText("clientName", clientName);
    checkTexts({ clientId, language, storage });
    checkSignal(signal);
    const exchange = new Exchange(readSending(options));
    await load(wasm);
    return callWith([signal], [exchange], (aborted) =>
      SessionCore.start({ baseUrl, redirectUrl, clientName, clientId, language, storage }, exchange, aborted),
    );
  }

  static async resume(location, options = {}) {
    const url = readAddress("location", location);
    checkOptions(options, ["baseUrl", "signal", "wasm", ...SENDING]);
    const { wasm, signal } = options;
    const baseUrl = options.baseUrl === undefined ? undefined : readAddress("baseUrl", options.baseUrl);
    checkSignal(signal);
    const sending = readSending(options);
    await load(wasm);
    throwIfAborted(signal);
    if (isCallback(url)) {
      if (last?.url !== url || last.baseUrl !== baseUrl) last = { url, baseUrl, finished: finish(url, baseUrl, sending) };
      const session = await until(signal, last.finished);
      if (!ended.has(session)) return session;
    }
    return baseUrl === undefined ? undefined : restore(baseUrl, sending);
  }

  async signOut() {
    try {
      const { core, exchange } = partsOf(this);
      await callWith([], [exchange], () => core.signOut());
    } finally {
      signedOut(this);
    }
  }
}

async function finish(url, baseUrl, sending) {
  const exchange = new Exchange(sending);
  const core = await callWith([], [exchange], () => SessionCore.finish(url, baseUrl, exchange));
  return new Session(secret, core, exchange);
}

function restore(baseUrl, sending) {
  const exchange = new Exchange(sending);
  const core = run(() => SessionCore.restore(baseUrl, exchange));
  return core && new Session(secret, core, exchange);
}

/** Returns the session of WebAssembly, and the exchange that sends its requests. */
export function partsOf(session) {
  const found = parts.get(session);
  if (!found) throw invalidArgument("`session` must be a Session");
  return found;
}

/** Ends a session that the platform or another tab has ended. */
export function end(session) {
  // Its tokens go, too. They are revoked or rejected already, so that a failure does no harm.
  session.signOut().catch(() => undefined);
  signedOut(session);
}

/** Reports once that a session has ended. */
function signedOut(session) {
  if (ended.has(session)) return;
  ended.add(session);
  session.dispatchEvent(new Event("signedout"));
}

/** Returns whether an address has the parameters of a callback. RFC 6749, section 4.1.2. */
function isCallback(url) {
  const query = new URLSearchParams(url.split("#")[0].replace(/^[^?]*/, ""));
  return query.has("state") && (query.has("code") || query.has("error"));
}

/** Ends a session when another tab has removed or replaced its record in the storage of the device. */
function watchOtherTabs(session) {
  const reference = new WeakRef(session);
  // No event of the storage reaches a page in the back/forward cache: it looks when it is shown again.
  const events = ["storage", "pageshow"];
  const check = () => {
    const session = reference.deref();
    if (session && !run(() => partsOf(session).core.hasEnded)) return;
    for (const event of events) globalThis.removeEventListener(event, check);
    if (session) end(session);
  };
  for (const event of events) globalThis.addEventListener?.(event, check);
}
