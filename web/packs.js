// The parts of the console's pages. The splitter makes a part for every set of pages that share some code, dozens of
// them. `cargo xtask console` makes one module of those of a page, for whoever opens the console there. For whoever goes
// on to it from another page it puts them into one file, a pack, so that a page is one request. What every page behind
// the sign-in needs is a pack of its own.
import { inside, pages } from "./pages.js"; // { file, parts }, { page: { whole, further, parts: [[name, length], …] } }

let first; // the page that came as a whole: the names of its parts, its module, its instance
const parts = new Map(); // of others, by name: its bytes, promised, how many packs on their way hold it, if it is here
const coming = new Set(); // files

const isInside = ([name]) => inside.parts.some(([other]) => other === name);
const isMissing = ([name]) => !first.names.has(name) && !parts.get(name)?.here;

/** Fetches what a page needs, unless it is here or on its way. */
export function load(page) {
  if (!pages[page]) return;
  const { whole, further, parts: all } = pages[page];
  first ??= open(whole, all);
  const missing = all.filter(isMissing);
  if (missing.some(isInside)) unpack(inside.file, inside.parts);
  if (!missing.every(isInside)) unpack(further, all.filter((part) => !isInside(part)));
}

function open(file, all) {
  const module = WebAssembly.compileStreaming(fetch(`/${file}`));
  module.catch(() => {
    // What failed is asked for again.
    first = undefined;
  });
  return { names: new Set(all.map(([name]) => name)), module };
}

function unpack(file, held) {
  if (coming.has(file)) return;
  coming.add(file);
  const bytes = fetch(`/${file}`)
    .then((answer) => {
      if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
      return answer.arrayBuffer();
    })
    .finally(() => coming.delete(file));
  let begin = 0;
  for (const [name, length] of held) {
    const from = begin;
    begin += length;
    offer(name, bytes.then((pack) => pack.slice(from, from + length)));
  }
}

// Several packs may hold a part: the first that arrives brings it, so that no page waits for another's.
function offer(name, bytes) {
  let part = parts.get(name);
  if (!part) {
    part = { packs: 0, here: false };
    part.bytes = new Promise((resolve, reject) => Object.assign(part, { resolve, reject }));
    part.bytes.catch(() => {});
    parts.set(name, part);
  }
  part.packs += 1;
  bytes.then(
    (found) => {
      part.here = true;
      part.resolve(found);
    },
    (error) => {
      part.packs -= 1;
      if (part.here || part.packs) return;
      // What failed is asked for again.
      parts.delete(name);
      part.reject(error);
    },
  );
}

/** The splitter's loader of a page, which asks for parts: the page is fetched before. */
export const packed = (page, loader) => () => {
  load(page);
  return loader();
};

/** Makes an instance of a part. Nothing is made twice: a part holds data that the program changes. */
export async function instantiate(name, imports) {
  if (first.names.has(name)) {
    first.instance ??= first.module.then((module) => WebAssembly.instantiate(module, imports));
    return first.instance;
  }
  return WebAssembly.instantiate(await parts.get(name).bytes, imports);
}
