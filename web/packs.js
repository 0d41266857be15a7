// The parts of the console's pages. The splitter makes a part for every set of pages that share some code, dozens of
// them. `cargo xtask console` makes one module of those of a page, for whoever opens the console there. For whoever goes
// on to it from another page it puts them into one file, a pack, so that a page is one request. What every page behind
// the sign-in needs is a pack of its own.
import { inside, pages } from "./pages.js"; // { file, parts }, { page: { whole, further, parts: [[name, length], …] } }

let first; // the page that comes as a whole: the names of its parts, its module, and its instance when it was asked for
const parts = new Map(); // of others, by name: its bytes, promised, and whether it is here
const coming = new Set(); // files

const isInside = ([name]) => inside.parts.some(([other]) => other === name);
const isMissing = ([name]) => !first.names.has(name) && !parts.get(name)?.here;

/** Fetches what a page needs, unless it is here or on its way. */
export function load(page) {
  if (!pages[page]) return;
  const { whole, further, parts: all } = pages[page];
  first ??= { names: new Set(all.map(([name]) => name)), module: get(whole, WebAssembly.compileStreaming) };
  const missing = all.filter(isMissing);
  if (missing.some(isInside)) unpack(inside.file, inside.parts);
  if (!missing.every(isInside)) unpack(further, all.filter((part) => !isInside(part)));
}

function unpack(file, held) {
  if (coming.has(file)) return;
  coming.add(file);
  const bytes = get(file, (answer) => answer.arrayBuffer());
  let begin = 0;
  for (const [name, length] of held) {
    const from = begin;
    begin += length;
    offer(name, bytes.then((pack) => pack.slice(from, from + length)));
  }
  bytes.finally(() => coming.delete(file));
}

// Several packs may hold a part: the first that arrives brings it, so that no page waits for another's.
function offer(name, bytes) {
  if (!parts.has(name)) {
    const part = { here: false };
    part.bytes = new Promise((resolve) => (part.resolve = resolve));
    parts.set(name, part);
  }
  const part = parts.get(name);
  bytes.then((found) => {
    part.here = true;
    part.resolve(found);
  });
}

/** What `read` makes of a file. While there is no connection it waits for one. */
async function get(file, read) {
  for (;;) {
    try {
      const answer = await fetch(`/${file}`);
      if (answer.ok) return await read(answer);
      if (answer.status === 404) return await replaced(file);
      console.warn(`${file}: ${answer.status}`);
    } catch (error) {
      // A connection that is lost is one of these.
      if (!(error instanceof TypeError)) throw error;
      console.warn(`${file}: ${error.message}`);
    }
    await later();
  }
}

// Another console stands there since this one was opened: it opens where the person is going.
function replaced(file) {
  if (!first.instance) throw new Error(`${file} is not there`);
  location.reload();
  return new Promise(() => {});
}

// When the connection is back, or in a few seconds.
function later() {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, 5_000);
    addEventListener("online", () => (clearTimeout(timer), resolve()), { once: true });
  });
}

/** The splitter's loader of a page, which asks for parts: the page is fetched before. */
export const packed = (page, loader) => () => {
  load(page);
  return loader();
};

async function make(imports) {
  await WebAssembly.instantiate(await first.module, imports);
  // On a phone to make a page takes a while, and to run it another: between the two the browser may answer the person.
  await globalThis.scheduler?.yield?.();
}

/** Makes an instance of a part. Nothing is made twice: a part holds data that the program changes. */
export async function instantiate(name, imports) {
  if (first.names.has(name)) {
    first.instance ??= make(imports);
    return first.instance;
  }
  return WebAssembly.instantiate(await parts.get(name).bytes, imports);
}
