import { Answerdeck } from "./node_modules/answerdeck/index.js";

onmessage = async ({ data }) => {
  try {
    const deck = await Answerdeck.connect(data);
    const { models } = await deck.models.list();
    postMessage(`${models.length} models`);
  } catch (error) {
    postMessage(String(error));
  }
};
