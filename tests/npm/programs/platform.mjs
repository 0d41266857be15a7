// Uses the real platform, as a program of a user does.
import assert from "node:assert/strict";
import { Answerdeck, AnswerdeckError } from "answerdeck";

const { ANSWERDECK_URL: baseUrl, ANSWERDECK_KEY: apiKey } = process.env;
const deck = await Answerdeck.connect({ baseUrl, apiKey, language: "en" });

// Resources, and lists page by page and item by item.
const { id: promptSetID } = await deck.promptSets.create({ name: "팩키지" });
const contents = Array.from({ length: 45 }, (_, number) => `What is the best shoe number ${number}?`);
const { ids } = await deck.prompts.createMany({ prompts: contents.map((content) => ({ content, promptSetID })) });
assert.equal(ids.length, 45);
assert.equal((await deck.promptSets.get(promptSetID)).promptCount, 45);

const sizes = [];
for await (const { items, nextCursor } of deck.prompts.list({ promptSetID, limit: 20 }).pages()) {
  sizes.push(items.length);
  assert.equal(nextCursor === null, items.length < 20);
}
assert.deepEqual(sizes, [20, 20, 5]);
const list = deck.prompts.list({ promptSetID });
for (const round of [1, 2]) {
  const read = [];
  for await (const prompt of list) read.push(prompt.id);
  assert.deepEqual(read.toSorted(), ids.toSorted(), `iteration ${round} reads the whole list`);
}
const [first] = ids;
assert.equal((await deck.prompts.update(first, { content: "새 문장" })).content, "새 문장");
const found = [];
for await (const prompt of deck.prompts.list({ promptSetID, contentContains: "새 문장" })) found.push(prompt.id);
assert.deepEqual(found, [first]);

// A run to its end, and the counts over its answers.
const { id: runID } = await deck.runs.submit({ promptIDs: ids.slice(0, 2), models: ["CHATGPT", "GEMINI"], region: "KR" });
let last;
for await (const run of deck.runs.watch(runID)) last = run;
assert.equal(last.status, "FINISHED");
assert.equal(last.finishedCount, 4);
assert.equal(last.answers.length, 4);
const answers = [];
for await (const answer of deck.answers.list({ runID })) answers.push(answer);
assert.equal(answers.length, 4);
const success = answers.find((answer) => answer.status === "SUCCESS");
assert.ok(success, "one model answers");
assert.equal(await deck.answers.markdown(success.id), success.content);
assert.ok((await deck.answers.count({ runID, searchTerms: ["a", "e"] })).count >= 1);
assert.ok((await deck.statistics.fanouts({ runID, include: ["models", "regions"] })).fanouts.every((one) => one.models));
assert.ok((await deck.statistics.tokenNeighbors({ runID, words: ["shoe"], include: ["totalAnswerCount"] })).neighbors);
assert.ok((await deck.statistics.sourceDomains({ runID })).domains.length > 0);

// A list that says more than its items.
const brand = await deck.brands.list().first();
const { value: page } = await deck.metrics.prompts({ brandID: brand.id, runID, from: new Date(Date.now() - 3_600_000), limit: 1 }).pages().next();
assert.ok(ids.includes(page.items[0].promptID));
assert.equal(page.items[0].models[0].named.length, page.brands.length);
assert.ok(page.totalPrompts >= 1 && page.all.prompts >= 1 && page.coverage.counted >= 1);
assert.ok((await deck.models.list()).models.some((model) => model.code === "CHATGPT"));
assert.ok((await deck.regions.list()).regions.length > 200);
assert.equal(typeof (await deck.credits.balance()).balance, "number");
assert.equal((await deck.organization.get()).region, "KR");
assert.ok((await deck.words.properNouns({ text: "나이키 신발" })).properNouns);
assert.ok((await deck.keywords.googleMetrics({ keywords: ["신발"] })).items.length === 1);
assert.ok((await deck.keywords.naverSuggestions({ keyword: "신발" })).suggestedKeywords);

// Errors of the platform.
const error = await deck.prompts.get("0000000000000000000000").catch((error) => error);
assert.ok(error instanceof AnswerdeckError && error instanceof Error);
assert.deepEqual([error.code, error.status, error.isRetryable, error.outcomeUnknown], ["PROMPT_NOT_FOUND", 404, false, false]);
assert.match(error.requestID, /./);
assert.match(error.message, /prompt/i);
const tooLong = await deck.promptSets.create({ name: "x".repeat(101) }).catch((error) => error);
assert.equal(tooLong.code, "COMMON_VALIDATION");
assert.match(tooLong.details.join(), /name/);
deck.setLanguage("ko");
assert.match((await deck.prompts.get("0000000000000000000000").catch((error) => error)).message, /[가-힣]/);
const stranger = await Answerdeck.connect({ baseUrl, apiKey: "adk_wrong" });
assert.equal((await stranger.models.list().catch((error) => error)).code, "COMMON_UNAUTHORIZED");

// Canceling: a watch that is left, and a signal.
const { id: other } = await deck.runs.submit({ promptSetID, models: ["CHATGPT"] });
for await (const run of deck.runs.watch(other)) {
  assert.equal(run.id, other);
  break;
}
const stopped = await deck.runs.stop(other);
assert.equal(stopped.id, other);
assert.ok(stopped.status === "FINISHED" || stopped.stoppedAt);
const controller = new AbortController();
const aborted = deck.runs.get(other, { signal: controller.signal });
controller.abort(new Error("the page is left"));
const abortError = await aborted.catch((error) => error);
assert.deepEqual([abortError.code, abortError.outcomeUnknown, abortError.cause.message], ["ABORTED", false, "the page is left"]);

// 60 calls at once, against the true rate limit.
const calls = Array.from({ length: 60 }, () => deck.models.list());
assert.equal((await Promise.all(calls)).length, 60);

await deck.promptSets.delete(promptSetID);
assert.equal((await deck.promptSets.get(promptSetID).catch((error) => error)).code, "PROMPT_SET_NOT_FOUND");
console.log("done");
