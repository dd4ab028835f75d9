/** The settings in words. */
import { OPT_OUT_COOLDOWN_DAYS } from '#lib/schemas/profile.ts';

/** What the settings say (Rules 12.2 and 12.3). */
export const SETTINGS_SENTENCES = {
  banned: 'You have been banned from the platform.',
  unchangeable: 'Account settings cannot be changed.',
  cooldown: 'Opt-Out change is currently on Cooldown.',
  saved: 'Your changes have been saved.',
  switched:
    'This browser is signed in with another account now. Log in with yours in a new tab, come back here and try once more: your choice is kept.',
} as const;

const BY_STATUS: Readonly<Record<number, string>> = {
  401: 'You are no longer signed in. Log in again in a new tab, come back here and try once more: your choice is kept.',
  403: `${SETTINGS_SENTENCES.banned} ${SETTINGS_SENTENCES.unchangeable}`,
  404: 'This site does not know your account yet. Play a battle, wait for a day and try again.',
  423: `${SETTINGS_SENTENCES.cooldown} It was changed less than ${OPT_OUT_COOLDOWN_DAYS} days ago.`,
  429: 'You are changing settings too quickly. Wait a moment and try again.',
};

/** The sentence of a refusal; what the contract does not fix is said as the API said it. */
export function settingsRefusal({ status, message }: { status: number; message: string }): string {
  return BY_STATUS[status] ?? message;
}
