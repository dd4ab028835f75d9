/** Facts about the API for the editor: its rules of advice, which posts it holds back (Rules 28.4 and 28.6), and its replays. */
import { atom, onMount, type ReadableAtom } from 'nanostores';
import { hasFeature } from '#lib/client/features.ts';
import type { Holds } from '#lib/domain/evidence.ts';
import { featureStore } from '#lib/stores/session/feature.ts';

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

const holds = atom<Holds>('off');

/** Which posts do not count until a moderator has kept them; none while that is not known. */
export const $holds: ReadableAtom<Holds> = holds;

async function loadHolds(): Promise<void> {
  if (await hasFeature('holds'))
    holds.set((await hasFeature('holds-unproven')) ? 'unproven' : 'contradicted');
}

onMount(holds, () => {
  loadHolds().catch(() => {});
});

/** Whether replays of the CIS client are accepted (Rule 15.13). */
export const $takesCis = featureStore('cis-replays');
