import { callWith, explain } from "./abort.js";
import { open } from "./call.js";
import { notify } from "./callback.js";
import { run } from "./crash.js";
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
    const { interval, onRetry, signal: given } = this.#options;
    const { core, exchange } = open(this.#deck, this.#method, this.#options);
    const exchanges = [exchange, this.#deck.renewal];
    const read = () => {
      const state = decode(exchange, this.#method);
      return { state, ...progressOf(state) };
    };
    const reader = run(() => core.watch(this.#method.at, this.#id, read, interval, exchange));
    const report = (fields) => {
      const error = explain(fields, [], exchanges);
      if (onRetry) notify(onRetry, error);
    };
    return iterate(async (signal) => {
      const state = await callWith([signal, given, this.#deck.signal], exchanges, (aborted) => reader.read(report, aborted));
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
