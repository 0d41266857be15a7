// Starts the console. The build bundles this with everything that it imports.
import start from "./app.js"; // made by wasm-bindgen
import { load } from "./modules.js";
import { keepFocus } from "./focus.js";
import { ROUTES } from "./routes.js"; // made from web/src/routes.rs
import { keepScroll } from "./scroll.js";
import { keepTexts } from "./translation.js";

// Leptos creates static elements from markup that is in the program.
const STATIC_MARKUP =
  /^(<\/?(br|code|dd|div|dt|em|h[1-6]|hr|kbd|li|ol|p|small|span|strong|td|th|tr|ul)( (class|aria-[a-z]+|role|scope)="[^"<>]*")*>|[^<>])*$/;

// The content security policy requires Trusted Types: no other markup is parsed, and no other script is loaded.
globalThis.trustedTypes?.createPolicy("default", {
  createHTML: (markup) => (STATIC_MARKUP.test(markup) ? markup : null),
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
  keepTexts();
  const find = (path) => ROUTES.find(({ pattern }) => pattern.test(path));
  const requestedRoute = find(location.pathname);
  const route = requestedRoute.needsSession && !isSignedIn() ? find("/sign-in") : requestedRoute;
  // The program decides which page it shows only when it runs. This fetches the page while the program is still loading.
  load(route.page);

  start().catch((error) => {
    // Of a trap, index.html says so. Otherwise the program is missing or damaged.
    if (error.name === "RuntimeError") throw error;
    console.warn(error);
    missingFile("app.wasm");
  });

  // Creating a browser's first number formatter takes about 25 ms, on a phone four times that. Pages with a session show
  // numbers and dates, so they create it while the program is loading.
  if (route.needsSession) setTimeout(() => new Intl.NumberFormat());
}
