/** The session is built on this folder, so `session.ts` sets both hooks when it is imported. Until then there is no session. */
const noSession = async (): Promise<void> => {};

/** `load` determines the session, once per page; `reload` determines it again after a 401. Neither rejects. */
export const sessionHooks = { load: noSession, reload: noSession };
