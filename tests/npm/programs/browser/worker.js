import { journey } from "./journey.js";
import { Answerdeck } from "./node_modules/answerdeck/index.js";

onmessage = async ({ data }) => {
  try {
    postMessage(await journey(await Answerdeck.connect(data)));
  } catch (error) {
    postMessage(String(error));
  }
};
