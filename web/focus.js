// Keeps the focus near a button that disappears when it is pressed. Browsers would move it to the start of the page.

/** Moves the focus of such a button to the part of the page around it, unless something else takes it. */
export function keepFocus() {
  addEventListener("click", ({ target }) => {
    const button = target.closest("button");
    if (!button || button !== document.activeElement) return;
    const around = button.closest("output, section, dialog, main");
    // The page has changed by then.
    requestAnimationFrame(() => {
      if (!around?.isConnected || button.isConnected || document.activeElement !== document.body) return;
      around.tabIndex = -1;
      // It may be longer than the window.
      around.focus({ preventScroll: true });
    });
  }, { capture: true });
}
