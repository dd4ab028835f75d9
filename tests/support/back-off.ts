/** How often tests repeat failed work. */
import type { BackOff } from '#api/base/back-off.ts';

/** Not at all. */
export const ONCE: BackOff = { firstMs: 0, factor: 1, attempts: 1 };
