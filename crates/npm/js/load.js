// Loads WebAssembly once.
import { initSync } from "./core.js";
import { AnswerdeckError } from "./error.js";

let defaultSource;
let loaded;

/** Sets where WebAssembly comes from unless the caller says so. */
export function setDefaultSource(source) {
  defaultSource = source;
}

/**
 * Loads and starts WebAssembly, unless it is loaded already. `source` is a URL, a response, bytes, or a compiled module.
 */
export async function load(source) {
  // A failed load is tried again by the next call.
  loaded ??= start(source).catch((cause) => {
    loaded = undefined;
    throw new AnswerdeckError(
      { code: "LOAD_FAILED", message: `answerdeck.wasm cannot be loaded (see Bundlers in its README): ${cause?.message ?? cause}` },
      { cause },
    );
  });
  await loaded;
}

async function start(source) {
  initSync({ module: await compile(await (source ?? defaultSource())) });
}

async function compile(source) {
  if (source instanceof WebAssembly.Module) return source;
  if (ArrayBuffer.isView(source) || source instanceof ArrayBuffer) return WebAssembly.compile(source);
  const response = typeof Response === "function" && source instanceof Response ? source : await fetch(source);
  if (!response.ok) throw new Error(`${response.url} has the status ${response.status}`);
  const type = response.headers.get("content-type") ?? "";
  if (type.startsWith("application/wasm")) return WebAssembly.compileStreaming(response);
  // A server without the media type, or the page that a development server sends for every unknown address.
  if (type.startsWith("text/html")) throw new Error(`${response.url} is a web page`);
  return WebAssembly.compile(await response.arrayBuffer());
}
