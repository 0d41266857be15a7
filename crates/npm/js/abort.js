// Calls that end when a signal is aborted.
import { settle } from "./crash.js";
import { AnswerdeckError, toError } from "./error.js";

/**
 * Calls WebAssembly with a promise that settles when one of the signals is aborted, and waits for the result.
 */
export async function callWith(signals, action) {
  const given = signals.filter((signal) => signal !== undefined);
  const aborted = given.find((signal) => signal.aborted);
  if (aborted) {
    throw new AnswerdeckError({ code: "ABORTED", message: "the call was aborted" }, { cause: aborted.reason });
  }
  if (given.length === 0) return settled(given, () => action(undefined));
  let abort;
  const promise = new Promise((resolve) => (abort = resolve));
  for (const signal of given) signal.addEventListener("abort", abort, { once: true });
  try {
    return await settled(given, () => action(promise));
  } finally {
    for (const signal of given) signal.removeEventListener("abort", abort);
    // WebAssembly keeps its callbacks until the promise settles.
    abort();
  }
}

async function settled(signals, action) {
  try {
    return await settle(action);
  } catch (reason) {
    const cause = signals.find((signal) => signal.aborted)?.reason;
    throw toError(reason, reason?.code === "ABORTED" ? { cause } : undefined);
  }
}
