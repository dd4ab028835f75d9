/** Recognises rosters that no battle has. */
import type { Replay } from '#lib/schemas/replay.ts';

/**
 * Whether a roster lists an account twice, or with two names. The game does neither, and such a file could give one player the
 * name of another (rule 15.11). AI ships have no account, and in a file whose payload cannot be read no one has. A player may also be listed
 * as an observer.
 */
export function hasRepeatedAccount({ players, facts }: Pick<Replay, 'players' | 'facts'>): boolean {
  const ids = players.map(({ accountId }) => accountId).filter((id) => id > 0);
  if (new Set(ids).size < ids.length) return true;
  const names = new Map<number, string>();
  for (const { accountId, name } of [...players, ...(facts?.observers ?? [])]) {
    if (accountId <= 0) continue;
    if ((names.get(accountId) ?? name) !== name) return true;
    names.set(accountId, name);
  }
  return false;
}
