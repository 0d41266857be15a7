// The parts of the console's pages. The splitter makes a part for every set of pages that share some code, dozens of
// them; `cargo xtask console` puts those of a page into one file, its pack, so that a page is one request. A further
// page comes without what every page needs.
import { inside, pages } from "./pages.js"; // [name, …], { page: { whole, further, parts: [[name, length], …] } }

const parts = new Map(); // by name: its bytes, promised, how many packs on their way hold it, and whether it is here
const coming = new Set(); // files

/** Fetches the pack of a page, unless all its parts are here. */
export function load(page) {
  if (!pages[page]) return;
  const { whole, further, parts: all } = pages[page];
  const isHere = (name) => parts.get(name)?.here;
  const isFurther = inside.every(isHere);
  const file = isFurther ? further : whole;
  const held = isFurther && further !== whole ? all.filter(([name]) => !inside.includes(name)) : all;
  if (coming.has(file) || held.every(([name]) => isHere(name))) return;
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
    offer(name, bytes.then((whole) => whole.slice(from, from + length)));
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

/** The splitter's loader of a page, which asks for parts: the page's pack is fetched before. */
export const packed = (page, loader) => () => {
  load(page);
  return loader();
};

/** Makes an instance of a part. */
export const instantiate = async (name, imports) => WebAssembly.instantiate(await parts.get(name).bytes, imports);
