// Keeps the files of the console, so that it opens without a network. The build bundles this with everything that it
// imports. All files but index.html are named by their hash. So a tab of any version loads its own files from here, and
// this never has to know which version a tab shows.
import { FILES, INDEX_INTEGRITY, VERSION } from "./version.js"; // made by crates/console-build
import { ROUTES } from "./routes.js"; // made from web/src/routes.rs

const INDEX = "/";
// The last route matches every path, those of the platform too.
const PATTERNS = ROUTES.slice(0, -1).map(({ pattern }) => pattern);
const HASHED = /^\/\w+-[0-9a-f]{16}\.(?:js|css|wasm|bundle|json)$/;

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(activate()));
// A tab without a service worker asks for one. It is the only message.
addEventListener("message", (event) => event.waitUntil(clients.claim()));
addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode !== "navigate") {
    if (HASHED.test(pathname)) event.respondWith(loadFile(request, pathname));
  } else if (PATTERNS.some((pattern) => pattern.test(pathname))) {
    event.respondWith(loadIndex(request));
  }
});

// Keeps the whole version, or none of it.
async function install() {
  // The start script does not register this if the browser is set to save data, but it may have done so before.
  if (navigator.connection?.saveData) throw new Error("the browser saves data");
  // A version that the server had before is the newest again.
  await caches.delete(VERSION);
  const cache = await caches.open(VERSION);
  try {
    await cache.addAll([
      // The server may have a newer version by now: its index.html does not belong to these files.
      lowPriority(INDEX, { cache: "no-cache", integrity: INDEX_INTEGRITY }),
      ...FILES.map((file) => lowPriority(`/${file}`)),
    ]);
  } catch (error) {
    await caches.delete(VERSION);
    throw error;
  }
  await skipWaiting();
}

const lowPriority = (path, options) => new Request(path, { priority: "low", redirect: "error", ...options });

async function activate() {
  // In order of creation. Tabs may still show the previous version, so its files stay until the next one.
  const versions = await caches.keys();
  const outdated = versions.slice(0, Math.max(versions.indexOf(VERSION) - 1, 0));
  await Promise.all(outdated.map((version) => caches.delete(version)));
  // Otherwise the tab of the first visit could not open other pages without a network.
  await clients.claim();
}

async function loadFile(request, path) {
  // If the browser's storage fails, the network may still work.
  const kept = await caches.match(path).catch(() => undefined);
  return kept ?? fetch(request);
}

async function loadIndex(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.match(INDEX, { cacheName: VERSION });
    if (!kept) throw error;
    return kept;
  }
}
