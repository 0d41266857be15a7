import { callWith } from "./abort.js";
import { open } from "./call.js";
import { run } from "./crash.js";
import { invalidArgument, toError } from "./error.js";
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

  async toArray(options = {}) {
    const { limit } = options ?? {};
    if (!Number.isSafeInteger(limit) || limit < 0) throw invalidArgument("`limit` must be an integer from 0");
    const items = [];
    if (limit === 0) return items;
    for await (const item of this) {
      items.push(item);
      if (items.length === limit) break;
    }
    return items;
  }

  async first() {
    return (await new List(this.#deck, this.#method, { ...this.#filter, limit: 1 }, this.#options).toArray({ limit: 1 }))[0];
  }

  #reader() {
    const { cursor, limit: given, ...filter } = this.#filter;
    // WebAssembly takes 32 bits. The platform refuses far smaller numbers.
    const limit = given === undefined ? undefined : Math.min(given, 0xffff_ffff);
    const query = encodeQuery(filter, this.#method.query);
    const { core, exchange } = open(this.#deck, this.#method, this.#options);
    try {
      return { exchange, pages: run(() => core.list(this.#method.at, query, cursor, limit)) };
    } catch (reason) {
      throw toError(reason);
    }
  }

  async #page({ exchange, pages }, signal) {
    const signals = [signal, this.#options.signal, this.#deck.signal];
    if (!(await callWith(signals, [exchange, this.#deck.renewal], (aborted) => pages.read(aborted)))) return undefined;
    const page = decode(exchange, this.#method);
    try {
      run(() => pages.advance(page.nextCursor ?? undefined));
    } catch (reason) {
      throw toError(reason);
    }
    return { value: { items: page[this.#method.items], nextCursor: page.nextCursor } };
  }
}
