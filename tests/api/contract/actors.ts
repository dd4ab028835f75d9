/** The actors of the permission matrix. */

import { FIXED_ACCOUNTS } from '#api/demo/accounts.ts';
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

/** Actors. "player" is the author of the posts in the rows. */
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

/** A kind of user. */
export type Actor = keyof typeof ACTORS;

/** Columns of the matrix: the actors, and the moderator in a world whose posts are about them. */
export const COLUMNS = { ...ACTORS, 'mod, subject': MOD } as const;

/** One column. */
export type Column = keyof typeof COLUMNS;
/** The status that each column has. */
export type Statuses = Readonly<Record<Column, number>>;

const ALL = Object.keys(COLUMNS) as Column[];

/** The same for everyone, with exceptions. Those of "mod" are also those of "mod, subject". */
export function everyone(status: number, except: Partial<Statuses> = {}): Statuses {
  const all = Object.fromEntries(ALL.map((column) => [column, status])) as Statuses;
  return { ...all, 'mod, subject': except.mod ?? status, ...except };
}

/** 401 for visitors who are not signed in, the same for all others, with exceptions. */
export function signedIn(status: number, except: Partial<Statuses> = {}): Statuses {
  return everyone(status, { anonymous: 401, ...except });
}

/** For the named actors; 401 and 403 for all others, with exceptions. */
export function only(actors: readonly Actor[], status: number, except: Partial<Statuses> = {}): Statuses {
  return signedIn(403, { ...Object.fromEntries(actors.map((actor) => [actor, status])), ...except });
}

/** The actor as the site knows it: by token and profile flags. */
export function viewerOf(actor: Actor): Viewer {
  const account = FIXED_ACCOUNTS.find(({ id }) => id === ACTORS[actor]);
  return account ? { id: account.id, roles: account.roles, postsBanned: account.banned } : null;
}
