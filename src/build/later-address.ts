/** The addresses of the home page's live part, whose file `later-module.ts` makes. */

/** On the dev server. */
export const LATER_SOURCE = '/src/layouts/home-live.ts';

/** Stands for the address until the page is built. */
export const LATER_MODULE = 'later-module';
