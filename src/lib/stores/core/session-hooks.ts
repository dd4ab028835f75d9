/**
 * What this folder needs of the session, which is built on it: `session.ts` sets both when it is imported. Without it, as in
 * tests of other parts, there is no session.
 */
const noSession = async (): Promise<void> => {};

/** `load` determines the session once, `reload` again, after a 401. Neither rejects. */
export const sessionHooks = { load: noSession, reload: noSession };
