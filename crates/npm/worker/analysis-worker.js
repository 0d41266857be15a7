// The analysis worker. The build bundles this with the script of wasm-bindgen.
import { initSync } from "./core.js";

// Only errors that nothing catches reach the page, which then knows that the worker failed.
addEventListener("unhandledrejection", ({ reason }) => reportError(reason));
// The page sends the compiled program first, because it knows where the file is. The program takes all later messages.
addEventListener("message", ({ data }) => initSync({ module: data }), { once: true });
