/// <reference types="astro/client" />
import 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    /** Hydrates the island only when the region's sign-in cookie is there. */
    'client:cookie'?: boolean;
  }
}
