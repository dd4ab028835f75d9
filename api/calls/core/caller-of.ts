/** Who waits for the publisher with a call. */

import type { Caller } from '#api/base/queue/callers.ts';
import { addressOf, type Ctx } from '#api/calls/core/route.ts';
import { PRIORITY } from '#api/publisher/callers.ts';
import type { Viewer } from '#lib/domain/permissions.ts';

/** A user's account, or a visitor's address. */
export function callerOf(ctx: Pick<Ctx, 'request' | 'deps'> & { viewer: Viewer }): Caller {
  return ctx.viewer === null
    ? { id: `address ${addressOf(ctx)}`, priority: PRIORITY.visitor }
    : { id: `account ${ctx.viewer.id}`, priority: PRIORITY.user };
}
