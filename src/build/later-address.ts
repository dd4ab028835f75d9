/** Modules that pages load by an address, whose files `later-module.ts` makes. */

interface LaterModule {
  /** Its address on the dev server. */
  source: string;
  /** Stands for its address until the page is built. */
  placeholder: string;
}

/** The home page's live part. */
export const HOME_LIVE: LaterModule = {
  source: '/src/layouts/home-live.ts',
  placeholder: 'home-live-module',
};

/** Reads an editors' file that is newer than the page. */
export const READER: LaterModule = {
  source: '/src/lib/content/static-fragment.ts',
  placeholder: 'reader-module',
};
