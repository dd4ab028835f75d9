/** Sends what moderators write in the queue: a task for each draft (Rules 31.21, 31.33 and 31.34). */
import type { ReadableAtom } from 'nanostores';
import { moderationRefusal } from '#lib/domain/refusal.ts';
import { createTask, type Task, type TaskState } from '#lib/stores/core/task.ts';
import { type WordsKind, wordsDraft } from '#lib/stores/session/words-draft.ts';

/** What is written, and the id of what it is about. */
export type Subject = readonly [WordsKind, string];

const tasks = new Map<string, Task>();

function taskOf(subject: Subject): Task {
  const key = subject.join(':');
  const task = tasks.get(key) ?? createTask();
  tasks.set(key, task);
  return task;
}

/** How far sending is. */
export const wordsState = (subject: Subject): ReadableAtom<TaskState> => taskOf(subject).$state;

/** Sends the words, which discards their draft. Resolves to whether it is done. */
export async function sendWords(
  subject: Subject,
  send: () => Promise<unknown>,
  onFailure?: (error: unknown) => unknown,
): Promise<boolean> {
  const task = taskOf(subject);
  if (!(await task.run(async () => void (await send()), moderationRefusal, onFailure))) return false;
  wordsDraft(...subject).discard();
  task.reset();
  return true;
}
