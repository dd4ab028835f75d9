/** Processes a post's replay again, for administrators. */
import { reprocessReplay } from '#lib/client/replay.ts';
import { moderationRefusal } from '#lib/domain/refusal.ts';
import { showStatus } from '#lib/stores/core/status.ts';
import { createTask } from '#lib/stores/core/task.ts';

const reprocessing = createTask();

/** State of the latest request. */
export const $reprocessing = reprocessing.$state;

/** Requests that a replay is processed again. */
export async function reprocess(replayId: string): Promise<void> {
  if (!(await reprocessing.run(() => reprocessReplay(replayId), moderationRefusal))) return;
  reprocessing.reset();
  showStatus('The replay will be processed again.');
}
