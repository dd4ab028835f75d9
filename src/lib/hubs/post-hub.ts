/** The hub that tells everybody about posts. It needs no sign-in, so no token is put into its address. */

import type { PostEvent } from '#lib/domain/post-event.ts';
import { type Connection, type ConnectionOptions, openConnection } from '#lib/hubs/connection.ts';
import { parseEvent } from '#lib/hubs/events.ts';
import { GuidSchema } from '#lib/schemas/common.ts';
import { PostSchema } from '#lib/schemas/post.ts';

/** Opens the post hub. `onEvent` gets parsed events only. */
export function connectPostHub(
  handlers: Pick<ConnectionOptions, 'onStatus' | 'onReconnected'> & { onEvent: (event: PostEvent) => void },
): Connection {
  const { onEvent, ...rest } = handlers;
  const ofPost = (kind: 'new' | 'edited', name: string) => (value: unknown) => {
    const post = parseEvent(name, PostSchema, value);
    if (post !== undefined) onEvent({ kind, post });
  };
  return openConnection({
    ...rest,
    path: '/api/hubs/post',
    events: {
      newPost: ofPost('new', 'newPost'),
      editedPost: ofPost('edited', 'editedPost'),
      deletedPost: (value) => {
        const postId = parseEvent('deletedPost', GuidSchema, value);
        if (postId !== undefined) onEvent({ kind: 'deleted', postId });
      },
    },
  });
}
