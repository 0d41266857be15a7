// Gives the package to the test, which calls it in this page.
import { Answerdeck, Session } from "./node_modules/answerdeck/index.js";

Object.assign(globalThis, { Answerdeck, Session });
