// Gives the package to the test, which calls it in this page.
import { Analysis } from "./node_modules/answerdeck/analysis.js";
import { Answerdeck, Session } from "./node_modules/answerdeck/index.js";

Object.assign(globalThis, { Analysis, Answerdeck, Session });
