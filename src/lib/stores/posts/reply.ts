/** Answering a post about the viewer (Rules 31.1 and 31.4). */
import { requestData } from '#lib/client/client.ts';
import { formatDateTime } from '#lib/domain/dates.ts';
import { replyLimitSentence } from '#lib/domain/posting.ts';
import { isChangeLimit, type Refusal, refusalSentence } from '#lib/domain/refusal.ts';
import { deleteReply, saveReply } from '#lib/schemas/calls/reply.ts';
import { showStatus } from '#lib/stores/core/status.ts';
import type { Task } from '#lib/stores/core/task.ts';
import { showModerated } from '#lib/stores/posts/moderated.ts';
import { showWarning } from '#lib/stores/posts/show-warning.ts';
import { wordsDraft } from '#lib/stores/session/draft.ts';

function sentenceOf(refusal: Refusal): string {
  const { status, until, message } = refusal;
  if (status === 429 && until !== null && !isChangeLimit(refusal))
    return replyLimitSentence(formatDateTime(until));
  return status === 403 ? message : refusalSentence(refusal);
}

/**
 * Answers a post or changes the answer; null deletes it. Loads the post again, and resolves to whether it was sent. A
 * refusal is shown, and the draft is kept.
 */
export async function sendReply(postId: string, words: string | null, task: Task): Promise<boolean> {
  const params = { postId };
  const send = () =>
    words === null
      ? requestData(deleteReply, { params })
      : requestData(saveReply, { params, body: { content: words } });
  if (!(await task.run(send, sentenceOf, showWarning(task)))) return false;
  if (words !== null) wordsDraft('reply', postId).discard();
  await showModerated(postId);
  task.reset();
  showStatus(words === null ? 'Reply deleted' : 'Reply published');
  return true;
}
