// The package for browsers and their bundlers, with the WebAssembly in a file of its own.
import { setDefaultSource } from "./load.js";

// Bundlers find the file by this expression.
setDefaultSource(() => new URL("./answerdeck.wasm", import.meta.url));

export { Answerdeck } from "./answerdeck.js";
export { AnswerdeckError } from "./error.js";
export { Session } from "./session.js";
