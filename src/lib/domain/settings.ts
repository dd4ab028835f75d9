/** Sentences of the settings. */
import { OPT_OUT_COOLDOWN_DAYS } from '#lib/schemas/profile.ts';

/** Fixed sentences (Rules 12.2 and 12.3). */
export const SETTINGS_SENTENCES = {
  banned: 'You have been banned from the platform.',
  unchangeable: 'Account settings cannot be changed.',
  cooldown: 'Opt-Out change is currently on Cooldown.',
  saved: 'Your changes have been saved.',
  switched:
    'This browser is signed in with another account now. Sign in with yours in a new tab, then come back and try again. Your choice is kept.',
} as const;

const BY_STATUS: Readonly<Record<number, string>> = {
  401: 'You are no longer signed in. Sign in again in a new tab, then come back and try again. Your choice is kept.',
  403: `${SETTINGS_SENTENCES.banned} ${SETTINGS_SENTENCES.unchangeable}`,
  404: 'We don’t have your account yet. Play a battle and come back tomorrow.',
  423: `${SETTINGS_SENTENCES.cooldown} It was changed less than ${OPT_OUT_COOLDOWN_DAYS} days ago.`,
  429: 'You are changing settings too quickly. Wait a moment and try again.',
};

/** The sentence for a refusal: our own where the status names the cause, otherwise the API's message. */
export function settingsRefusal({ status, message }: { status: number; message: string }): string {
  return BY_STATUS[status] ?? message;
}
