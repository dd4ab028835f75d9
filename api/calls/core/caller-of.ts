/** The caller of a call, as queues for the publisher and for the decoder count callers. */

import type { Caller } from '#api/base/queue/callers.ts';
import { addressOf, type Ctx } from '#api/calls/core/route.ts';
import type { Uploader } from '#api/model/replays/decoder.ts';
import { PRIORITY } from '#api/publisher/call.ts';
import type { Viewer } from '#lib/domain/permissions.ts';
import type { SessionUser } from '#lib/schemas/session.ts';

/** A user's account, or a visitor's address. */
export function callerOf(ctx: Pick<Ctx, 'request' | 'deps'> & { viewer: Viewer }): Caller {
  return ctx.viewer === null
    ? { id: `address ${addressOf(ctx)}`, priority: PRIORITY.visitor }
    : { id: `account ${ctx.viewer.id}`, priority: PRIORITY.user };
}

/** The account and address of an upload. */
export const uploaderOf = (
  ctx: Pick<Ctx, 'region' | 'request' | 'deps'> & { viewer: SessionUser },
): Uploader => ({
  region: ctx.region,
  account: `${ctx.region}:${ctx.viewer.id}`,
  address: addressOf(ctx),
});
