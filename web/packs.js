// The parts of the console's pages. The splitter makes a part for every set of pages that share some code, dozens of
// them; `cargo xtask console` puts those of a page into one file, its pack, so that a page is one request.
import packs from "./pages.js"; // { page: { file, parts: [[name, length], …] } }

const parts = new Map(); // promised bytes, by the part's name

/** Fetches the pack of a page, unless all its parts are here. */
export function load(page) {
  const pack = packs[page];
  if (!pack || pack.parts.every(([name]) => parts.has(name))) return;
  const bytes = fetch(`/${pack.file}`).then((answer) => {
    if (!answer.ok) throw new Error(`${pack.file}: ${answer.status}`);
    return answer.arrayBuffer();
  });
  let begin = 0;
  for (const [name, length] of pack.parts) {
    const from = begin;
    begin += length;
    if (parts.has(name)) continue;
    const part = bytes.then((whole) => whole.slice(from, from + length));
    // What failed is asked for again.
    part.catch(() => parts.delete(name));
    parts.set(name, part);
  }
}

/** The splitter's loader of a page, which asks for parts: the page's pack is fetched before. */
export const packed = (page, loader) => () => {
  load(page);
  return loader();
};

/** Makes an instance of a part. */
export const instantiate = async (name, imports) => WebAssembly.instantiate(await parts.get(name), imports);
