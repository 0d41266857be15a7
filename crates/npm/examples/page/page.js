// Signs in and lists prompt sets, without a bundler. An import map would need an exception in a strict content security policy.
import { Answerdeck, Session } from "./node_modules/answerdeck/index.js";

const form = document.querySelector("form");
const status = document.querySelector("[role=status]");
const signOut = document.querySelector("#sign-out");
const platform = localStorage.getItem("platform") ?? undefined;

try {
  const session = await Session.resume(location, { baseUrl: platform });
  // The code of the callback works once.
  history.replaceState(null, "", location.pathname);
  if (session) await show(session);
  else form.hidden = false;
} catch (error) {
  status.textContent = error.message;
  form.hidden = false;
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const baseUrl = form.elements.platform.value;
  const redirectUrl = location.origin + location.pathname;
  try {
    const consentPage = await Session.start({ baseUrl, redirectUrl, clientName: "Prompt sets" });
    localStorage.setItem("platform", baseUrl);
    location.href = consentPage;
  } catch (error) {
    status.textContent = error.message;
  }
});

async function show(session) {
  signOut.hidden = false;
  signOut.onclick = () => session.signOut();
  session.addEventListener("signedout", () => {
    document.querySelector("ul").replaceChildren();
    signOut.hidden = true;
    form.hidden = false;
  });
  const deck = await Answerdeck.connect({ session, language: "en" });
  for await (const set of deck.promptSets.list()) {
    const item = document.createElement("li");
    item.textContent = set.name;
    document.querySelector("ul").append(item);
  }
}
