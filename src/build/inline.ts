/** The style that is inlined into every head, and the hashes with which the policy allows inline code. */
import { createHash } from 'node:crypto';

/** The order of the cascade layers. It precedes all style sheets, because the first statement wins. Later layers win. */
export const LAYER_ORDER = '@layer reset,tokens,base,frame,ui,screens,utilities;';

/** The policy's name for an inline script or style with exactly this text. */
export const policyHash = (text: string): `sha256-${string}` =>
  `sha256-${createHash('sha256').update(text).digest('base64')}`;

/** Stands for the id of the build in the pages, until `service-worker.ts` knows it. */
export const BUILD_PLACEHOLDER = 'build-id';

/** Stands for the address of the code that registers the service worker. */
export const WORKER_PLACEHOLDER = 'worker-client';
