/// <reference types="astro/client" />
import 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    /** Hydrates the island only when the region's sign-in cookie exists. */
    'client:signed-in'?: boolean;
    /** Hydrates the island when one of these events, separated by spaces, first happens in it. */
    'client:first-use'?: string;
    /** Hydrates the island once the page's first frame is on the screen. */
    'client:first-frame'?: boolean;
  }
}

declare global {
  interface WindowEventMap {
    /** A theme was chosen; empty for the system's. The head script applies it. */
    theme: CustomEvent<string>;
  }

  // Defined by `src/build/offline.ts` for the service worker.
  const PRECACHED: { url: string; revision: string | null }[];
  const BUILD: string;
  const API_ORIGIN: string;
}
