// Calls that end when a signal is aborted.
import { settle } from "./crash.js";
import { AnswerdeckError, toError } from "./error.js";

/**
 * Calls WebAssembly with a promise that settles when one of the signals is aborted, and waits for the result. `exchanges` send
 * the requests: the first one those of the call.
 */
export async function callWith(signals, exchanges, action) {
  const given = signals.filter((signal) => signal !== undefined);
  for (const signal of given) throwIfAborted(signal);
  let abort;
  const aborted = given.length === 0 ? undefined : new Promise((resolve) => (abort = resolve));
  const ends = given.map((signal) => whenAborted(signal, abort));
  try {
    return await settle(() => action(aborted));
  } catch (reason) {
    throw explain(reason, given, exchanges);
  } finally {
    for (const end of ends) end();
    // WebAssembly keeps its callbacks until the promise settles.
    abort?.();
  }
}

/** Throws if a signal is aborted. */
export function throwIfAborted(signal) {
  if (signal?.aborted) throw abortError(signal);
}

/** The error of a call whose signal is aborted. */
function abortError(signal) {
  return new AnswerdeckError({ code: "ABORTED", message: "the call was aborted" }, { cause: signal.reason });
}

/** Waits for a promise until a signal is aborted. What the promise stands for goes on. */
export function until(signal, promise) {
  if (!signal) return promise;
  throwIfAborted(signal);
  return new Promise((resolve, reject) => {
    const end = whenAborted(signal, () => reject(abortError(signal)));
    promise.then(resolve, reject).finally(end);
  });
}

/** The callbacks of each signal. One listener runs them all, because Node warns of more than ten listeners. */
const callbacks = new WeakMap();

/** Registers a callback, and returns a function that removes it. */
function whenAborted(signal, callback) {
  const known = callbacks.get(signal);
  const registered = known ?? new Set();
  if (!known) {
    callbacks.set(signal, registered);
    signal.addEventListener("abort", () => registered.forEach((callback) => callback()), { once: true });
  }
  registered.add(callback);
  return () => registered.delete(callback);
}

/** Returns the error of what WebAssembly threw, with its cause. */
export function explain(reason, signals, exchanges) {
  const { code } = reason ?? {};
  if (code === "ABORTED") {
    const { reason: cause } = signals.find((signal) => signal.aborted) ?? {};
    return toError({ ...reason, outcomeUnknown: Boolean(exchanges[0]?.mayBeMade) }, { cause });
  }
  const cause = UNANSWERED.has(code) ? exchanges.find((exchange) => exchange?.reason)?.reason : undefined;
  return toError(reason, cause === undefined ? undefined : { cause });
}

const UNANSWERED = new Set(["CONNECTION_LOST", "CONNECTION_FAILED", "OFFLINE", "REDIRECTED"]);
