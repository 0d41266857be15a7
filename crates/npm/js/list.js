import { callWith } from "./abort.js";
import { run } from "./crash.js";
import { toError } from "./error.js";
import { iterate } from "./iteration.js";
import { encodeQuery } from "./request.js";
import { decode } from "./response.js";

/** A list of the platform. Each iteration reads it again. */
export class List {
  #deck;
  #method;
  #filter;
  #options;

  constructor(deck, method, filter, options) {
    this.#deck = deck;
    this.#method = method;
    this.#filter = filter;
    this.#options = options;
  }

  /** Reads the list page by page. */
  pages() {
    const reader = this.#reader();
    return iterate((signal) => this.#page(reader, signal));
  }

  /** Reads the list item by item. */
  [Symbol.asyncIterator]() {
    const reader = this.#reader();
    let items = [];
    let at = 0;
    return iterate(async (signal) => {
      while (at === items.length) {
        const page = await this.#page(reader, signal);
        if (!page) return undefined;
        items = page.value.items;
        at = 0;
      }
      at += 1;
      return { value: items[at - 1] };
    });
  }

  #reader() {
    const { cursor, limit: given, ...filter } = this.#filter;
    // WebAssembly takes 32 bits. The platform refuses far smaller numbers.
    const limit = given === undefined ? undefined : Math.min(given, 0xffff_ffff);
    const query = encodeQuery(filter, this.#method.query);
    try {
      return run(() => this.#deck.core.list(this.#method.at, query, cursor, limit, this.#options.timeout));
    } catch (reason) {
      throw toError(reason);
    }
  }

  async #page(reader, signal) {
    const signals = [signal, this.#options.signal, this.#deck.signal];
    const received = await callWith(signals, (aborted) => reader.read(aborted));
    if (received === undefined) return undefined;
    const page = decode(received, this.#method);
    try {
      run(() => reader.advance(page.nextCursor ?? undefined));
    } catch (reason) {
      throw toError(reason);
    }
    return { value: { items: page[this.#method.items], nextCursor: page.nextCursor } };
  }
}
