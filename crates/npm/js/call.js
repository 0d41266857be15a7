import { run } from "./crash.js";
import { Exchange } from "./exchange.js";

/** Returns what a call, a list or a watch sends with: the core of WebAssembly, and the exchange of its requests. */
export function open(deck, method, options) {
  const { fetch, onEvent } = deck;
  const exchange = new Exchange({ fetch, onEvent, headers: [...deck.headers, ...options.headers] }, method);
  const { timeout, maxRetries, maxWait } = { ...deck.limits, ...options.limits };
  return { exchange, core: run(() => deck.core.forCall(exchange, timeout, maxRetries, maxWait, options.idempotencyKey)) };
}
