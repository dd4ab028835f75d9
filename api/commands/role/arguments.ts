/** The arguments of `npm run role`. */
import { accountIdOf, parseArguments, regionOf, UsageError } from '#api/commands/arguments.ts';
import type { RegionId } from '#lib/regions.ts';
import { ROLES, type Role } from '#lib/schemas/session.ts';

/** The usage text of the command. */
export const ROLE_USAGE = `Usage:
  npm run role -- grant 500000004 admin --region eu [--yes]
  npm run role -- revoke 500000004 admin --region eu
  npm run role -- list [--region eu]

--yes  grants a role to an account that the region does not know yet

Roles: admin (administrator), mod (community manager), wg (publisher's support).`;

function roleOf(text: string | undefined): Role {
  const known = `${ROLES.slice(0, -1).join(', ')} or ${ROLES.at(-1)}`;
  if (text === undefined) throw new UsageError(`Give the role: ${known}.`);
  const role = ROLES.find((one) => one === text);
  if (role === undefined) throw new UsageError(`${text} is not a role: use ${known}.`);
  return role;
}

/** The parsed command line. */
export type RoleOrder =
  | { action: 'list'; region: RegionId | null }
  | { action: 'grant' | 'revoke'; accountId: number; role: Role; region: RegionId; yes: boolean };

/** Reads the arguments. Throws a UsageError that says what is wrong. */
export function parseRoleArguments(args: readonly string[]): RoleOrder {
  const { values, positionals } = parseArguments(args, {
    region: { type: 'string' },
    yes: { type: 'boolean', default: false },
  });
  const [action, id, role, ...more] = positionals;
  if (action === 'list') {
    if (id !== undefined) throw new UsageError(`Unexpected argument ${id}.`);
    return { action, region: values.region === undefined ? null : regionOf(values.region) };
  }
  if (action !== 'grant' && action !== 'revoke')
    throw new UsageError(action === undefined ? 'Say what to do.' : `${action} is not known.`);
  if (more[0] !== undefined) throw new UsageError(`Unexpected argument ${more[0]}: one role at a time.`);
  const { region, yes } = values;
  return { action, accountId: accountIdOf(id), role: roleOf(role), region: regionOf(region), yes };
}
