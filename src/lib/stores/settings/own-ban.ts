/** The ban that keeps the signed-in user from posting (Rule 12.9). */
import { onMount, type ReadableAtom } from 'nanostores';
import { listBans } from '#lib/client/moderation.ts';
import { lastingBan } from '#lib/domain/moderation.ts';
import { runtime } from '#lib/runtime.ts';
import type { PlatformBan } from '#lib/schemas/moderation.ts';
import { createRemote, type Remote, remoteValue } from '#lib/stores/core/remote.ts';
import { $profileFlags, $viewer, retryProfileFlags } from '#lib/stores/session/session.ts';
import { TIMER_MAX_MS } from '#lib/stores/session/session-watch.ts';

/** How long after a ban's end the flags are reloaded, in milliseconds. */
const SLACK_MS = 1000;

const ban = createRemote<PlatformBan | undefined>();
let cancelReload = (): void => {};

/** The current ban that ends last; loaded once the flags say that the user is banned. */
export const $ownBan: ReadableAtom<Remote<PlatformBan | undefined>> = ban.$remote;

/** Loads the ban, also again after a failure. */
export async function retryOwnBan(): Promise<void> {
  const { id } = $viewer.get() ?? {};
  if (id === undefined) return;
  await ban.load(async (signal) => {
    const bans = await listBans(id, { currentOnly: true }, signal);
    return lastingBan(bans, runtime.now());
  });
  reloadAtEnd();
}

/** Reloads the flags when the ban ends. */
function reloadAtEnd(): void {
  cancelReload();
  const end = Date.parse(remoteValue(ban.$remote.get())?.bannedUntil ?? '');
  const remaining = end - runtime.now() + SLACK_MS;
  if (remaining > 0 && remaining < TIMER_MAX_MS)
    cancelReload = runtime.setTimer(() => void retryProfileFlags(), remaining);
}

onMount($ownBan, () => {
  const stop = $profileFlags.subscribe((flags) => {
    if (remoteValue(flags)?.postsBanned) void retryOwnBan();
    else ban.reset();
  });
  return () => {
    stop();
    cancelReload();
  };
});
