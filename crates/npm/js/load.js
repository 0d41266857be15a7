// Loads WebAssembly once.
import { build, initSync } from "./core.js";
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

async function start(source) {
  try {
    let module = await compile(source ?? defaultSource());
    // A cache may have the file of another version.
    if (!isOfThisBuild(module) && source === undefined) module = await compile(defaultSource(), "reload");
    if (!isOfThisBuild(module)) throw new Error("it is of another version than the scripts of the package");
    initSync({ module });
  } catch (cause) {
    throw new AnswerdeckError(
      { code: "LOAD_FAILED", message: `answerdeck.wasm cannot be loaded (see Environments in the README of answerdeck): ${cause?.message ?? cause}` },
      { cause },
    );
  }
}

/** Building the package adds this section to the file. */
function isOfThisBuild(module) {
  const [section] = WebAssembly.Module.customSections(module, "answerdeck");
  return section !== undefined && new TextDecoder().decode(section) === build;
}

async function compile(given, cache = "default") {
  const source = await given;
  const kind = Object.prototype.toString.call(source).slice(8, -1);
  if (kind === "WebAssembly.Module") return source;
  // `instanceof` does not know the values of another realm, such as those of Jest.
  if (ArrayBuffer.isView(source) || kind === "ArrayBuffer" || kind === "SharedArrayBuffer") return WebAssembly.compile(source);
  const response = kind === "Response" ? source : await fetch(source, { cache });
  if (!response.ok) throw new Error(`${response.url} has the status ${response.status}`);
  const type = response.headers.get("content-type") ?? "";
  if (type.startsWith("application/wasm")) return WebAssembly.compileStreaming(response);
  // A server without the media type, or the page that a development server sends for every unknown address.
  if (type.startsWith("text/html")) throw new Error(`${response.url} is a web page`);
  return WebAssembly.compile(await response.arrayBuffer());
}
