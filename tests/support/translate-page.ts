/**
 * Treats a page as the translations of browsers do: a `<font>` takes the place of each text, and of each that is added or changed
 * later. The words stay, so that tests find them. Browsers run its source, so it uses nothing from outside.
 */
export function translatePage(signal?: AbortSignal): void {
  const translate = (text: Text): void => {
    const spared = 'script, style, textarea, font, [translate=no]';
    if (!text.data.trim() || !text.parentElement || text.parentElement.closest(spared)) return;
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    inner.textContent = text.data;
    outer.append(inner);
    text.replaceWith(outer);
  };
  const translateAll = (root: Node): void => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts = root instanceof Text ? [root] : [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) translate(text);
  };
  translateAll(document.body);
  const observer = new MutationObserver((records) => {
    for (const { type, target, addedNodes } of records)
      for (const node of type === 'characterData' ? [target] : addedNodes) translateAll(node);
  });
  observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  signal?.addEventListener('abort', () => observer.disconnect());
}

/** All that a page says. */
export function pageText(): string {
  const copy = document.body.cloneNode(true) as HTMLElement;
  for (const part of copy.querySelectorAll('script, style, template')) part.remove();
  return copy.textContent.replaceAll(/\s+/g, ' ').trim();
}
