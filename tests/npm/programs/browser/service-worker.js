import { journey } from "./journey.js";
import { Answerdeck } from "./node_modules/answerdeck/index.js";

addEventListener("message", (event) => event.waitUntil(use(event.data, event.ports[0])));

async function use(options, port) {
  try {
    port.postMessage(await journey(await Answerdeck.connect(options)));
  } catch (error) {
    port.postMessage(String(error));
  }
}
