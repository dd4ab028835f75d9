/** The opt-out: what is chosen, what is saved, and when it may be changed again (Rules 12.3, 12.6 to 12.8). */
import { atom, computed, onMount } from 'nanostores';
import { requestData } from '#lib/client/client.ts';
import { optOutCooldownEnd } from '#lib/domain/moderation.ts';
import { SETTINGS_SENTENCES, settingsRefusal } from '#lib/domain/settings.ts';
import { runtime } from '#lib/runtime.ts';
import { updateProfile } from '#lib/schemas/calls/profile.ts';
import type { ProfileFlags } from '#lib/schemas/profile.ts';
import { z } from '#lib/schemas/zod.ts';
import { type Remote, remoteValue } from '#lib/stores/core/remote.ts';
import { showStatus } from '#lib/stores/core/status.ts';
import { type Stored, stored } from '#lib/stores/core/stored.ts';
import { createTask, isBusy } from '#lib/stores/core/task.ts';
import { whenReached } from '#lib/stores/core/when-reached.ts';
import { $profileFlags, updateProfileFlags } from '#lib/stores/session/session.ts';
import { $account, $flags, runForAccount } from '#lib/stores/settings/account.ts';

const saving = createTask();
const choice = atom<boolean | null>(null);
/** Set when the cooldown ends, so that `$optOutLockedUntil` is recomputed. */
const cooldownChecked = atom(0);

/** State of saving. */
export const $saving = saving.$state;

const lockedUntil = (remote: Remote<ProfileFlags> | null): number | null => {
  const changed = remote && remoteValue(remote)?.optOutChanged;
  return optOutCooldownEnd(changed ?? null, runtime.now());
};

/** When the opt-out may be changed again, in milliseconds since 1970; null when it may be changed now. */
export const $optOutLockedUntil = computed([$flags, cooldownChecked], lockedUntil);

onMount($optOutLockedUntil, () =>
  whenReached(computed($flags, lockedUntil), () => cooldownChecked.set(runtime.now())),
);

/** The opt-out as the form shows it: the choice, or the saved value while it may not be changed; null when unknown. */
export const $optOut = computed([choice, $flags, $optOutLockedUntil], (chosen, remote, until) => {
  const flags = remote ? remoteValue(remote) : undefined;
  const isLocked = until !== null || flags?.postsBanned;
  return (isLocked ? null : chosen) ?? flags?.optedOut ?? null;
});

/** The unsaved choice of this account in this tab. */
function storedChoice(): Stored<boolean> {
  return stored(`settings-opt-out:${$account.get()?.id ?? 0}`, z.boolean(), 'sessionStorage');
}

/** Restores an unsaved choice after a reload. */
export function restoreChoice(): void {
  const unsaved = storedChoice().read();
  if (unsaved !== null) choice.set(unsaved);
}

/** Changes the choice and keeps it in this tab until it is saved. Does nothing while a choice is being saved. */
export function chooseOptOut(optedOut: boolean): void {
  if (isBusy(saving.$state.get())) return;
  saving.reset();
  choice.set(optedOut);
  storedChoice().write(optedOut);
}

/**
 * After a failure, the reloaded flags say more than the answer: the change was saved all the same, or it is too early for
 * one. The original API responds with 500 then.
 */
function wasSaved(before: ProfileFlags | undefined, optedOut: boolean): boolean {
  const flags = $profileFlags.get();
  if (before?.optedOut !== optedOut && remoteValue(flags)?.optedOut === optedOut) return true;
  if (lockedUntil(flags) !== null) saving.refuse(settingsRefusal({ status: 423, message: '' }));
  return false;
}

/** Saves the opt-out. A change starts the cooldown at once; the server's own date follows. */
export async function saveSettings(): Promise<void> {
  const account = $account.get();
  const flags = remoteValue($profileFlags.get());
  const optedOut = $optOut.get();
  if (account === null || optedOut === null) return;
  const body = { id: account.id, optedOut };
  const saved = await runForAccount(saving, () => requestData(updateProfile, { body }));
  if (!saved && !wasSaved(flags, optedOut)) return;
  saving.reset();
  if (flags?.optedOut !== optedOut)
    updateProfileFlags({ optedOut, optOutChanged: new Date(runtime.now()).toISOString() });
  choice.set(null);
  storedChoice().remove();
  showStatus(SETTINGS_SENTENCES.saved);
}
