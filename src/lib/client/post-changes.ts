/** Calls of `/api/post` that change posts. Each throws as `request` does. */
import { type RequestOptions, requestData } from '#lib/client/client.ts';
import * as calls from '#lib/schemas/calls/post-changes.ts';
import type { Post } from '#lib/schemas/post.ts';
import type { PostCreate, PostUpdate } from '#lib/schemas/written-post.ts';

/** Creates a post, with its replay file if there is one. */
export const createPost = (
  postDto: PostCreate,
  replay: File | null,
  options: Pick<RequestOptions<typeof calls.createPost>, 'signal' | 'onUploadProgress'> = {},
) => requestData(calls.createPost, { multipart: { postDto, replay }, ...options });

/** Changes title, content, flairs and ticket of one's own post; other fields are ignored. */
export const updatePost = (body: PostUpdate & Partial<Post>, signal?: AbortSignal) =>
  requestData(calls.updatePost, { body, signal });

/** Deletes a post. */
export const deletePost = (postId: string) => requestData(calls.deletePost, { params: { postId } });
