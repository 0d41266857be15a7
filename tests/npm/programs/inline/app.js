// A page of one classic script, which has the WebAssembly inside.
import { Answerdeck } from "answerdeck/inline";
import { journey } from "./journey.js";

const options = JSON.parse(decodeURIComponent(location.hash.slice(1)));
const show = (text) => (document.querySelector("[role=status]").textContent = text);
Answerdeck.connect(options).then(journey).then(show, (error) => show(String(error)));
