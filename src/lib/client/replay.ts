/** Calls of `/api/replay`. Each throws as `request` does. */
import { callPath, request, requestData } from '#lib/client/client.ts';
import { HttpError } from '#lib/client/errors.ts';
import { runtime } from '#lib/runtime.ts';
import * as calls from '#lib/schemas/calls/replay.ts';
import { ShownReplaySchema } from '#lib/schemas/replay.ts';

/** A replay: roster, chat and addresses; a part that cannot be read is null. */
export const getReplay = (replayId: string, signal?: AbortSignal) =>
  requestData({ ...calls.getReplay, response: ShownReplaySchema }, { params: { replayId }, signal });

/** Address of the replay file, for a download link. */
export function replayFileUrl(replayId: string): string {
  return runtime.apiOrigin() + callPath(calls.downloadReplay, { params: { replayId } });
}

/** Has a replay processed again, after a 404 at the call's other path, which production has. For administrators. */
export async function reprocessReplay(replayId: string): Promise<void> {
  const options = { params: { replayId } };
  try {
    await request(calls.reprocessReplay, options);
  } catch (error) {
    const [path] = calls.reprocessReplay.aliases ?? [];
    if (path === undefined || !(error instanceof HttpError && error.isNotFound)) throw error;
    await request({ ...calls.reprocessReplay, path }, options);
  }
}
