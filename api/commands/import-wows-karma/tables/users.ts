import { COLUMN, EPOCH, tableImport, timeOf, uuidOf } from '#api/commands/import-wows-karma/core/table.ts';
import { z } from '#lib/schemas/zod.ts';

/** The roles that WOWS Karma has. Others were made by hand and mean nothing to us. */
const ROLES = ['admin', 'mod'];

/** Accounts that signed in, with their roles. */
export const users = tableImport({
  name: 'users',
  query: `select account."Id" as id, "SeedToken" as seed, ${timeOf('"LastTokenRequested"')} as last_login_at,
      ${timeOf('least(player."CreatedAt", "LastTokenRequested")')} as created_at,
      array(select "InternalName" from auth."RoleUser" join auth."Roles" role on role."Id" = "RolesId"
        where "UsersId" = account."Id" order by role."Id") as roles
    from auth."Users" account left join public."Players" player on player."Id" = account."Id" order by account."Id"`,
  row: z.object({
    id: COLUMN.id,
    seed: COLUMN.uuid,
    last_login_at: COLUMN.time,
    created_at: COLUMN.time,
    roles: z.array(z.string()),
  }),
  convert({ roles, ...row }, { report }) {
    for (const role of roles)
      if (!ROLES.includes(role)) report.note(`a role that we do not have: ${JSON.stringify(role)}`);
    return {
      ...row,
      roles: `{${ROLES.filter((role) => roles.includes(role)).join(',')}}`,
      // The first sign-in is not known. The last one would make everyone a new account.
      created_at: row.created_at ?? EPOCH,
    };
  },
});

/** The record of roles, which says that they came with the import. */
export const roleChanges = tableImport({
  name: 'role_changes',
  query: `select "UsersId" as id, "InternalName" as role, account."Id" is not null as known from auth."RoleUser"
      join auth."Roles" role on role."Id" = "RolesId" left join auth."Users" account on account."Id" = "UsersId"
    order by "UsersId", role."Id"`,
  row: z.object({ id: COLUMN.id, role: COLUMN.text, known: COLUMN.flag }),
  convert({ id, role, known }, { report, asOf }) {
    if (!known) return report.leaveOut('a role of an account that does not exist');
    return ROLES.includes(role)
      ? {
          id: uuidOf(`role ${role} of ${id}`),
          account_id: id,
          role,
          granted: true,
          changed_by: 'import',
          changed_at: new Date(asOf).toISOString(),
        }
      : report.leaveOut('a role that we do not have');
  },
});
