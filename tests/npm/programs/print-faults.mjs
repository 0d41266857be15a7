import * as answerdeck from "answerdeck";
import { runFaults } from "./faults.mjs";

console.log(JSON.stringify(await runFaults(answerdeck)));
