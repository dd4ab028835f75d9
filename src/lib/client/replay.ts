/** Calls of `/api/replay` and `/api/status`. Each throws as `request` does. */
import { callPath } from '#lib/client/address.ts';
import { request } from '#lib/client/client.ts';
import type { UploadOptions } from '#lib/client/post-changes.ts';
import { runtime } from '#lib/runtime.ts';
import * as calls from '#lib/schemas/calls/replay.ts';
import { type Replay, type ShownReplay, ShownReplaySchema } from '#lib/schemas/replay.ts';

/** Ids of all replays. */
export async function listReplays(signal?: AbortSignal): Promise<string[]> {
  return (await request(calls.listReplays, { signal })).data;
}

/** A replay: roster, chat and addresses; a part that cannot be read is null. */
export async function getReplay(replayId: string, signal?: AbortSignal): Promise<ShownReplay> {
  const call = { ...calls.getReplay, response: ShownReplaySchema };
  return (await request(call, { params: { replayId }, signal })).data;
}

/** Address of the replay file, for a download link. */
export function replayFileUrl(replayId: string): string {
  return runtime.apiOrigin() + callPath(calls.downloadReplay, { params: { replayId } });
}

/** Uploads the replay of a post. */
export async function uploadReplay(
  postId: string,
  replay: File,
  { signal, onUploadProgress, ignoreChecks }: UploadOptions = {},
): Promise<Replay> {
  const options = {
    params: { postId },
    query: { ignoreChecks },
    multipart: { replay },
    signal,
    onUploadProgress,
  };
  return (await request(calls.uploadReplay, options)).data;
}

/** Has the replays of a period (ISO 8601) processed again. For administrators. */
export async function reprocessReplays(span: { start?: string; end?: string }): Promise<void> {
  await request(calls.reprocessReplays, { query: span });
}

/** Has a replay processed again. For administrators. */
export async function reprocessReplay(replayId: string): Promise<void> {
  await request(calls.reprocessReplay, { params: { replayId } });
}

/** Resolves when the API is running. */
export async function getStatus(signal?: AbortSignal): Promise<void> {
  await request(calls.getStatus, { signal });
}
