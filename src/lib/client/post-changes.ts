/** Calls of `/api/post` that change posts. Each throws as `request` does. */
import { request } from '#lib/client/client.ts';
import * as calls from '#lib/schemas/calls/post-changes.ts';
import type { Post } from '#lib/schemas/post.ts';
import type { PostCreate, PostUpdate } from '#lib/schemas/written-post.ts';

/** Options of calls that upload a file. */
export interface UploadOptions {
  signal?: AbortSignal | undefined;
  /** Called with the share of the upload sent so far, 0 to 1. */
  onUploadProgress?: ((share: number) => void) | undefined;
  /** Staff may skip the call's own checks. */
  ignoreChecks?: boolean;
}

/** Creates a post, with its replay file if there is one. */
export async function createPost(
  postDto: PostCreate,
  replay: File | null,
  { signal, onUploadProgress, ignoreChecks }: UploadOptions = {},
): Promise<Post> {
  const multipart = { postDto, replay };
  const query = { ignoreChecks };
  return (await request(calls.createPost, { multipart, query, signal, onUploadProgress })).data;
}

/** Changes title, content, flairs and ticket of one's own post; other fields are ignored. */
export async function updatePost(
  body: PostUpdate & Partial<Post>,
  { signal, ignoreChecks }: Pick<UploadOptions, 'signal' | 'ignoreChecks'> = {},
): Promise<void> {
  await request(calls.updatePost, { body, query: { ignoreChecks }, signal });
}

/** Deletes a post. */
export async function deletePost(postId: string, ignoreChecks?: boolean): Promise<void> {
  await request(calls.deletePost, { params: { postId }, query: { ignoreChecks } });
}
