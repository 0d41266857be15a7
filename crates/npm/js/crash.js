// Handles traps of WebAssembly: its state is lost, so every waiting call fails, and every later one.
import { AnswerdeckError, toError } from "./error.js";

const NOTHING = [0, 0, 0, 0];

const waiting = new Set();
let crash;
/** How many calls of this package are on the stack. Other calls of WebAssembly come from its own callbacks. */
let direct = 0;

/** Returns the exports of WebAssembly, which then report a trap. */
export function guard(exports) {
  const guarded = {};
  for (const [name, value] of Object.entries(exports)) {
    guarded[name] = typeof value === "function" ? (...values) => call(value, values) : value;
  }
  return guarded;
}

function call(value, values) {
  try {
    return value(...values);
  } catch (cause) {
    crash ??= new AnswerdeckError(
      { code: "CRASHED", message: "Answerdeck has failed and cannot be used any more: reload the page", outcomeUnknown: true },
      { cause },
    );
    for (const reject of waiting) reject(crash);
    waiting.clear();
    if (direct > 0) throw crash;
    // In a callback nothing would catch it, and Node would end the process. The callers of exports take these for
    // values.
    return NOTHING;
  }
}

/** Calls WebAssembly. What it throws becomes an error of the package. */
export function run(action) {
  if (crash) throw crash;
  direct += 1;
  try {
    return action();
  } catch (reason) {
    throw toError(reason);
  } finally {
    direct -= 1;
  }
}

/** Waits for a promise of WebAssembly, and fails when WebAssembly traps meanwhile. */
export function settle(action) {
  return new Promise((resolve, reject) => {
    waiting.add(reject);
    const done = (settle) => (value) => {
      waiting.delete(reject);
      settle(value);
    };
    try {
      run(action).then(done(resolve), done(reject));
    } catch (error) {
      done(reject)(error);
    }
  });
}
