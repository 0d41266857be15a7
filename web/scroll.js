// Restores the scroll position after back, forward and reload. Browsers do that only if the content is there at once.

/** How long to wait until the content has its height, in milliseconds. On a slow phone, that takes seconds. */
const RESTORE_MAX = 5_000;
/** The pause in scrolling after which the position is saved, in milliseconds. Safari refuses more than 100 changes in 30 s. */
const SAVE_AFTER = 300;

let saving; // a timer, while a position has to be saved
let restoring; // the end of a restoration

/** Saves the position of each page in the history, and restores it. */
export function keepScroll() {
  history.scrollRestoration = "manual";
  addEventListener("scroll", saveSoon, { passive: true });
  for (const event of ["wheel", "touchstart", "pointerdown", "keydown"]) addEventListener(event, takeOver, { passive: true });
  addEventListener("popstate", ({ state }) => restore(state?.scroll ?? 0));
  if (history.state?.scroll) restore(history.state.scroll);
}

// From now on, the user may scroll or leave the page.
function takeOver() {
  restoring?.();
  if (saving) save();
}

function saveSoon() {
  if (restoring) return;
  clearTimeout(saving);
  saving = setTimeout(save, SAVE_AFTER);
}

function save() {
  clearTimeout(saving);
  saving = undefined;
  history.replaceState({ scroll: scrollY }, "");
}

function restore(top) {
  restoring?.();
  clearTimeout(saving);
  saving = undefined;
  const observer = new ResizeObserver(() => scrollTo(0, top));
  const end = () => {
    observer.disconnect();
    if (restoring === end) restoring = undefined;
  };
  restoring = end;
  observer.observe(document.body);
  setTimeout(end, RESTORE_MAX);
}
