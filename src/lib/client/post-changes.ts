/** Calls of `/api/post` that change posts. Each throws as `request` does. */
import { type RequestOptions, request } from '#lib/client/client.ts';
import * as calls from '#lib/schemas/calls/post-changes.ts';
import type { Post } from '#lib/schemas/post.ts';
import type { PostCreate, PostUpdate } from '#lib/schemas/written-post.ts';

/** Creates a post, with its replay file if there is one. */
export async function createPost(
  postDto: PostCreate,
  replay: File | null,
  options: Pick<RequestOptions<typeof calls.createPost>, 'signal' | 'onUploadProgress'> = {},
): Promise<Post> {
  return (await request(calls.createPost, { multipart: { postDto, replay }, ...options })).data;
}

/** Changes title, content, flairs and ticket of one's own post; other fields are ignored. */
export async function updatePost(body: PostUpdate & Partial<Post>, signal?: AbortSignal): Promise<void> {
  await request(calls.updatePost, { body, signal });
}

/** Deletes a post. */
export async function deletePost(postId: string): Promise<void> {
  await request(calls.deletePost, { params: { postId } });
}
