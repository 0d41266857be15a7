// The package for Cloudflare Workers, which compile WebAssembly when they are deployed.
import module from "./answerdeck.wasm";
import { setDefaultSource } from "./load.js";

setDefaultSource(() => module);

export { Answerdeck } from "./answerdeck.js";
export { AnswerdeckError } from "./error.js";
export { Session } from "./session.js";
