// Measures the package, in Node and in a browser.
import { Answerdeck } from "answerdeck";
import * as zod from "zod";
import { decode } from "./node_modules/answerdeck/response.js";
import { nouns } from "./node_modules/answerdeck/platform.js";

const ID = "aaaaaaaaaaaaaaaaaaaaaa";
const ROUNDS = 60;
const PAGES = 10_000;

/** Returns the lines of the measurement. */
export async function measure() {
  const started = performance.now();
  const fetch = async () => new Response(EMPTY_PAGE);
  await Answerdeck.connect({ baseUrl: "https://platform.example", apiKey: "adk_key", fetch });
  const lines = [`ready: ${(performance.now() - started).toFixed(1)} ms`];
  zod.config({ jitless: true });
  for (const [language, sentence] of SENTENCES) lines.push(compare(language, page(sentence)));
  lines.push(await memory());
  return lines.map((line) => `  ${line}`).join("\n");
}

const EMPTY_PAGE = JSON.stringify({ answers: [], nextCursor: null });

const SENTENCES = [
  ["English", "The shoe of this maker is light, and its sole lasts for a thousand kilometers on roads. "],
  ["Korean", "이 회사의 신발은 가볍고, 밑창은 도로에서 천 킬로미터를 견딘다. 발볼이 넓은 사람에게 좋다. "],
];

/** A page of 100 answers. */
function page(sentence) {
  const source = { url: "https://shoes.example/reviews/long-distance?page=3", title: sentence, domain: "shoes.example" };
  const answer = (number) => ({
    id: ID,
    model: "CHATGPT",
    promptID: ID,
    region: "KR",
    status: "SUCCESS",
    content: sentence.repeat(60) + number,
    query: sentence,
    createdAt: "2026-11-20T09:30:00.000Z",
    runID: ID,
    markdownURL: `https://platform.example/api/v1/platform/answers/${ID}/markdown`,
    fanouts: [sentence, sentence, sentence],
    sources: Array(8).fill(source),
  });
  return JSON.stringify({ answers: Array.from({ length: 100 }, (_, number) => answer(number)), nextCursor: null });
}

function compare(language, text) {
  const id = zod.string().regex(/^[A-Za-z0-9_-]{22}$/);
  const source = zod.looseObject({ url: zod.string(), title: zod.string().default(""), domain: zod.string().optional() });
  const answer = zod.looseObject({
    id,
    model: zod.string(),
    promptID: id,
    region: zod.string(),
    status: zod.string(),
    content: zod.string().default(""),
    query: zod.string().default(""),
    createdAt: zod.string().optional(),
    runID: id.optional(),
    markdownURL: zod.string().optional(),
    fanouts: zod.array(zod.string()).default([]),
    sources: zod.array(source).default([]),
  });
  const list = zod.looseObject({ answers: zod.array(answer), nextCursor: zod.string().nullable() });
  const ways = {
    "JSON.parse": () => JSON.parse(text),
    answerdeck: () => decode([text], nouns.answers.list),
    "zod without eval": () => list.parse(JSON.parse(text)),
  };
  const times = median(ways);
  const printed = Object.entries(times).map(([name, time]) => `${name} ${time.toFixed(2)} ms`);
  const ratio = times.answerdeck / times["zod without eval"];
  return `100 answers, ${language}, ${(text.length / 1e6).toFixed(2)} M characters: ${printed.join(", ")}; ratio to zod ${ratio.toFixed(2)}`;
}

/** The ways take turns, so that a busy machine slows all of them. */
function median(ways) {
  const times = Object.fromEntries(Object.keys(ways).map((name) => [name, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, run] of Object.entries(ways)) {
      const start = performance.now();
      run();
      times[name].push(performance.now() - start);
    }
  }
  return Object.fromEntries(Object.entries(times).map(([name, all]) => [name, all.sort((a, b) => a - b)[ROUNDS / 2]]));
}

/** Reads many pages, each from another platform because of the pace, and returns the memory before and after. */
async function memory() {
  const fetch = async () => new Response(EMPTY_PAGE);
  let before = 0;
  for (let number = 0; number < PAGES; number += 1) {
    // The first tenth warms up.
    if (number === PAGES / 10) before = await memoryInUse();
    const deck = await Answerdeck.connect({ baseUrl: `https://platform-${number}.example`, apiKey: "adk_key", fetch });
    for await (const _ of deck.answers.list().pages());
  }
  const after = await memoryInUse();
  return `memory over ${PAGES} pages: ${(before / 1e6).toFixed(0)} MB, then ${(after / 1e6).toFixed(0)} MB`;
}

/** The memory of JavaScript, and in Node that of WebAssembly. */
async function memoryInUse() {
  for (let round = 0; round < 3; round += 1) {
    globalThis.gc?.();
    // Finalizers run in a later turn of the event loop.
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const { heapUsed, external } = globalThis.process?.memoryUsage?.() ?? { heapUsed: performance.memory.usedJSHeapSize, external: 0 };
  return heapUsed + external;
}
