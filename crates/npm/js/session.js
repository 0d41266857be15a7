import { callWith } from "./abort.js";
import { SessionCore } from "./core.js";
import { run } from "./crash.js";
import { invalidArgument } from "./error.js";
import { load } from "./load.js";
import { checkSignal, checkText, checkTexts } from "./request.js";

const secret = Symbol("Session");
const cores = new WeakMap();
const ended = new WeakSet();

/** The session of a signed-in user. `index.d.ts` describes it. */
export class Session extends EventTarget {
  constructor(token, core) {
    super();
    if (token !== secret) throw new TypeError("use Session.start and Session.resume");
    cores.set(this, core);
    this.baseUrl = run(() => core.baseUrl);
    this.storage = run(() => core.storage);
    if (this.storage === "device") watchOtherTabs(this);
  }

  static async start(options) {
    if (typeof options !== "object" || options === null) throw invalidArgument("the options must be an object");
    const { baseUrl, redirectUrl, clientName, clientId, language, storage, signal, wasm } = options;
    for (const [name, value] of Object.entries({ baseUrl, redirectUrl, clientName })) checkText(name, value);
    checkTexts({ clientId, language, storage });
    checkSignal(signal);
    await load(wasm);
    return callWith([signal], (aborted) =>
      SessionCore.start({ baseUrl, redirectUrl, clientName, clientId, language, storage }, aborted),
    );
  }

  static async resume(location, options = {}) {
    const url = String(location?.href ?? location ?? "");
    const { baseUrl, wasm, signal } = options;
    checkTexts({ baseUrl });
    checkSignal(signal);
    await load(wasm);
    if (isCallback(url)) {
      const core = await callWith([signal], (aborted) => SessionCore.finish(url, aborted));
      return new Session(secret, core);
    }
    const core = baseUrl === undefined ? undefined : run(() => SessionCore.restore(baseUrl));
    return core && new Session(secret, core);
  }

  async signOut() {
    try {
      await callWith([], () => coreOf(this).signOut());
    } finally {
      signedOut(this);
    }
  }
}

/** Returns the session of WebAssembly. */
export function coreOf(session) {
  const core = cores.get(session);
  if (!core) throw invalidArgument("`session` must be a Session");
  return core;
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
