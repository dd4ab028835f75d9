/** Who waits for the publisher. */
import type { Caller } from '#api/base/queue/callers.ts';

/** Users come before visitors, and both before what no one waits for. */
export const PRIORITY = { user: 2, visitor: 1, background: 0 };

/** Look-ups that no one waits for. */
export const BACKGROUND: Caller = { id: 'background', priority: PRIORITY.background };
