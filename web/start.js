// Starts the console. `cargo xtask console` bundles this with what it imports.
import start from "./app.js"; // wasm-bindgen's
import { load } from "./packs.js";

// The program finds out which page it shows only when it runs. Its parts are fetched while the program is on its way.
const PAGES = [
  [/^\/sign-in$/, "sign_in_page"],
  [/^\/sign-in\/callback$/, "sign_in_callback_page"],
  [/^\/(prompt-sets)?$/, "prompt_sets_page"],
  [/^\/prompts$/, "prompts_page"],
  [/^\/prompts\/[^/]+$/, "prompt_page"],
  [/^\/runs$/, "runs_page"],
  [/^\/runs\/new$/, "run_start_page"],
  [/^\/runs\/[^/]+$/, "run_page"],
  [/^\/answers$/, "answers_page"],
  [/^\/answers\/[^/]+$/, "answer_page"],
  [/^/, "not_found_page"],
];

// Whoever is not signed in comes to the sign-in first, wherever the address leads.
function isSignedIn() {
  try {
    return [sessionStorage, localStorage].some((storage) =>
      Object.keys(storage).some((key) => key.startsWith("answerdeck.session.")),
    );
  } catch {
    return false; // the browser stores nothing
  }
}

const named = PAGES.find(([path]) => path.test(location.pathname))[1];
const page = named.startsWith("sign_in") || isSignedIn() ? named : "sign_in_page";
load(page);

start();

// The first of a browser's formatters takes it some 25 ms to make, on a phone four times that: what shows numbers and
// dates makes it while the program is on its way.
if (!page.startsWith("sign_in")) setTimeout(() => new Intl.NumberFormat());
