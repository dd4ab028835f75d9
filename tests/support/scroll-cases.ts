/** Screens that are left scrolled, for tests that return to them. */
import type { Ask } from '#tests/support/screens.ts';

/** A screen, and how far it is scrolled. */
export interface ScrolledScreen {
  name: string;
  address: (ask: Ask) => Promise<string>;
  top: number;
}

/** The four kinds of screens that keep their place. */
export const SCROLLED: readonly ScrolledScreen[] = [
  { name: 'a feed of 100 posts', address: async () => '/posts?count=100', top: 5000 },
  { name: 'sent posts', address: async () => '/player/500000002,Borodino_Gunner?tab=sent', top: 900 },
  {
    name: 'a clan',
    address: async (ask) => `/clan/${(await ask('/api/Clan/search/a?results=1'))[0].id},A-Clan`,
    top: 700,
  },
  { name: 'page 3 of the feed', address: async () => '/posts?page=3', top: 1200 },
];

/**
 * Where the window is: pixels from the top, and the first visible card or row with its place. With `storedAs`, the page also
 * stores by that name where it is when a link is clicked or the page is left. Runs in the page.
 */
export function placeInPage(storedAs?: string): { top: number; first: string; offset: number } {
  const read = () => {
    const items = [...document.querySelectorAll('main article[id], main tbody tr')];
    const first = items.find((item) => item.getBoundingClientRect().bottom > 0);
    return {
      top: Math.round(window.scrollY),
      first: first?.id || first?.querySelector('th')?.textContent || '',
      offset: Math.round(first?.getBoundingClientRect().top ?? 0),
    };
  };
  if (storedAs !== undefined)
    for (const leaving of ['click', 'pagehide'])
      addEventListener(leaving, () => sessionStorage.setItem(storedAs, JSON.stringify(read())), {
        capture: true,
      });
  return read();
}
