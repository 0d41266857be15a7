// Calls the functions that the user gives.

/** Calls a function soon. What it throws ends neither the call of the package nor the process: it is reported. */
export function notify(callback, value) {
  Promise.resolve(value).then(callback).catch(report);
}

function report(error) {
  // Deno and Bun end the process where a page only reports an error. Node has no such function.
  if (globalThis.reportError && !globalThis.Deno && !globalThis.Bun) globalThis.reportError(error);
  else console.error(error);
}
