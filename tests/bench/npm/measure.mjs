import { measure } from "./measure.js";

console.log(await measure());
