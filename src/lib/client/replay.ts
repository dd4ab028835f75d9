/** Calls of `/api/replay` and `/api/status`. Each throws as `request` does. */
import { callPath, type RequestOptions, request } from '#lib/client/client.ts';
import { HttpError } from '#lib/client/errors.ts';
import type { UploadOptions } from '#lib/client/post-changes.ts';
import { runtime } from '#lib/runtime.ts';
import type { Call } from '#lib/schemas/call.ts';
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

/** Sends a call, and after a 404 again to its other path, which production has. */
async function requestEither<C extends Call>(call: C, options: RequestOptions<C>): Promise<void> {
  try {
    await request(call, options);
  } catch (error) {
    const [path] = call.aliases ?? [];
    if (path === undefined || !(error instanceof HttpError && error.isNotFound)) throw error;
    await request({ ...call, path }, options);
  }
}

/** Has the replays of a period (ISO 8601) processed again. For administrators. */
export async function reprocessReplays(span: { start?: string; end?: string }): Promise<void> {
  await requestEither(calls.reprocessReplays, { query: span });
}

/** Has a replay processed again. For administrators. */
export async function reprocessReplay(replayId: string): Promise<void> {
  await requestEither(calls.reprocessReplay, { params: { replayId } });
}

/** Has the replays of a period (ISO 8601) processed again, for their videos. For administrators. */
export async function reprocessMinimaps(span: { start?: string; end?: string }): Promise<void> {
  await request(calls.reprocessMinimaps, { query: span });
}

/** Has the replay of a post processed again, for its video. For administrators. */
export async function reprocessMinimap(postId: string): Promise<void> {
  await request(calls.reprocessMinimap, { params: { postId } });
}

/** Resolves when the API is running. */
export async function getStatus(signal?: AbortSignal): Promise<void> {
  await request(calls.getStatus, { signal });
}
