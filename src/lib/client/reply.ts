/** Calls of `/api/Post/{id}/reply`. Each throws as `request` does. */
import { requestData } from '#lib/client/client.ts';
import * as calls from '#lib/schemas/calls/reply.ts';

/** Answers a post about the viewer, or changes the answer. */
export const saveReply = (postId: string, content: string) =>
  requestData(calls.saveReply, { params: { postId }, body: { content } });

/** Withdraws the viewer's reply. */
export const deleteReply = (postId: string) => requestData(calls.deleteReply, { params: { postId } });
