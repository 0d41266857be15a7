import { callWith } from "./abort.js";
import { run } from "./crash.js";
import { toError } from "./error.js";
import { iterate } from "./iteration.js";
import { decode } from "./response.js";

/** The states of a run or a site keyword analysis. Each iteration starts a new watch. */
export class Watch {
  #deck;
  #method;
  #id;
  #options;

  constructor(deck, method, id, options) {
    this.#deck = deck;
    this.#method = method;
    this.#id = id;
    this.#options = options;
  }

  [Symbol.asyncIterator]() {
    const { interval, onRetry, signal: given, timeout } = this.#options;
    const read = (received) => {
      const state = decode(received, this.#method);
      return { state, ...progressOf(state) };
    };
    let reader;
    try {
      reader = run(() => this.#deck.core.watch(this.#method.at, this.#id, read, interval, timeout));
    } catch (reason) {
      throw toError(reason);
    }
    const report = (fields) => {
      // An error of the user's function must not end in WebAssembly.
      if (onRetry) queueMicrotask(() => onRetry(toError(fields)));
    };
    return iterate(async (signal) => {
      const state = await callWith([signal, given, this.#deck.signal], (aborted) => reader.read(report, aborted));
      return state === undefined ? undefined : { value: state };
    });
  }
}

/** Returns what WebAssembly needs to know about a run or a site keyword analysis. */
function progressOf(state) {
  const { status, totalCount, finishedCount, runningCount, processedPages, totalPages } = state;
  const hasResult = state.keywords?.length > 0 || state.error !== undefined;
  return { status, totalCount, finishedCount, runningCount, processedPages, totalPages, hasResult };
}
