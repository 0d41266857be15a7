// Loads the WebAssembly modules of the console's pages and lazy parts. What all pages with a session share is one module, and
// the rest of each page another.
import { modules, parts } from "./pages.js"; // made by crates/console-build: { page: [file, …] } and { page: [part, …] }

const requested = new Map(); // by file: a promise of the module, and of its instance once a page opens with it
let isOpen = false; // whether a page is

/** Fetches the modules of a page, and of the parts that it always shows, unless they are loaded or loading. */
export function load(page) {
  for (const file of modules[page]) {
    if (!requested.has(file)) requested.set(file, { module: fetchModule(file) });
  }
  parts[page]?.forEach(load);
}

/** Instantiates the modules of a page, unless they are. */
export async function open(page, imports) {
  load(page);
  await Promise.all(modules[page].map((file) => instantiate(requested.get(file), imports)));
  isOpen = true;
}

async function instantiate(request, imports) {
  request.instance ??= request.module.then(async (module) => {
    await WebAssembly.instantiate(module, imports);
    // On a phone, instantiating a page takes a while, and so does running it. In between, the browser may handle input.
    await globalThis.scheduler?.yield?.();
  });
  await request.instance;
}

// Fetches and compiles a module. Without a connection, it waits until there is one, and says so to web/src/router.rs. Before a page is
// open, nothing else says that there is none, so it waits only once.
async function fetchModule(file) {
  for (let isFirst = true; ; isFirst = false) {
    try {
      const response = await fetch(`/${file}`);
      if (response.ok) return await WebAssembly.compileStreaming(response);
      if (response.status === 404) return await missingFile(file);
      console.warn(`${file}: ${response.status}`);
    } catch (error) {
      // A lost connection is a TypeError. Otherwise the file is damaged.
      if (!(error instanceof TypeError)) return missingFile(file);
      console.warn(`${file}: ${error.message}`);
    }
    if (!isOpen && !isFirst) return missingFile(file);
    dispatchEvent(new Event("codefailed"));
    await retryTime();
  }
}

// Resolves when the connection is back, when a page is asked for, or after a few seconds.
function retryTime() {
  return new Promise((resolve) => {
    const waiting = new AbortController();
    const end = () => (clearTimeout(timer), waiting.abort(), resolve());
    const timer = setTimeout(end, 5_000);
    for (const event of ["online", "codewanted"]) addEventListener(event, end, { signal: waiting.signal });
  });
}
