import { callWith, throwIfAborted, until } from "./abort.js";
import { SessionCore } from "./core.js";
import { run } from "./crash.js";
import { invalidArgument } from "./error.js";
import { Exchange } from "./exchange.js";
import { load } from "./load.js";
import { checkOptions, checkSignal, checkText, checkTexts, readAddress } from "./request.js";

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
    checkOptions(options, ["baseUrl", "redirectUrl", "clientName", "clientId", "language", "storage", "signal", "wasm"]);
    const { clientName, clientId, language, storage, signal, wasm } = options;
    const baseUrl = readAddress("baseUrl", options.baseUrl);
    const redirectUrl = readAddress("redirectUrl", options.redirectUrl);
    checkText("clientName", clientName);
    checkTexts({ clientId, language, storage });
    checkSignal(signal);
    await load(wasm);
    const exchange = new Exchange();
    return callWith([signal], [exchange], (aborted) =>
      SessionCore.start({ baseUrl, redirectUrl, clientName, clientId, language, storage }, exchange, aborted),
    );
  }

  static async resume(location, options = {}) {
    const url = readAddress("location", location);
    checkOptions(options, ["baseUrl", "signal", "wasm"]);
    const { wasm, signal } = options;
    const baseUrl = options.baseUrl === undefined ? undefined : readAddress("baseUrl", options.baseUrl);
    checkSignal(signal);
    await load(wasm);
    throwIfAborted(signal);
    if (isCallback(url)) {
      if (last?.url !== url || last.baseUrl !== baseUrl) last = { url, baseUrl, finished: finish(url, baseUrl) };
      const session = await until(signal, last.finished);
      if (!ended.has(session)) return session;
    }
    return baseUrl === undefined ? undefined : restore(baseUrl);
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

async function finish(url, baseUrl) {
  const exchange = new Exchange();
  const core = await callWith([], [exchange], () => SessionCore.finish(url, baseUrl, exchange));
  return new Session(secret, core, exchange);
}

function restore(baseUrl) {
  const exchange = new Exchange();
  const core = run(() => SessionCore.restore(baseUrl, exchange));
  return core && new Session(secret, core, exchange);
}

/** Returns the session of WebAssembly, and the exchange that sends its requests. */
export function partsOf(session) {
  const found = parts.get(session);
  if (!found) throw invalidArgument("`session` must be a Session");
  return found;
}

/** Reports once that a session has ended. */
export function signedOut(session) {
  if (ended.has(session)) return;
  ended.add(session);
  session.dispatchEvent(new Event("signedout"));
}

/** Returns whether an address has the parameters of a callback. RFC 6749, section 4.1.2. */
function isCallback(url) {
  const query = new URLSearchParams(url.split("#")[0].split("?")[1] ?? "");
  return query.has("state") && (query.has("code") || query.has("error"));
}

/** Ends a session when another tab signs out, which removes its record from the storage of the device. */
function watchOtherTabs(session) {
  const reference = new WeakRef(session);
  const key = `answerdeck.session.${session.baseUrl}`;
  const onStorage = (event) => {
    const session = reference.deref();
    if (!session) globalThis.removeEventListener("storage", onStorage);
    // `null` for the key means that the whole storage was cleared.
    else if ((event.key === key || event.key === null) && event.newValue === null) {
      globalThis.removeEventListener("storage", onStorage);
      // The tokens in memory go, too. The platform has revoked them already, so that a failure does no harm.
      session.signOut().catch(() => undefined);
    }
  };
  globalThis.addEventListener?.("storage", onStorage);
}
