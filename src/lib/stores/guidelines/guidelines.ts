/** The rules of the guidelines, and replies to reporters, as the editors have them now (Rules 28.40 and 28.53). */
import { atom, onMount, type ReadableAtom } from 'nanostores';
import { type Guideline, guidelineReplies, guidelineRules } from '#lib/domain/guidelines.ts';
import { GUIDELINES_FILE } from '#lib/domain/heading-code.ts';
import { runtime } from '#lib/runtime.ts';

const rules = atom<readonly Guideline[]>([]);
const replies = atom<readonly string[]>([]);
let isLoading = false;

/** The rules, in their order. Empty until they are loaded, which happens once they are shown, and when that fails. */
export const $guidelines: ReadableAtom<readonly Guideline[]> = rules;

/** Sentences for the reporters of a post that stays; loaded like the rules. */
export const $replies: ReadableAtom<readonly string[]> = replies;

async function load(): Promise<void> {
  if (isLoading || rules.get().length > 0) return;
  isLoading = true;
  try {
    const answer = await runtime.fetch(`/assets/${GUIDELINES_FILE}`, { cache: 'no-cache' });
    if (!answer.ok) return;
    const html = await answer.text();
    replies.set(guidelineReplies(html));
    rules.set(guidelineRules(html));
  } catch (error) {
    runtime.warn('The guidelines could not be loaded.', error);
  } finally {
    isLoading = false;
  }
}

for (const store of [rules, replies])
  onMount(store, () => {
    if (runtime.isBrowser) void load();
  });
