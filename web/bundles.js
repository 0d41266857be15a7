// Loads the chunks of the console's pages. The splitter makes a chunk for every set of pages that share some code, dozens
// of them. The build merges the chunks of a page into one module, for a visit that starts at that page. For a visitor who
// comes from another page, it puts them into one file, a bundle, so that a page is one request. The chunks that all pages
// with a session share have a bundle of their own.
import { lengths, pages, shared } from "./pages.js"; // [bytes, …], { page: { module, bundle, chunks } }, { file, chunks }

let first; // page loaded as a merged module: its name, chunks and module, and its instance once requested
const others = new Map(); // other chunks: a promise of the bytes, whether they have arrived, the instance
const loading = new Set(); // files
let isOpen = false; // whether a page is
let setOpened;

/** Resolves when the first page is open. */
export const opened = new Promise((resolve) => (setOpened = resolve));

const isShared = (chunk) => shared.chunks.includes(chunk);
const isMissing = (chunk) => !first.chunks.includes(chunk) && !others.get(chunk)?.arrived;

/** Fetches the chunks of a page, unless they are loaded or loading. */
export function load(page) {
  if (!pages[page]) return;
  const { module, bundle, chunks } = pages[page];
  first ??= { page, chunks, module: tryGet(module, WebAssembly.compileStreaming) };
  const missing = chunks.filter(isMissing);
  if (missing.some(isShared)) unpack(shared.file, shared.chunks);
  if (!missing.every(isShared)) unpack(bundle, chunks.filter((chunk) => !isShared(chunk)));
}

/** Instantiates the chunks of a page. Each is instantiated only once, because it holds data that the program changes. */
export async function open(page, imports) {
  load(page);
  await Promise.all(pages[page].chunks.map((chunk) => instantiate(chunk, imports)));
  isOpen = true;
  setOpened();
}

function instantiate(chunk, imports) {
  if (first.chunks.includes(chunk)) return (first.instance ??= instantiateFirst(imports));
  const other = others.get(chunk);
  return (other.instance ??= other.bytes.then((bytes) => WebAssembly.instantiate(bytes, imports)));
}

async function instantiateFirst(imports) {
  const module = await first.module;
  if (module) {
    await WebAssembly.instantiate(module, imports);
  } else {
    // The service worker keeps the bundles, which hold the same chunks.
    first.chunks = [];
    await open(first.page, imports);
  }
  // On a phone, instantiating a page takes a while, and so does running it. In between, the browser may handle input.
  await globalThis.scheduler?.yield?.();
}

function unpack(file, chunks) {
  if (loading.has(file)) return;
  loading.add(file);
  const bytes = get(file, (response) => response.arrayBuffer());
  let end = 0;
  for (const chunk of chunks) {
    const begin = end;
    end += lengths[chunk];
    add(chunk, bytes.then((bundle) => bundle.slice(begin, begin + lengths[chunk])));
  }
  bytes.finally(() => loading.delete(file));
}

// Several bundles may hold a chunk. The first that arrives provides it, so that no page waits for another page's bundle.
function add(chunk, bytes) {
  if (!others.has(chunk)) {
    const other = { arrived: false };
    other.bytes = new Promise((resolve) => (other.resolve = resolve));
    others.set(chunk, other);
  }
  const other = others.get(chunk);
  bytes.then((found) => {
    other.arrived = true;
    other.resolve(found);
  });
}

// Fetches a file and reads it with `read`. Without a connection, it waits until there is one.
async function get(file, read) {
  for (;;) {
    const content = await tryGet(file, read);
    if (content) return content;
    await retryTime();
  }
}

// Like `get`, but `undefined` without a connection.
async function tryGet(file, read) {
  try {
    const response = await fetch(`/${file}`);
    if (response.ok) return await read(response);
    if (response.status === 404 && isOpen) return await reload();
    console.warn(`${file}: ${response.status}`);
  } catch (error) {
    // A lost connection is a TypeError.
    if (!(error instanceof TypeError)) throw error;
    console.warn(`${file}: ${error.message}`);
  }
}

// The server has a newer console than the one that is open. Reloading opens the requested page in the new one.
function reload() {
  location.reload();
  return new Promise(() => {});
}

// Resolves when the connection is back, or after a few seconds.
function retryTime() {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, 5_000);
    addEventListener("online", () => (clearTimeout(timer), resolve()), { once: true });
  });
}
