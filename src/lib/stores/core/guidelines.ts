/** The rules of the guidelines as the editors have them now (Rule 28.40). */
import { atom, onMount, type ReadableAtom } from 'nanostores';
import { type Guideline, guidelineRules } from '#lib/domain/guidelines.ts';
import { GUIDELINES_FILE } from '#lib/domain/heading-code.ts';
import { runtime } from '#lib/runtime.ts';

const rules = atom<readonly Guideline[]>([]);
let isLoading = false;

/** The rules, in their order. Empty until they are loaded, which happens once they are shown, and when that fails. */
export const $guidelines: ReadableAtom<readonly Guideline[]> = rules;

async function load(): Promise<void> {
  if (isLoading || rules.get().length > 0) return;
  isLoading = true;
  try {
    const answer = await runtime.fetch(`/assets/${GUIDELINES_FILE}`, { cache: 'no-cache' });
    if (answer.ok) rules.set(guidelineRules(await answer.text()));
  } catch (error) {
    runtime.warn('The guidelines could not be loaded.', error);
  } finally {
    isLoading = false;
  }
}

onMount(rules, () => {
  if (runtime.isBrowser) void load();
});
