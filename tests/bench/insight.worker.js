// Measures the crates insight and answer-store in a worker, beside what JavaScript has for the same work. Each message names a
// function of `measurements`; the answer has the lines to print.
import init, { History, Finder, sample_names, sample_texts } from "/insight/insight_bench.js";
import "/ahocorasick.js";

const BRANDS = 20;
const TEXTS = 10_000;
const REPETITIONS = 40;
/** A text and a name are compared in this form, as the crate does. */
const folded = (text) => text.normalize("NFKC").toLowerCase();
const escaped = (name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
const isLetter = (text, at) => at >= 0 && at < text.length && /[\p{L}\p{N}_]/u.test(text[at]);

/** Records in memory. */
class Records {
  records = new Map();
  read = (key) => this.records.get(key);
  put = (key, record) => void this.records.set(key, record.slice());
  delete = (key) => void this.records.delete(key);
  keys = () => [...this.records.keys()];
  clear = () => this.records.clear();
  compress = (bytes) => through(bytes, new CompressionStream("deflate-raw"));
  decompress = (bytes) => through(bytes, new DecompressionStream("deflate-raw"));
  bytes = (prefix) =>
    [...this.records].reduce((sum, [key, record]) => sum + (key.startsWith(prefix) ? record.length : 0), 0);
}

function through(bytes, stream) {
  // The bytes are in the memory of WebAssembly, which moves when it grows.
  const compressed = new Blob([bytes.slice()]).stream().pipeThrough(stream);
  return new Response(compressed).arrayBuffer();
}

function time(work) {
  const start = performance.now();
  const result = work();
  return [performance.now() - start, result];
}

const line = (name, ...values) => name.padEnd(48) + values.map((value) => value.padStart(12)).join("");
const milliseconds = (value) => `${value.toFixed(value < 10 ? 2 : 0)} ms`;
const megabytes = (value) => `${(value / 1e6).toFixed(1)} MB`;

/** The names of all brands in all texts, in four ways. */
function mentions() {
  const names = Array.from({ length: BRANDS }, (_, brand) => sample_names(brand)).flat();
  const texts = sample_texts(TEXTS);
  const edges = (pattern) => new RegExp(`(?<![\\p{L}\\p{N}_])(?:${pattern})(?![\\p{L}\\p{N}_])`, "gu");
  const longestFirst = names.map(folded).sort((one, other) => other.length - one.length);
  const one = edges(longestFirst.map(escaped).join("|"));
  const each = names.map((name) => edges(escaped(folded(name))));
  const automaton = new self.AhoCorasick(names.map(folded));
  const finder = new Finder();
  const matches = (text, expression) => text.match(expression)?.length ?? 0;
  const ways = [
    ["this crate", (text) => finder.count(text)],
    ["one regular expression for all names", (text) => matches(folded(text), one)],
    [
      "one regular expression for each name",
      (text) => {
        const normalized = folded(text);
        return each.reduce((sum, expression) => sum + matches(normalized, expression), 0);
      },
    ],
    [
      "the npm package ahocorasick",
      (text) => {
        const normalized = folded(text);
        const isWord = (end, name) => !isLetter(normalized, end + 1) && !isLetter(normalized, end - name.length);
        const found = automaton.search(normalized).flatMap(([end, names]) => names.filter((name) => isWord(end, name)));
        return found.length;
      },
    ],
  ];
  const bytes = new TextEncoder().encode(texts.join("")).length;
  const lines = [line(`mentions of ${names.length} names in ${TEXTS} texts`, "time", "as long as", "found/text")];
  let first;
  for (const [name, find] of ways) {
    // Once to let the browser compile, then the median of three. The ways have different rules, and find different numbers.
    const run = () => time(() => texts.reduce((sum, text) => sum + find(text), 0));
    run();
    const runs = [run(), run(), run()].sort(([one], [other]) => one - other);
    const [took, found] = runs[1];
    first ??= took;
    lines.push(line(`  ${name}`, milliseconds(took), `${(took / first).toFixed(1)} ×`, (found / TEXTS).toFixed(1)));
  }
  lines.push(line("  this crate, bytes per second", megabytes((bytes / first) * 1e3)));
  return lines;
}

const records = new Records();
let history;

/** Keeps the answers of some runs. */
async function keep(runs) {
  history = await History.open(records);
  const start = performance.now();
  const json = await history.keep(runs);
  const took = performance.now() - start;
  const texts = records.bytes("texts/");
  const columns = records.bytes("run/") + records.bytes("dictionary/");
  const share = (bytes) => `${((bytes / json) * 100).toFixed(1)} %`;
  return [
    line(`keeping ${history.answers()} answers, invented meanwhile`, milliseconds(took)),
    line("  their JSON", megabytes(json)),
    line("  compressed texts", megabytes(texts), share(texts)),
    line("  columns and shared texts", megabytes(columns), share(columns)),
    line("  together", megabytes(texts + columns), share(texts + columns)),
    line("  records besides the texts", String(records.keys().filter((key) => !key.startsWith("texts/")).length)),
  ];
}

/** Searches all texts for the brands. */
async function search() {
  await history.track();
  const start = performance.now();
  let steps = 0;
  let longest = 0;
  for (let last = start; await history.search(); steps += 1) {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  }
  return [
    line("searching all of them for 20 brands", milliseconds(performance.now() - start)),
    line(`  the longest of ${steps} steps`, milliseconds(longest)),
  ];
}

/** Opens the answers in a new memory, and counts them. */
async function count(memory) {
  const before = memory.buffer.byteLength;
  const start = performance.now();
  const opened = await History.open(records);
  const took = performance.now() - start;
  const after = memory.buffer.byteLength;
  await opened.track();
  const tracked = performance.now() - start - took;
  const [counted] = time(() => ["visibility", "citations", "domains"].forEach((thing) => opened.count(thing, "everything")));
  const lines = [
    line(`opening ${opened.answers()} answers`, milliseconds(took)),
    line("  memory", megabytes(after - before)),
    line("  their 20 brands", milliseconds(tracked)),
    line("  the first numbers", milliseconds(counted)),
    line("  memory with brands and numbers", megabytes(memory.buffer.byteLength - before)),
    line("a change of the scope, and then", "median", "p95"),
  ];
  const things = ["select", "domains", "pages", "searches", "brands", "visibility", "citations"];
  things.push("reproducibility", "stability", "by day", "change");
  for (const scope of ["everything", "a model", "a month"]) {
    for (const thing of things) {
      const times = Array.from({ length: REPETITIONS }, () => time(() => opened.count(thing, scope))[0]);
      times.sort((one, other) => one - other);
      const at = (share) => milliseconds(times[Math.floor(times.length * share)]);
      lines.push(line(`  ${scope}: ${thing}`, at(0.5), at(0.95)));
    }
  }
  return lines;
}

const start = async () => (await init()).memory;
let memory = await start();
const measurements = {
  mentions,
  keep,
  search,
  count: async () => {
    history.free();
    // The same module in a memory that nothing has grown.
    const fresh = await import("/insight/insight_bench.js?fresh");
    memory = (await fresh.default()).memory;
    History.open = fresh.History.open;
    return count(memory);
  },
};
self.onmessage = async ({ data: [name, argument] }) => {
  try {
    self.postMessage({ lines: await measurements[name](argument) });
  } catch (error) {
    self.postMessage({ error: String(error?.stack ?? error) });
  }
};
self.postMessage({ lines: [] });
