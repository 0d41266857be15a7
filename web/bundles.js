// Loads the chunks of the console's pages. The splitter makes a chunk for every set of pages that share some code,
// dozens of them. The build merges the chunks of a page into one module, for a visit that starts at that page. For a
// visitor who comes from another page, it puts them into one file, a bundle, so that a page is one request. The chunks
// that all pages with a session share have a separate bundle.
import { CHUNKS, SHARED, pages } from "./pages.js"; // made by crates/console-build: file names, { page: { module, bundle, owners } }

let first; // page loaded as a merged module: its name and module, and whether it opened as that
let table; // once another page is requested: { lengths: [bytes, …], shared: [chunk, …], pages: { page: [chunk, …] } }
let fetchedTable; // a promise of it
const requested = new Map(); // other pages: a promise of their chunks
const others = new Map(); // chunks outside the first module: a promise of the bytes, and the instance once requested
let isOpen = false; // whether a page is

/** Fetches the chunks of a page, unless they are loaded or loading. */
export function load(page) {
  if (!pages[page]) return;
  first ??= { page, module: tryGet(pages[page].module, WebAssembly.compileStreaming) };
  if (page !== first.page) request(page);
}

/** Instantiates the chunks of a page. Each is instantiated only once, because it holds data that the program changes. */
export async function open(page, imports) {
  load(page);
  if (page !== first.page || !(await openFirst(imports))) {
    const chunks = await request(page);
    await Promise.all(chunks.map((chunk) => instantiate(chunk, imports)));
  }
  isOpen = true;
}

async function instantiate(chunk, imports) {
  if (isInFirst(chunk) && (await openFirst(imports))) return;
  const other = others.get(chunk);
  await (other.instance ??= other.bytes.then((bytes) => WebAssembly.instantiate(bytes, imports)));
}

const isInFirst = (chunk) => first.module && table.pages[first.page].includes(chunk);

function openFirst(imports) {
  return (first.opens ??= instantiateFirst(imports));
}

async function instantiateFirst(imports) {
  const module = await first.module;
  if (module) {
    await WebAssembly.instantiate(module, imports);
    // On a phone, instantiating a page takes a while, and so does running it. In between, the browser may handle input.
    await globalThis.scheduler?.yield?.();
  } else {
    // The bundles hold the same chunks.
    first.module = undefined;
    await request(first.page);
  }
  return Boolean(module);
}

function request(page) {
  if (!requested.has(page)) requested.set(page, fetchChunks(page));
  return requested.get(page);
}

// Fetches the bundle of a page and, unless they are loaded, the bundle that all pages with a session share and, for a
// part of pages, the one of the first of them.
async function fetchChunks(page) {
  const { bundle: file, owners = [] } = pages[page];
  const bundle = getBytes(file);
  table = await (fetchedTable ??= get(CHUNKS, (response) => response.json()));
  const chunks = table.pages[page];
  const isMissing = (chunk) => !isInFirst(chunk) && !others.has(chunk);
  const isShared = (chunk) => table.shared.includes(chunk);
  if (chunks.some((chunk) => isShared(chunk) && isMissing(chunk))) unpack(getBytes(SHARED), table.shared);
  const isOwned = (chunk) => owners.length > 0 && owners.every((owner) => table.pages[owner].includes(chunk));
  if (chunks.some((chunk) => isOwned(chunk) && isMissing(chunk))) await request(owners[0]);
  unpack(bundle, chunks.filter((chunk) => !isShared(chunk) && !isOwned(chunk)));
  return chunks;
}

const getBytes = (file) => get(file, (response) => response.arrayBuffer());

// Several bundles may hold a chunk. The first that arrives provides it, so that no page waits for another page's bundle.
function unpack(bundle, chunks) {
  let end = 0;
  for (const chunk of chunks) {
    const begin = end;
    end += table.lengths[chunk];
    if (!others.has(chunk)) {
      const other = {};
      other.bytes = new Promise((resolve) => (other.resolve = resolve));
      others.set(chunk, other);
    }
    const { resolve } = others.get(chunk);
    bundle.then((bytes) => resolve(bytes.slice(begin, begin + table.lengths[chunk])));
  }
}

// Fetches a file and reads it with `read`. Without a connection, it waits until there is one. Before a page is open, nothing else
// says that there is none, so it waits only once.
async function get(file, read) {
  for (let isFirst = true; ; isFirst = false) {
    const content = await tryGet(file, read);
    if (content) return content;
    if (!isOpen && !isFirst) return missingFile(file);
    await retryTime();
  }
}

// Like `get`, but `undefined` without a connection.
async function tryGet(file, read) {
  try {
    const response = await fetch(`/${file}`);
    if (response.ok) return await read(response);
    if (response.status === 404) return await missingFile(file);
    console.warn(`${file}: ${response.status}`);
  } catch (error) {
    // A lost connection is a TypeError. Otherwise the file is damaged.
    if (!(error instanceof TypeError)) return missingFile(file);
    console.warn(`${file}: ${error.message}`);
  }
}

// Resolves when the connection is back, or after a few seconds.
function retryTime() {
  return new Promise((resolve) => {
    const waiting = new AbortController();
    const timer = setTimeout(() => (waiting.abort(), resolve()), 5_000);
    addEventListener("online", () => (clearTimeout(timer), resolve()), { once: true, signal: waiting.signal });
  });
}
