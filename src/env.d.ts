/// <reference types="astro/client" />
import 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    /** Hydrates the island only when the region's sign-in cookie is there. */
    'client:cookie'?: boolean;
  }
}

declare global {
  /**
   * A request that the head script starts from the address: a path with `{name}` parts, and for each the pattern
   * its value must match and what stands in when it does not (with nothing to stand in, no request is made).
   * `{segment}` is the last part of the path; any other name is a query parameter. Parameters left empty are dropped.
   * What a visitor who is signed out may not have gives way to what `guest` names in its place.
   */
  type EarlyRequest = readonly [
    path: string,
    rules: Readonly<
      Record<string, readonly [pattern: string, fallback?: string, guest?: Record<string, string>]>
    >,
  ];

  /** Constants of `lib/stores/session/session-hold.ts`, put into the head script when it is compiled. */
  const SESSION_CHECKED_KEY: string;
  const SESSION_RECENT_MS: number;

  /** The compiled head script, put here by the build. */
  const HEAD_SCRIPT: string;
}
