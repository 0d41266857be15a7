// Starts the console. `cargo xtask console` bundles this with what it imports.
import start from "./app.js"; // wasm-bindgen's
import files from "./pages.js"; // the files of each page, by the name of its type

// The program finds out which page it shows only when it runs. Its parts are fetched while the program is on its way.
const PAGES = [
  [/^\/sign-in$/, "sign_in_page"],
  [/^\/sign-in\/callback$/, "sign_in_callback_page"],
  [/^\/prompt-sets$/, "prompt_sets_page"],
  [/^\/prompts$/, "prompts_page"],
  [/^\/prompts\/[^/]+$/, "prompt_page"],
  [/^\/runs$/, "runs_page"],
  [/^\/runs\/new$/, "run_start_page"],
  [/^\/runs\/[^/]+$/, "run_page"],
  [/^\/answers$/, "answers_page"],
  [/^\/answers\/[^/]+$/, "answer_page"],
];

const page = PAGES.find(([path]) => path.test(location.pathname))?.[1];
for (const file of files[page] ?? []) {
  const hint = document.createElement("link");
  Object.assign(hint, { rel: "preload", as: "fetch", crossOrigin: "anonymous", href: `/${file}` });
  document.head.append(hint);
}

start();
