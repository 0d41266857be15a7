// Sends the requests of a call, a session or a client for WebAssembly.
import { notify } from "./callback.js";
import { version } from "./platform.js";

/** What the requests of a call share. */
export class Exchange {
  /** The last response that `fetch` gave: `{ url, status, headers, body }`, whose URL has no parameters. */
  response;
  /** Why the last request had no response. */
  reason;
  /** Whether the platform may have made the change, although it has not said so. */
  mayBeMade = false;
  #fetch;
  #headers;
  #onEvent;
  #writes;
  #keepsBody;
  #last = {};

  constructor({ fetch, headers, onEvent } = {}, method) {
    this.#fetch = fetch ?? ((request) => globalThis.fetch(request));
    this.#headers = headers ?? [];
    this.#onEvent = onEvent;
    this.#writes = Boolean(method?.writes);
    this.#keepsBody = method !== undefined;
  }

  /** The id of the last response in the log of the platform. */
  get requestID() {
    return this.response?.headers.get("x-request-id") ?? undefined;
  }

  /** Sends a request. Resolves to the status, the headers and the body, or to how it failed and why. Never rejects. */
  async send(method, url, headers, body, signal) {
    const attempt = (this.#last.attempt ?? 0) + 1;
    this.#last = { method, url, attempt };
    this.reason = undefined;
    const wasMade = this.mayBeMade;
    const wasOffline = isOffline();
    const start = performance.now();
    let failure = "not sent";
    try {
      // What the package needs takes the place of what the caller gives.
      const named = Object.fromEntries([...userAgent(), ...this.#headers, ...headers]);
      const request = build(url, { method, headers: named, body, signal, redirect: "manual" });
      this.#report({ type: "request" });
      this.mayBeMade = this.#writes;
      failure = "lost";
      const response = await this.#fetch(request);
      if (typeof response?.text !== "function") throw new TypeError("`fetch` returned no response");
      const { status } = response;
      // A redirect would take the credential to another address. A browser hides its target.
      if (response.type === "opaqueredirect" || (status >= 300 && status < 400)) {
        failure = "redirected";
        response.body?.cancel?.().catch?.(() => undefined);
        throw new Error(`${redirection(response, url)}. Give the address of the platform itself as \`baseUrl\``);
      }
      const text = await response.text();
      if (typeof text !== "string" || !status) throw new TypeError("`fetch` returned an unreadable response");
      this.response = { url: url.split("?")[0], status, headers: response.headers, body: text };
      // The call goes on after these, and they say nothing about earlier requests.
      if (status === 401 || status === 429) this.mayBeMade = wasMade;
      this.#report({ type: "response", status, requestID: this.requestID, duration: performance.now() - start });
      const isKept = this.#keepsBody && status >= 200 && status < 300;
      return [status, [...response.headers].map((header) => header.join(": ")).join("\n"), isKept ? "" : text];
    } catch (reason) {
      if (reason?.name === "AbortError") failure = "cancelled";
      else if (failure === "lost" && ((wasOffline && isOffline()) || isRefused(reason))) failure = "not sent";
      if (failure === "not sent" || failure === "redirected") this.mayBeMade = wasMade;
      if (!signal.aborted) {
        this.reason = reason;
        this.#report({ type: "failure", cause: reason, duration: performance.now() - start });
      }
      return [failure, describe(reason)];
    }
  }

  /** Reports that the call waits before it sends its last request again. */
  wait(milliseconds) {
    this.#report({ type: "wait", duration: milliseconds });
  }

  #report(event) {
    if (this.#onEvent) notify(this.#onEvent, { ...event, ...this.#last });
  }
}

function build(url, init) {
  try {
    return new Request(url, { ...init, cache: "no-store", credentials: "omit" });
  } catch {
    // Cloudflare Workers have neither cookies nor these options.
    return new Request(url, init);
  }
}

/** A page does not name itself: the platform of another origin would have to allow the header. */
function userAgent() {
  try {
    if (globalThis.location) return [];
  } catch {
    // Deno throws without a location.
  }
  return [["user-agent", `answerdeck/${version} ${globalThis.navigator?.userAgent ?? ""}`.trim()]];
}

function isOffline() {
  return globalThis.navigator?.onLine === false;
}

/** Returns whether no connection came about, as far as the runtime says: a browser does not. */
function isRefused(reason) {
  return causesOf(reason).some(({ code, syscall, message }) =>
    // Node, Bun and Deno, in this order.
    syscall === "connect" || syscall === "getaddrinfo" || code === "UND_ERR_CONNECT_TIMEOUT" || /CERT|LEAF_SIGNATURE/.test(code) ||
    code === "ECONNREFUSED" || code === "ConnectionRefused" || /client error \(Connect\)/.test(message),
  );
}

/** An error with its causes, which may be a circle. */
function causesOf(reason) {
  const causes = [];
  for (let next = reason; next && causes.length < 5; next = next.cause) causes.push(next);
  return causes;
}

function describe(reason) {
  const describeOne = ({ name, message, code }, error) => {
    const text = message || code;
    if (text) return name ? `${name}: ${text}` : `${text}`;
    return typeof error === "string" ? error : typeof error;
  };
  return causesOf(reason).map((error) => describeOne(error, error)).join(": ") || typeof reason;
}

function redirection(response, url) {
  const location = response.headers?.get?.("location");
  if (!location) return "the target is not known";
  return URL.canParse?.(location, url) ? `to ${new URL(location, url)}` : `to ${location}`;
}
