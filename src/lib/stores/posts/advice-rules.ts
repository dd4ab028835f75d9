/** What the editor needs to know of the API: its rules of advice, whether it holds posts back (Rules 28.4 and 28.6), and its replays. */
import { atom, onMount, type ReadableAtom } from 'nanostores';
import { hasFeature } from '#lib/client/features.ts';
import type { Feature } from '#lib/schemas/calls/features.ts';

/** The rules that apply to a post. */
export type RulesFor = typeof import('#lib/domain/advice/advice.ts').rulesFor;

const rules = atom<RulesFor | null>(null);

/** Null until they are loaded, in front of an API that gives no advice, and when it is not known whether it does. */
export const $rulesFor: ReadableAtom<RulesFor | null> = rules;

async function load(): Promise<void> {
  if (rules.get() === null && (await hasFeature('advice')))
    rules.set((await import('#lib/domain/advice/advice.ts')).rulesFor);
}

onMount(rules, () => {
  load().catch(() => {});
});

/** Whether the API has a feature; false while that is not known. */
function whether(feature: Feature): ReadableAtom<boolean> {
  const known = atom(false);
  onMount(known, () => {
    hasFeature(feature).then(
      (isKnown) => known.set(isKnown),
      () => {},
    );
  });
  return known;
}

/** Whether posts do not count until a moderator has kept them, if their replays do not show both. */
export const $areHeld = whether('holds');

/** Whether replays of the CIS client are accepted (Rule 15.13). */
export const $takesCis = whether('cis-replays');
