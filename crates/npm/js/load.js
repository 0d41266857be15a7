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
  loaded ??= start(source).catch((error) => {
    loaded = undefined;
    throw error;
  });
  await loaded;
}

/** Compiles the file `name` of the package, which comes from `source`. */
export async function compile(source, name) {
  try {
    return await compileFrom(await source);
  } catch (cause) {
    throw new AnswerdeckError(
      { code: "LOAD_FAILED", message: `${name} cannot be loaded (see Bundlers in the README of answerdeck): ${cause?.message ?? cause}` },
      { cause },
    );
  }
}

async function start(source) {
  initSync({ module: await compile(source ?? defaultSource(), "answerdeck.wasm") });
}

async function compileFrom(source) {
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
