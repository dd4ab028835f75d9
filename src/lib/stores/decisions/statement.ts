/** Statements of decisions: objecting to them, and confirming warnings (Rules 31.10, 31.20 and 31.31). */
import { computed, onMount, type ReadableAtom } from 'nanostores';
import { requestData } from '#lib/client/client.ts';
import { httpError } from '#lib/client/errors.ts';
import { hasFeature } from '#lib/client/features.ts';
import { combineStops } from '#lib/combine-stops.ts';
import { moderationRefusal } from '#lib/domain/refusal.ts';
import { guidAt } from '#lib/paths.ts';
import * as calls from '#lib/schemas/calls/decision.ts';
import type { Statement } from '#lib/schemas/decision.ts';
import type { ReviewChange } from '#lib/schemas/review.ts';
import { $address, createAddressed } from '#lib/stores/core/address.ts';
import { coalesce } from '#lib/stores/core/live.ts';
import { $notificationEvent } from '#lib/stores/core/notification-feed.ts';
import { type RemoteStore, remoteValue } from '#lib/stores/core/remote.ts';
import { showStatus } from '#lib/stores/core/status.ts';
import { createTask, type Task } from '#lib/stores/core/task.ts';
import { onQueueChange } from '#lib/stores/moderation/changes.ts';
import { $unreadWarning } from '#lib/stores/posts/post-dialog.ts';
import { $profileFlags, passWarning } from '#lib/stores/session/session.ts';

async function fetchStatement(id: string, signal: AbortSignal): Promise<Statement> {
  if (!(await hasFeature('statements'))) throw httpError(404, '', '');
  const statement = await requestData(calls.getDecision, { params: { id }, signal });
  // Confirmed in another tab, or reverted.
  if (!statement.isUnread && remoteValue($profileFlags.get())?.unreadWarning === id) void passWarning(id);
  return statement;
}

/** Sends an objection, which is then part of the statement. */
async function sendObjection(id: string, words: string): Promise<Partial<Statement>> {
  const objection = await requestData(calls.createObjection, { params: { id }, body: { words } });
  return { objection, objectUntil: null };
}

/** Confirms a warning; the flags then have the next one. */
async function sendConfirmation(id: string): Promise<Partial<Statement>> {
  await requestData(calls.confirmWarning, { params: { id } });
  await passWarning(id);
  return { isUnread: false };
}

/** The statements that are shown now. */
const shown = new Set<RemoteStore<Statement>>();

/** Follows a shown statement: its reader is notified, or for staff its post's item changes, or events were missed. */
function follow(statement: RemoteStore<Statement>): () => void {
  shown.add(statement);
  const onMissed = coalesce(() => statement.reload({ mode: 'quiet' }));
  const onChange = ({ postId }: ReviewChange) =>
    remoteValue(statement.$remote.get())?.postId === postId && onMissed();
  const stops = [$notificationEvent.listen(onMissed), onQueueChange({ onChange, onMissed })];
  return combineStops([...stops, () => shown.delete(statement)]);
}

/** Opens the statement of the decision with this id, which may change: undefined is not known yet, null is "not found". */
export function openStatement($id: ReadableAtom<string | null | undefined>) {
  const statement = createAddressed($id, fetchStatement, () => 'replace');
  const confirming = createTask();
  onMount(statement.$remote, () => combineStops([follow(statement), $id.listen(confirming.reset)]));

  /** Sends; the change applies wherever the statement is shown. Resolves to false after a refusal, which is shown. */
  async function run(task: Task, id: string, sent: () => Promise<Partial<Statement>>, done: string) {
    const apply = async () => {
      const change = await sent();
      for (const { update } of shown) update((one) => (one.id === id ? { ...one, ...change } : one));
    };
    if (!(await task.run(apply, moderationRefusal))) return false;
    task.reset();
    showStatus(done);
    return true;
  }

  return {
    $remote: statement.$remote,
    /** Loads it again after a failure. */
    retry: statement.retry,
    /** How far the confirmation is. */
    $confirming: confirming.$state,
    object: (id: string, words: string, task: Task) =>
      run(task, id, () => sendObjection(id, words), 'Objection sent'),
    confirm: (id: string) => run(confirming, id, () => sendConfirmation(id), 'Warning confirmed'),
  };
}

/** A statement with what its reader can do about it. */
export type OpenStatement = ReturnType<typeof openStatement>;

/** The statement of the page `/decisions/{id}`. */
export const pageStatement = openStatement(
  computed($address, ({ path }) =>
    path === '' ? undefined : guidAt(path.split('/').filter(Boolean).at(-1) ?? ''),
  ),
);

/** The warning that a player reads before writing a post or a reply. */
export const firstWarning = openStatement($unreadWarning);
