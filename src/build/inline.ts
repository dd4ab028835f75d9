/** Texts that a build writes into its pages: the order of the layers, hashes, and placeholders. */
import { createHash } from 'node:crypto';

/** The order of the cascade layers. It precedes all style sheets, because the first statement wins. Later layers win. */
export const LAYER_ORDER = '@layer reset,tokens,base,frame,ui,screens,utilities;';

/** The policy's name for an inline script or style with exactly this text. */
export const policyHash = (text: string): `sha256-${string}` =>
  `sha256-${createHash('sha256').update(text).digest('base64')}`;

/** The version of a text, in 16 hexadecimal digits. */
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

/** Stands for the id of the build in the pages, until `offline.ts` knows it. */
export const BUILD_PLACEHOLDER = 'build-id';

/** Takes the place of `sw.js` in a build for any deployment when the operator turns the service worker off. */
export const OFF_WORKER = 'sw-off.js';
