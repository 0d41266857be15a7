// Starts the analysis worker. The build bundles this with the script of wasm-bindgen.
import start from "./worker.js";

// Only errors that nothing catches reach the page, which shows that the worker failed.
addEventListener("unhandledrejection", ({ reason }) => reportError(reason));
start();
