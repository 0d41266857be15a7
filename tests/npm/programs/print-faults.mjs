import { readFile } from "node:fs/promises";
import * as answerdeck from "answerdeck";
import { runFaults } from "./faults.mjs";

// Node warns of too many listeners of a signal.
process.on("warning", (warning) => {
  throw warning;
});
const table = JSON.parse(await readFile("faults.json", "utf8"));
console.log(JSON.stringify(await runFaults(answerdeck, table)));
