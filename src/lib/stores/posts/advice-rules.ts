/** The rules of advice for the editor, and whether the API holds posts back (Rules 28.4 and 28.6). */
import { atom, onMount, type ReadableAtom } from 'nanostores';
import { hasFeature } from '#lib/client/features.ts';

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

const held = atom(false);

/** Whether posts do not count until a moderator has kept them, if their replays do not show both; false while that is not known. */
export const $areHeld: ReadableAtom<boolean> = held;

onMount(held, () => {
  hasFeature('holds').then(
    (areHeld) => held.set(areHeld),
    () => {},
  );
});
