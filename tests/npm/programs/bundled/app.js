// Signs in with the platform that the address names, and uses the package.
import { Answerdeck, Session } from "answerdeck";
import { journey } from "./journey.js";

const status = document.querySelector("[role=status]");
const button = document.querySelector("button");
const named = location.hash.slice(1);
if (named) sessionStorage.setItem("platform", decodeURIComponent(named));
const baseUrl = sessionStorage.getItem("platform");
try {
  const session = await Session.resume(location, { baseUrl });
  history.replaceState(null, "", location.pathname);
  if (session) {
    const deck = await Answerdeck.connect({ session });
    status.textContent = await journey(deck);
  } else {
    button.onclick = async () => {
      const redirectUrl = location.origin + location.pathname;
      location.href = await Session.start({ baseUrl, redirectUrl, clientName: "Journey" });
    };
    button.hidden = false;
  }
} catch (error) {
  status.textContent = String(error);
}
