import { callWith } from "./abort.js";
import { open } from "./call.js";
import { run } from "./crash.js";
import { invalidArgument } from "./error.js";
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
    return iterate(async (signal) => {
      const page = await this.#page(reader, signal);
      return page && { value: page };
    });
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
        items = page.items;
        at = 0;
      }
      at += 1;
      return { value: items[at - 1] };
    });
  }

  async toArray(options = {}) {
    const { limit } = options ?? {};
    if (!Number.isSafeInteger(limit) || limit < 0) throw invalidArgument("`limit` must be a whole number: the maximum number of items");
    const reader = this.#reader();
    const items = [];
    while (items.length < limit) {
      const page = await this.#page(reader, undefined, limit - items.length);
      if (!page) break;
      for (const item of page.items) items.push(item);
    }
    return items.slice(0, limit);
  }

  async first() {
    return (await this.toArray({ limit: 1 }))[0];
  }

  #reader() {
    const { cursor, limit, ...filter } = this.#filter;
    const query = encodeQuery(filter, this.#method.query);
    const { core, exchange } = open(this.#deck, this.#method, this.#options);
    const pages = run(() => core.list(this.#method.at, query, cursor ?? undefined));
    return { exchange, pages, size: limit ?? this.#method.largest };
  }

  /** Reads the next page, of at most `most` items. `undefined` after the last one. */
  async #page({ exchange, pages, size }, signal, most = Infinity) {
    const signals = [signal, this.#options.signal, this.#deck.signal];
    // WebAssembly takes 32 bits. The platform refuses far smaller numbers.
    const limit = Math.min(size, most, 0xffff_ffff);
    if (!(await callWith(signals, [exchange, this.#deck.renewal], (aborted) => pages.read(limit, aborted)))) return undefined;
    const { [this.#method.items]: items, ...others } = decode(exchange, this.#method);
    run(() => pages.advance(others.nextCursor ?? undefined));
    return { items, ...others };
  }
}
