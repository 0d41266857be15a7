import { runFaults } from "./faults.mjs";
import * as answerdeck from "./node_modules/answerdeck/index.js";

document.querySelector("pre").textContent = JSON.stringify(await runFaults(answerdeck));
document.querySelector("[role=status]").textContent = "done";
