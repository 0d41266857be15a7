// Async iterators over values that WebAssembly reads.

/**
 * Returns an async iterator. `read` gets a signal and resolves to `{ value }`, or to `undefined` at the end. Calls of `next` that
 * overlap wait for each other. `break` aborts the request.
 */
export function iterate(read) {
  const controller = new AbortController();
  let last = Promise.resolve();
  let hasEnded = false;

  async function step() {
    if (hasEnded) return { done: true, value: undefined };
    try {
      const result = await read(controller.signal);
      if (result && !controller.signal.aborted) return { done: false, value: result.value };
    } catch (error) {
      if (!controller.signal.aborted) {
        hasEnded = true;
        throw error;
      }
    }
    hasEnded = true;
    return { done: true, value: undefined };
  }

  const iterator = {
    next() {
      const result = last.then(step);
      last = result.catch(() => undefined);
      return result;
    },
    async return(value) {
      hasEnded = true;
      controller.abort();
      return { done: true, value };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
  // For `await using`, where the runtime knows it.
  if (Symbol.asyncDispose) iterator[Symbol.asyncDispose] = () => iterator.return();
  return iterator;
}
