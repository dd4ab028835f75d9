/** What is inlined into every head by hand, and the hashes that let it run under the policy. */
import { createHash } from 'node:crypto';

/** The order of the cascade layers, said before any style sheet can say another. Later ones win. */
export const LAYER_ORDER = '@layer reset,tokens,base,frame,ui,screens,utilities;';

/** The policy's name for an inline script or style with exactly this text. */
export const policyHash = (text: string): `sha256-${string}` =>
  `sha256-${createHash('sha256').update(text).digest('base64')}`;
