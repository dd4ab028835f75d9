import { useEffect } from 'react';

/** Between what a page is about and the site's name, which has none in it. */
const SEPARATOR = ' · ';

/** Names what the page is about in the browser's tab, before the site's name; without one the title stays as it is. */
export function usePageTitle(name: string | undefined): void {
  useEffect(() => {
    if (!name) return;
    const site = document.title.split(SEPARATOR).at(-1);
    document.title = name + SEPARATOR + site;
  }, [name]);
}
