/** The actors of the permission matrix. */

import { FIXED_ACCOUNTS } from '#api/config/demo-accounts.ts';
import type { Viewer } from '#lib/domain/permissions.ts';
import {
  ADMIN,
  ADMIN_AND_MOD,
  AURORA,
  BANNED,
  BORODINO,
  MOD,
  OPTED_OUT,
  SUPPORT,
} from '#tests/support/api.ts';

/** Columns of the matrix. "player" is the author of the posts in the rows. */
export const ACTORS = {
  anonymous: undefined,
  player: AURORA,
  'other player': BORODINO,
  'opted out': OPTED_OUT,
  banned: BANNED,
  mod: MOD,
  'admin and mod': ADMIN_AND_MOD,
  admin: ADMIN,
  wg: SUPPORT,
} as const;

/** One column. */
export type Actor = keyof typeof ACTORS;
/** The status that each actor gets. */
export type Statuses = Readonly<Record<Actor, number>>;

const ALL = Object.keys(ACTORS) as Actor[];

/** The same for everyone, with exceptions. */
export function everyone(status: number, except: Partial<Statuses> = {}): Statuses {
  return { ...(Object.fromEntries(ALL.map((actor) => [actor, status])) as Statuses), ...except };
}

/** 401 for visitors who are not signed in, the same for all others, with exceptions. */
export function signedIn(status: number, except: Partial<Statuses> = {}): Statuses {
  return everyone(status, { anonymous: 401, ...except });
}

/** For the named actors; 401 and 403 for all others. */
export function only(actors: readonly Actor[], status: number): Statuses {
  return signedIn(403, Object.fromEntries(actors.map((actor) => [actor, status])));
}

/** The actor as the site knows it: by token and profile flags. */
export function viewerOf(actor: Actor): Viewer {
  const account = FIXED_ACCOUNTS.find(({ id }) => id === ACTORS[actor]);
  return account ? { id: account.id, roles: account.roles, postsBanned: account.banned } : null;
}
