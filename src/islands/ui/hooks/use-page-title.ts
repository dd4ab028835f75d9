import { useEffect } from 'react';

/** Separates the page's name from the site's name, which does not contain it. */
const SEPARATOR = ' · ';

/** Puts a name before the site's name in the browser tab; without a name the title is not changed. */
export function usePageTitle(name: string | undefined): void {
  useEffect(() => {
    if (!name) return;
    const site = document.title.split(SEPARATOR).at(-1);
    document.title = name + SEPARATOR + site;
  }, [name]);
}

/** The name of a page of a list, such as "Sent posts, page 2"; the first page has no number. */
export const listTitle = (name: string, page: number): string => (page > 1 ? `${name}, page ${page}` : name);
