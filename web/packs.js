// The parts of the console's pages. The splitter makes a part for every set of pages that share some code, dozens of
// them. `cargo xtask console` makes one module of those of a page, for whoever opens the console there. For whoever goes
// on to it from another page it puts them into one file, a pack, so that a page is one request. What every page behind
// the sign-in needs is a pack of its own.
import { inside, lengths, pages } from "./pages.js"; // { file, parts }, [bytes, …], { page: { whole, further, parts } }

let first; // the page that comes as a whole: its parts, its module, and its instance when it was asked for
const others = new Map(); // further parts: the bytes of each, promised, whether they are here, its instance
const coming = new Set(); // files

const isInside = (part) => inside.parts.includes(part);
const isMissing = (part) => !first.parts.includes(part) && !others.get(part)?.here;

/** Fetches what a page needs, unless it is here or on its way. */
export function load(page) {
  if (!pages[page]) return;
  const { whole, further, parts } = pages[page];
  first ??= { parts, module: get(whole, WebAssembly.compileStreaming) };
  const missing = parts.filter(isMissing);
  if (missing.some(isInside)) unpack(inside.file, inside.parts);
  if (!missing.every(isInside)) unpack(further, parts.filter((part) => !isInside(part)));
}

/** Makes what a page needs, unless it was made before: a part holds data that the program changes. */
export async function open(page, imports) {
  load(page);
  await Promise.all(pages[page].parts.map((part) => made(part, imports)));
}

function made(part, imports) {
  if (first.parts.includes(part)) return (first.instance ??= makeFirst(imports));
  const other = others.get(part);
  return (other.instance ??= other.bytes.then((bytes) => WebAssembly.instantiate(bytes, imports)));
}

async function makeFirst(imports) {
  await WebAssembly.instantiate(await first.module, imports);
  // On a phone to make a page takes a while, and to run it another: between the two the browser may answer the person.
  await globalThis.scheduler?.yield?.();
}

function unpack(file, parts) {
  if (coming.has(file)) return;
  coming.add(file);
  const bytes = get(file, (answer) => answer.arrayBuffer());
  let end = 0;
  for (const part of parts) {
    const begin = end;
    end += lengths[part];
    offer(part, bytes.then((pack) => pack.slice(begin, begin + lengths[part])));
  }
  bytes.finally(() => coming.delete(file));
}

// Several packs may hold a part: the first that arrives brings it, so that no page waits for another's.
function offer(part, bytes) {
  if (!others.has(part)) {
    const other = { here: false };
    other.bytes = new Promise((resolve) => (other.resolve = resolve));
    others.set(part, other);
  }
  const other = others.get(part);
  bytes.then((found) => {
    other.here = true;
    other.resolve(found);
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
