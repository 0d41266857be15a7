// The address names the platform and the key.
import { Answerdeck } from "answerdeck";

const status = document.querySelector("[role=status]");
try {
  const deck = await Answerdeck.connect(JSON.parse(decodeURIComponent(location.hash.slice(1))));
  const { models } = await deck.models.list();
  status.textContent = `${models.length} models`;
} catch (error) {
  status.textContent = String(error);
}
