// The package for Node, whose `fetch` reads no files.
import { readFile } from "node:fs/promises";
import { setDefaultSource } from "./load.js";

setDefaultSource(() => readFile(new URL("./answerdeck.wasm", import.meta.url)));

export { Answerdeck } from "./answerdeck.js";
export { AnswerdeckError } from "./error.js";
export { Session } from "./session.js";
