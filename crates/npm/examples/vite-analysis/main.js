// Shows how many answers name each brand, counted in the browser while the answers are read.
import { Answerdeck, Session } from "answerdeck";
import { Analysis } from "answerdeck/analysis";

const platform = import.meta.env.VITE_PLATFORM ?? "http://127.0.0.1:8080";
const button = document.querySelector("button");
const message = document.querySelector("[role=status]");
const table = document.querySelector("table");

const session = await Session.resume(location, { baseUrl: platform });
// The code of the callback works once.
history.replaceState(null, "", location.pathname);
button.hidden = false;
if (session) {
  button.textContent = "Sign out";
  button.onclick = () => session.signOut();
  session.addEventListener("signedout", () => location.reload());
  await show(await Answerdeck.connect({ session, language: "en" }));
} else {
  button.onclick = async () => {
    const redirectUrl = location.origin + location.pathname;
    location.href = await Session.start({ baseUrl: platform, redirectUrl, clientName: "Brands in answers" });
  };
}

async function show(deck) {
  const analysis = await Analysis.open(deck, {
    onProgress: ({ kept, total }) => (message.textContent = `${kept} of ${total ?? "?"} answers`),
  });
  await draw(analysis);
  await analysis.kept();
  await draw(analysis);
}

async function draw(analysis) {
  const { value, coverage } = await analysis.brandMetrics();
  table.replaceChildren();
  for (const { name, visibility } of value.brands) {
    const { numerator, sample } = visibility.mentionRate;
    const row = table.insertRow();
    row.insertCell().textContent = name;
    row.insertCell().textContent = `${numerator} of ${sample.answers}`;
  }
  table.createCaption().textContent = coverage.missingRuns === 0 ? "All answers" : "Answers so far";
}
