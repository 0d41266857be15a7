// Restores the scroll position after back, forward and reload, and after back and forward the focus on the link that led away.
// Browsers do that only if the content is there at once.

/** How long to wait until the content has its height, in milliseconds. On a slow phone, that takes seconds. */
const RESTORE_MAX = 5_000;
/** The pause in scrolling after which the position is saved, in milliseconds. Safari refuses more than 100 changes in 30 s. */
const SAVE_AFTER = 300;

let saving; // a timer, while a position has to be saved
let restoring; // the end of a restoration

/** Saves the position of each page, and the link that led away from it, in the history, and restores them. */
export function keepScroll() {
  history.scrollRestoration = "manual";
  addEventListener("scroll", saveSoon, { passive: true });
  for (const event of ["wheel", "touchstart", "pointerdown", "keydown"]) addEventListener(event, takeOver, { passive: true });
  addEventListener("click", saveLink, { capture: true });
  addEventListener("popstate", ({ state }) => restore(state?.scroll ?? 0, state?.link));
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
  history.replaceState({ ...history.state, scroll: scrollY }, "");
}

// Before the router adds the entry of the next page.
function saveLink({ target }) {
  const link = target.closest('a[href]:not([href^="#"])');
  if (link) history.replaceState({ ...history.state, link: link.getAttribute("href") }, "");
}

// Focuses the link to an address, unless something else than the title of the page has taken the focus.
function focusLink(address) {
  const focused = document.activeElement;
  if (focused !== document.body && focused?.localName !== "h1") return;
  const isIt = (link) => link.getAttribute("href") === address && link.getClientRects().length;
  [...document.links].find(isIt)?.focus({ preventScroll: true });
}

function restore(top, address) {
  restoring?.();
  clearTimeout(saving);
  saving = undefined;
  const toTop = () => scrollTo(0, top);
  const toLink = () => address && focusLink(address);
  const observers = [new ResizeObserver(toTop), new MutationObserver(toLink)];
  // The title takes the focus before the content is there, which may have scrolled to it.
  const onFocus = () => queueMicrotask(() => (toTop(), toLink()));
  const end = () => {
    for (const observer of observers) observer.disconnect();
    removeEventListener("focusin", onFocus);
    if (restoring === end) restoring = undefined;
  };
  restoring = end;
  const [resizes, changes] = observers;
  resizes.observe(document.body);
  changes.observe(document.body, { subtree: true, childList: true, attributeFilter: ["href"] });
  addEventListener("focusin", onFocus);
  setTimeout(end, RESTORE_MAX);
}
