// Submits a run of the first prompt set and prints its answers: ANSWERDECK_URL and ANSWERDECK_KEY name the platform.
import { Answerdeck } from "answerdeck";

const deck = await Answerdeck.connect({
  baseUrl: process.env.ANSWERDECK_URL,
  apiKey: process.env.ANSWERDECK_KEY,
  language: "en",
});

const set = await deck.promptSets.list().first();
if (!set) throw new Error("the organization has no prompt set");

const { id } = await deck.runs.submit({ promptSetID: set.id, models: ["CHATGPT"] });
for await (const run of deck.runs.watch(id)) {
  console.log(`${set.name}: ${run.finishedCount} of ${run.totalCount}`);
}
for await (const answer of deck.answers.list({ runID: id })) {
  console.log(`${answer.status}: ${answer.query} (${answer.sources.length} sources)`);
}
