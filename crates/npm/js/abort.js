// Calls that end when a signal is aborted.
import { settle } from "./crash.js";
import { AnswerdeckError, toError } from "./error.js";

/**
 * Calls WebAssembly with a promise that settles when one of the signals is aborted, and waits for the result.
 */
export async function callWith(signals, action) {
  const given = signals.filter((signal) => signal !== undefined);
  for (const signal of given) throwIfAborted(signal);
  if (given.length === 0) return settled(given, () => action(undefined));
  let abort;
  const promise = new Promise((resolve) => (abort = resolve));
  const ends = given.map((signal) => whenAborted(signal, abort));
  try {
    return await settled(given, () => action(promise));
  } finally {
    for (const end of ends) end();
    // WebAssembly keeps its callbacks until the promise settles.
    abort();
  }
}

/** Throws if a signal is aborted. */
export function throwIfAborted(signal) {
  if (signal?.aborted) throw abortError(signal);
}

/** The error of a call whose signal is aborted. */
export function abortError(signal) {
  return new AnswerdeckError({ code: "ABORTED", message: "the call was aborted" }, { cause: signal.reason });
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

async function settled(signals, action) {
  try {
    return await settle(action);
  } catch (reason) {
    const cause = signals.find((signal) => signal.aborted)?.reason;
    throw toError(reason, reason?.code === "ABORTED" ? { cause } : undefined);
  }
}
