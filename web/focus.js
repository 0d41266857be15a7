// Keeps the focus near a button that disappears when it is pressed. Browsers would move it to the start of the page.

/** Moves the focus to the nearest remaining part of the page around such a button, unless something else takes the focus. */
export function keepFocus() {
  addEventListener("click", ({ target }) => {
    const button = target.closest("button");
    if (!button || button !== document.activeElement) return;
    const parts = [...ancestors(button), document.querySelector("main")];
    // In the next frame, the page has changed.
    requestAnimationFrame(() => {
      if (button.isConnected || document.activeElement !== document.body) return;
      const part = parts.find((part) => part?.isConnected && part.getClientRects().length);
      if (!part) return;
      if (!part.hasAttribute("tabindex")) {
        part.tabIndex = -1;
        // Later, a click on its text must not focus it.
        part.addEventListener("blur", () => part.removeAttribute("tabindex"), { once: true });
      }
      // It may be longer than the window.
      part.focus({ preventScroll: true });
    });
  }, { capture: true });
}

function* ancestors(button) {
  for (let part = button; (part = part.parentElement?.closest("output, section, dialog, main")); ) yield part;
}
