// Starts the console. The build bundles this with everything that it imports.
import start from "./app.js"; // made by wasm-bindgen
import { PATH } from "./analysis.js"; // made by crates/console-build
import { fetched, load, opened } from "./bundles.js";
import { keepFocus } from "./focus.js";
import { ROUTES } from "./routes.js"; // made from web/src/routes.rs
import { keepScroll } from "./scroll.js";

// web/src/analysis starts the worker when a page needs it, or takes the one that was started here.
globalThis.analysisWorker = { path: PATH };

const SERVICE_WORKER = "/service-worker.js";

// Leptos creates static elements from markup that is in the program.
const STATIC_MARKUP =
  /^(<\/?(br|code|dd|div|dt|em|h[1-6]|hr|kbd|li|ol|p|small|span|strong|td|th|tr|ul)( (class|aria-[a-z]+|role|scope)="[^"<>]*")*>|[^<>])*$/;

// The content security policy requires Trusted Types: no other markup is parsed, and no other script is loaded.
globalThis.trustedTypes?.createPolicy("default", {
  createHTML: (markup) => (STATIC_MARKUP.test(markup) ? markup : null),
  createScriptURL: (url) => ([PATH, SERVICE_WORKER].includes(url) ? url : null),
});

// A page that needs a session redirects to the sign-in page when there is none.
function isSignedIn() {
  try {
    return [sessionStorage, localStorage].some((storage) =>
      Object.keys(storage).some((key) => key.startsWith("answerdeck.session.")),
    );
  } catch {
    return false; // the browser stores nothing
  }
}

// A browser may have no WebAssembly, for example in a lockdown mode.
if (globalThis.WebAssembly) run();
else document.body.append(document.querySelector("noscript").textContent);

function run() {
  keepScroll();
  keepFocus();
  const find = (path) => ROUTES.find(({ pattern }) => pattern.test(path));
  const requestedRoute = find(location.pathname);
  const route = requestedRoute.needsSession && !isSignedIn() ? find("/sign-in") : requestedRoute;
  // The program decides which page it shows only when it runs. This fetches the page while the program is still loading.
  load(route.page);

  // If the worker's files are on the device, they delay nothing else: it starts while the program is loading. Otherwise they come
  // after the page, while it is being opened.
  if (route.counts) {
    if (navigator.serviceWorker?.controller) startWorker();
    else fetched().then(startWorker);
  }

  start();

  // Creating a browser's first number formatter takes about 25 ms, on a phone four times that. Pages with a session show
  // numbers and dates, so they create it while the program is loading.
  if (route.needsSession) setTimeout(() => new Intl.NumberFormat());

  // Keeps the console for visits without a network. Not before the first page is open: its files come first.
  opened.then(() => (globalThis.requestIdleCallback ?? setTimeout)(registerServiceWorker));
}

function startWorker() {
  const worker = new Worker(PATH, { type: "module" });
  Object.assign(globalThis.analysisWorker, { worker, isReady: false, hasFailed: false });
  worker.onmessage = () => (globalThis.analysisWorker.isReady = true); // its first message says so
  worker.onerror = () => (globalThis.analysisWorker.hasFailed = true);
}

// Some browsers have no service workers, or refuse them: in a private window, or over http from another host.
async function registerServiceWorker() {
  const { connection, serviceWorker } = navigator;
  if (connection?.saveData || !serviceWorker) return;
  try {
    await serviceWorker.register(SERVICE_WORKER);
    const { active } = await serviceWorker.ready;
    // A page that was loading when the service worker claimed all tabs was left out, and so is a forced reload.
    if (!serviceWorker.controller) active.postMessage("claim");
  } catch (error) {
    console.warn(`service worker: ${error.message}`);
  }
}
