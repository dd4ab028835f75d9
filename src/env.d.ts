/// <reference types="astro/client" />
import 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    /** Hydrates the island only when the region's sign-in cookie exists. */
    'client:cookie'?: boolean;
    /** Hydrates the island when one of these events, separated by spaces, first happens in it. */
    'client:event'?: string;
    /** Hydrates the island once the page's first frame is on the screen. */
    'client:frame'?: boolean;
  }
}

declare global {
  // Constants of `src/lib`, put into the scripts of heads by `src/build/head-script.ts`.
  const CLAN_SEARCH_MAX_LENGTH: number;
  const CLAN_SEARCH_RESULTS_SHOWN: number;
  const DISMISSED_NOTICES_KEY: string;
  const FEATURES_KEY: string;
  const FEATURES_PATH: string;
  const FEED_PAGE_SIZE_DEFAULT: number;
  const FEED_PAGE_SIZES: readonly number[];
  const SIGNS: readonly string[];
  const PAGE_SIZE_MAX: number;
  const PLAYER_SEARCH_MAX_LENGTH: number;
  const PLAYER_SEARCH_MIN_LENGTH: number;
  const PROFILE_PAGE_SIZE: number;
  const READ_ONLY_HEADER: string;
  const READ_ONLY_KEY: string;
  const READ_ONLY_RECENT_MS: number;
  const SESSION_CHECKED_KEY: string;
  const SESSION_RECENT_MS: number;

  interface WindowEventMap {
    /** A theme was chosen; empty for the system's. The head script applies it. */
    theme: CustomEvent<string>;
  }

  /** The compiled scripts of heads, defined by the build. */
  const HEAD_SCRIPT: string;
  const EARLY_REQUESTS: string;
  /** The compiled script that draws the first answers, defined by the build. */
  const EARLY_CONTENT: string;

  // Defined by `src/build/service-worker.ts` for the service worker.
  const PRECACHED: { url: string; revision: string | null }[];
  const BUILD: string;
  const API_ORIGIN: string;
}
