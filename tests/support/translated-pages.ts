/**
 * Translates the page of every island test in the project `islands-translated`, whose queries take what it puts in the place of
 * a text for that text, and fails a test whose names, tags or karma are translated. Imported for its side effect.
 */
import { configure } from '@testing-library/react';
import { afterEach, expect } from 'vitest';
import '#islands/ui/states/ErrorBoundary.tsx';
import { translatePage } from '#tests/support/translate-page.ts';

configure({
  defaultIgnore: 'script, style, font',
  getElementError: (message) => new Error(message ?? 'Not found.'),
});

const create = document.createElement.bind(document);
document.createElement = ((name: string, options?: ElementCreationOptions) => {
  const element = create(name, options);
  if (name === 'font')
    Object.defineProperties(element, {
      nodeType: { value: Node.TEXT_NODE },
      // Without a length: ranges still see an element.
      nodeValue: { get: () => '', set: (text: string) => element.replaceWith(text) },
      data: { value: '' },
    });
  return element;
}) as typeof document.createElement;

translatePage();

const NAME = /^(Aurora_Captain|Borodino_Gunner|Cossack_Mod|\[?WAVES\]?|Rolling Waves|[+−]\d+)$/;
const translated = new Set<string>();
new MutationObserver((records) => {
  for (const { addedNodes } of records)
    for (const { nodeName, textContent } of addedNodes)
      if (nodeName === 'FONT' && NAME.test(textContent?.trim() ?? '')) translated.add(`${textContent}`);
}).observe(document.body, { subtree: true, childList: true });

afterEach(() => {
  const found = [...translated];
  translated.clear();
  expect(found, 'names that were translated').toEqual([]);
});
