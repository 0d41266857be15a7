import * as answerdeck from "answerdeck";
import { runFaults } from "./faults.mjs";

// Node warns of too many listeners of a signal.
process.on("warning", (warning) => {
  throw warning;
});
console.log(JSON.stringify(await runFaults(answerdeck)));
