/** AI ships, which the game names by keys of its translations, such as `IDS_OP_02_02_BOT_01_7`. */

/** The name of an AI ship that has none for people (Rule 15.13). */
export const AI_SHIP = 'AI ship';

/** Whether a name is a key of the game's translations. People, who have an account, may choose a name that begins like one. */
export const isTextKey = (name: unknown, accountId: unknown): boolean =>
  typeof name === 'string' && name.startsWith('IDS_') && !(Number(accountId) > 0);
