// The package with the WebAssembly inside, for Node, Bun and Deno, and for programs of one file.
import { setDefaultSource } from "./load.js";
import { base64 } from "./wasm.js";

setDefaultSource(() => {
  const binary = atob(base64);
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = binary.charCodeAt(at);
  return bytes;
});

export { Answerdeck } from "./answerdeck.js";
export { AnswerdeckError } from "./error.js";
export { Session } from "./session.js";
