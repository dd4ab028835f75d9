import { UNREAD } from '#lib/domain/advice/badges.ts';
import type { AdviceRule } from '#lib/domain/advice/facts.ts';

/** The replay is a file of the CIS client, which shows nothing (Rule 15.13). */
export const notRead: AdviceRule = {
  code: 'not-read',
  applies: ({ replay }) => replay?.facts?.source === 'none',
  toModerators: () => `${UNREAD}.`,
};
