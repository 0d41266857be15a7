import { runFaults } from "./faults.mjs";
import * as answerdeck from "./node_modules/answerdeck/index.js";

const table = await (await fetch("faults.json")).json();
document.querySelector("pre").textContent = JSON.stringify(await runFaults(answerdeck, table));
document.querySelector("[role=status]").textContent = "done";
