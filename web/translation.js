// Keeps texts true on a page that the browser translates. A translator replaces each text node by a `<font>` with the translation.
// The program would then change the replaced node, which the page no longer shows.

/** Keeps each replaced text node, empty, behind its translation. When the program changes or removes it, the translation goes. */
export function keepTexts() {
  const translations = new WeakMap(); // of the replaced nodes
  const originals = new WeakMap(); // of the translations: the replaced node and its text
  const replaced = (node, translation) => {
    translations.set(node, translation);
    originals.set(translation, [node, node.data]);
    node.data = "";
    translation.after(node);
  };
  const forget = (node) => {
    const translation = translations.get(node);
    translations.delete(node);
    originals.delete(translation);
    translation.remove();
  };
  const removed = (node, near) => {
    if (node.isConnected) return;
    if (translations.has(node)) forget(node);
    else if (originals.has(node)) {
      // The page is shown in its own language again.
      const [original, text] = originals.get(node);
      forget(original);
      original.data = text;
    } else if (node.nodeType === Node.TEXT_NODE && near?.localName === "font") replaced(node, near);
  };
  const observer = new MutationObserver((records) => {
    for (const { target, addedNodes, removedNodes, previousSibling } of records) {
      if (translations.has(target)) forget(target);
      for (const node of removedNodes) removed(node, addedNodes[0] ?? previousSibling);
    }
    // What this changed itself.
    observer.takeRecords();
  });
  observer.observe(document.body, { childList: true, characterData: true, subtree: true });
}
