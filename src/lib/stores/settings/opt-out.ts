/** The opt-out of the settings: as chosen, as stored, and when it may be changed again (Rules 12.3, 12.6 to 12.8). */
import { atom, computed, onMount, type ReadableAtom } from 'nanostores';
import { updateProfile } from '#lib/client/profile.ts';
import { optOutCooldownEnd } from '#lib/domain/moderation.ts';
import { SETTINGS_SENTENCES } from '#lib/domain/settings.ts';
import { runtime } from '#lib/runtime.ts';
import type { ProfileFlags } from '#lib/schemas/profile.ts';
import { type Remote, remoteValue } from '#lib/stores/core/remote.ts';
import { showStatus } from '#lib/stores/core/status.ts';
import { $profileFlags, updateProfileFlags } from '#lib/stores/session/session.ts';
import { $account, $flags, attempt, IDLE, type Task } from '#lib/stores/settings/account.ts';

const saving = atom<Task>(IDLE);
const choice = atom<boolean | null>(null);
/** When it was last looked whether the opt-out may be changed. */
const looked = atom(0);

/** Outcome of saving. */
export const $saving: ReadableAtom<Task> = saving;

const lockedUntil = (remote: Remote<ProfileFlags> | null): number | null => {
  const changed = remote && remoteValue(remote)?.optOutChanged;
  return optOutCooldownEnd(changed ?? null, runtime.now());
};

/** When the opt-out may be changed again, in milliseconds; null when it may be changed now. */
export const $optOutLockedUntil = computed([$flags, looked], lockedUntil);

onMount($optOutLockedUntil, () => {
  let cancel = (): void => {};
  const stop = $flags.subscribe((flags) => {
    cancel();
    const until = lockedUntil(flags);
    if (until !== null) cancel = runtime.setTimer(() => looked.set(runtime.now()), until - runtime.now());
  });
  return () => {
    stop();
    cancel();
  };
});

/** The opt-out as the form shows it: as it is chosen, or as it is stored while it may not be changed; null when not known. */
export const $optOut = computed([choice, $flags, $optOutLockedUntil], (chosen, remote, until) => {
  const flags = remote ? remoteValue(remote) : undefined;
  const isLocked = until !== null || flags?.postsBanned;
  return (isLocked ? null : chosen) ?? flags?.optedOut ?? null;
});

const draftKey = (id: number): string => `settings-opt-out:${id}`;

/** Brings back what was chosen before the page was reloaded and not saved. */
export function restoreChoice(): void {
  const id = $account.get()?.id;
  const kept = id === undefined ? null : runtime.sessionStorage.get(draftKey(id));
  if (kept !== null) choice.set(kept === 'true');
}

/** Chooses; kept in this tab until it is saved. What is being saved stands until it is known what became of it. */
export function chooseOptOut(optedOut: boolean): void {
  if (saving.get().state === 'busy') return;
  choice.set(optedOut);
  saving.set(IDLE);
  const id = $account.get()?.id;
  if (id !== undefined) runtime.sessionStorage.set(draftKey(id), String(optedOut));
}

function forgetChoice(id: number): void {
  choice.set(null);
  runtime.sessionStorage.remove(draftKey(id));
}

/** Saves the opt-out. What changed starts the cooldown at once; the server's own date follows. */
export async function saveSettings(): Promise<void> {
  const account = $account.get();
  const flags = remoteValue($profileFlags.get());
  const optedOut = $optOut.get();
  if (account === null || optedOut === null) return;
  const saved = await attempt(saving, () => updateProfile({ id: account.id, optedOut }));
  if (!saved) return;
  if (flags?.optedOut !== optedOut)
    updateProfileFlags({ optedOut, optOutChanged: new Date(runtime.now()).toISOString() });
  forgetChoice(account.id);
  showStatus(SETTINGS_SENTENCES.saved);
}

/** Forgets the choice and its outcome, for tests. */
export function resetOptOut(): void {
  saving.set(IDLE);
  choice.set(null);
}
