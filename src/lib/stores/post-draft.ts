/**
 * Drafts of posts, kept on the device until they are sent or discarded: one per author and player for new posts,
 * one per author and post for edits. A chosen file cannot be stored; it is kept while the page is open.
 */
import { runtime } from '#lib/runtime.ts';
import type { PostFormValues } from '#lib/schemas/forms/post-form.ts';
import { z } from '#lib/schemas/zod.ts';

const flair = z.nullable(z.boolean());
const DraftSchema = z.object({
  title: z.string(),
  content: z.string(),
  ticketId: z.string(),
  flairs: z.object({ performance: flair, teamplay: flair, courtesy: flair }),
});

/** What a draft brings back: the text fields and flairs, and the file if the page is still the same. */
export type PostDraft = Omit<PostFormValues, 'guidelinesAccepted'>;

const files = new Map<string, File>();

/** Key of a draft: `about` a player for a new post, `edit` of a post. */
export function draftKey(authorId: number, target: { about: number } | { edit: string }): string {
  const subject = 'about' in target ? `about:${target.about}` : `edit:${target.edit}`;
  return `post-draft:${authorId}:${subject}`;
}

function parse(text: string): z.output<typeof DraftSchema> | undefined {
  try {
    return DraftSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** The draft under a key; null when there is none or it cannot be read. */
export function readDraft(key: string): PostDraft | null {
  const stored = runtime.localStorage.get(key);
  const texts = stored === null ? undefined : parse(stored);
  return texts === undefined ? null : { ...texts, replay: files.get(key) ?? null };
}

/** Keeps a draft; blocked or full storage is no obstacle to writing. */
export function keepDraft(key: string, { title, content, ticketId, flairs, replay }: PostDraft): void {
  runtime.localStorage.set(key, JSON.stringify({ title, content, ticketId, flairs }));
  if (replay === null) files.delete(key);
  else files.set(key, replay);
}

/** Forgets a draft. */
export function discardDraft(key: string): void {
  runtime.localStorage.remove(key);
  files.delete(key);
}
