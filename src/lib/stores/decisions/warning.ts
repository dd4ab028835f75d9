/** The warning that the viewer must confirm before the next post (Rule 31.31). */
import { computed, type ReadableAtom } from 'nanostores';
import { confirmWarning, getDecision } from '#lib/client/decision.ts';
import type { Statement } from '#lib/schemas/decision.ts';
import { createAddressed } from '#lib/stores/core/address.ts';
import { type Remote, remoteValue } from '#lib/stores/core/remote.ts';
import { showStatus } from '#lib/stores/core/status.ts';
import { createTask } from '#lib/stores/core/task.ts';
import { $profileFlags, retryProfileFlags } from '#lib/stores/session/session.ts';

/** Its id; null without one, undefined while that is not known. */
export const $unreadWarning = computed($profileFlags, (flags) => {
  const known = remoteValue(flags);
  return known && (known.unreadWarning ?? null);
});

const warning = createAddressed($unreadWarning, getDecision, () => 'replace');

/** Its statement. */
export const $warning: ReadableAtom<Remote<Statement>> = warning.$remote;

/** Loads it again after a failure. */
export const retryWarning = warning.retry;

const confirming = createTask();

/** How far the confirmation is. */
export const $confirming = confirming.$state;

/** Confirms a warning, and learns whether there is another. Resolves to whether it was confirmed. */
export async function confirmRead(id: string): Promise<boolean> {
  const send = async () => {
    await confirmWarning(id);
    await retryProfileFlags();
  };
  const done = await confirming.run(send, ({ message }) => message);
  if (!done) return false;
  confirming.reset();
  showStatus('Warning confirmed');
  return true;
}
