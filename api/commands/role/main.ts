/** `npm run role`: grants, revokes and lists roles. The first administrator is made with it. */
import { CommandError, logLine, operatorOf, print, runCommand, withData } from '#api/commands/command.ts';
import { parseRoleArguments, ROLE_USAGE, type RoleOrder } from '#api/commands/role/arguments.ts';
import { grantRole, isKnown, listRoles, type RoleHolder, revokeRole } from '#api/commands/role/change.ts';
import { isErased } from '#api/model/players/erasures.ts';
import type { Data } from '#api/storage/open-data.ts';
import type { RegionId } from '#lib/regions.ts';
import type { Role } from '#lib/schemas/session.ts';

const CHANGES = {
  grant: {
    apply: grantRole,
    unchanged: 'already has',
    logged: 'role granted',
    done: (role: Role) => `Granted ${role} to`,
    effect: 'It counts from the next request. The site shows it once they sign in again.',
  },
  revoke: {
    apply: revokeRole,
    unchanged: 'does not have',
    logged: 'role revoked',
    done: (role: Role) => `Revoked ${role} from`,
    effect: 'It ended at once, and so did all sign-ins of the account.',
  },
} as const;

async function change(
  { database }: Data,
  place: string,
  action: 'grant' | 'revoke',
  { region, accountId, role, yes }: RoleOrder & { action: 'grant' | 'revoke' },
): Promise<string> {
  const { apply, unchanged, logged, done, effect } = CHANGES[action];
  const changedBy = operatorOf('role');
  const changed = await database.transaction(region, async (db) => {
    if (await isErased(db, accountId))
      throw new CommandError(
        `Account ${accountId} (${region}) was erased: it can have roles again after it has signed in.`,
      );
    if (action === 'grant' && !yes && !(await isKnown(db, accountId)))
      throw new CommandError(
        `No one with the number ${accountId} is known here (${region}): check it in the address of the profile, or add --yes.`,
      );
    return apply(db, { accountId, role, changedBy, now: Date.now() });
  });
  if (!changed) return `Account ${accountId} (${region}) ${unchanged} the role ${role}; nothing changed.`;
  logLine({ region, accountId, role, changedBy }, logged);
  return `${done(role)} account ${accountId} (${region}) in ${place}. ${effect}`;
}

const lineOf = ({ id, username, roles, lastLoginAt }: RoleHolder): string =>
  `  ${id}  ${username}  ${roles.join(', ')}  ${lastLoginAt === null ? 'has not signed in yet' : `signed in on ${lastLoginAt.toISOString().slice(0, 10)}`}`;

async function list({ database }: Data, only: RegionId | null): Promise<string> {
  const sections: string[] = [];
  for (const region of only === null ? database.regions : [only]) {
    const holders = await database.read(region, listRoles);
    const lines = holders.length === 0 ? ['  no one has a role'] : holders.map(lineOf);
    sections.push([`${region}:`, ...lines].join('\n'));
  }
  return sections.join('\n');
}

await runCommand(ROLE_USAGE, async (args) => {
  const order = parseRoleArguments(args);
  print(
    await withData(order.region, (data, place) =>
      order.action === 'list' ? list(data, order.region) : change(data, place, order.action, order),
    ),
  );
});
