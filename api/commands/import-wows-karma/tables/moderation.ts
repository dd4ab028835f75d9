import {
  COLUMN,
  DATED_POSTS,
  EPOCH,
  momentOf,
  tableImport,
  timeOf,
  uuidOf,
} from '#api/commands/import-wows-karma/core/table.ts';
import { FLAIRS_COUNT } from '#lib/domain/flairs.ts';
import { z } from '#lib/schemas/zod.ts';

/** The labels in the order of our numbers. */
const ACTION_TYPES = ['deletion', 'update'] as const;

/** The reason of a ban that the old database has as a flag only. */
const BEFORE_THE_MOVE = 'Banned before the move; ask a moderator';

/**
 * Actions on posts. An update gets the present text as that before and after it, because the old database does not keep texts:
 * reverting it ends only the post's being read-only.
 */
export const modActions = tableImport({
  name: 'mod_actions',
  // The notification has the date. On a locked post, the removal came last.
  query: `with told as (select action, min(emitted) as emitted from (
        select coalesce("ModActionId", "PostModEditedNotification_ModActionId") as action, ${momentOf('"EmittedAt"')} as emitted
        from public."Notifications") named where action is not null group by action),
      dated as (select action.*, post."AuthorId", post."Title", post."Content", post."Flairs", post."ModLocked",
        told.emitted is null as guessed, coalesce(told.emitted, post.updated, post.created) as at
        from public."PostModActions" action left join ${DATED_POSTS} post on post."Id" = action."PostId"
          left join told on told.action = action."Id")
    select "Id" as id, "PostId" as post, "AuthorId" as author, "ActionType"::text as type, "ModId" as moderator,
      "Reason" as reason, "Title" as title, "Content" as content, "Flairs" as flairs, guessed,
      (case when "ModLocked" and "ActionType" = 'deletion'
        then max(at) over (partition by "PostId") else at end)::text as at
    from dated order by "Id"`,
  row: z.object({
    id: COLUMN.uuid,
    post: COLUMN.uuid,
    author: z.nullable(COLUMN.id),
    type: z.enum(ACTION_TYPES),
    moderator: COLUMN.id,
    reason: COLUMN.text,
    title: z.nullable(COLUMN.text),
    content: z.nullable(COLUMN.text),
    flairs: z.nullable(z.int()),
    guessed: COLUMN.flag,
    at: COLUMN.time,
  }),
  convert(row, { report }) {
    if (row.author === null) return report.leaveOut('its post is missing');
    if (row.guessed) report.note('an approximate date, because no notification has it');
    const flairs = (row.flairs ?? 0) & (FLAIRS_COUNT - 1);
    const text =
      row.type === 'update' ? JSON.stringify({ title: row.title, content: row.content, flairs }) : null;
    return {
      id: row.id,
      post_id: row.post,
      author_id: row.author,
      action_type: ACTION_TYPES.indexOf(row.type),
      mod_id: row.moderator,
      reason: row.reason,
      updated_post: text,
      previous_post: text,
      created_at: row.at,
    };
  },
});

/** Bans, and one for each account that is banned by the old flag only. */
export const platformBans = tableImport({
  name: 'platform_bans',
  query: `select "Id" as id, "UserId" as account, "ModId" as moderator, "Reason" as reason, "Reverted" as reverted,
      ${timeOf('"BannedUntil"')} as until, ${timeOf('"CreatedAt"')} as created, ${timeOf('"UpdatedAt"')} as updated
    from public."PlatformBans"
    union all select null, "Id", null, null, false, null,
      coalesce(${momentOf('"UpdatedAt"')}, ${momentOf('"CreatedAt"')})::text, null
    from public."Players" player where "PostsBanned" and not exists (
      select from public."PlatformBans" ban where ban."UserId" = player."Id" and not "Reverted"
        and ${momentOf('ban."BannedUntil"')} is null)
    order by id, account`,
  row: z.object({
    id: z.nullable(COLUMN.uuid),
    account: COLUMN.id,
    moderator: z.nullable(COLUMN.id),
    reason: z.nullable(COLUMN.text),
    reverted: COLUMN.flag,
    until: COLUMN.time,
    created: COLUMN.time,
    updated: COLUMN.time,
  }),
  convert(row, { report }) {
    if (row.id === null) {
      report.read -= 1;
      report.add('a permanent ban for an account that was banned without one');
    }
    return {
      id: row.id ?? uuidOf(`ban of ${row.account}`),
      user_id: row.account,
      mod_id: row.moderator,
      reason: row.reason ?? BEFORE_THE_MOVE,
      banned_until: row.until,
      reverted: row.reverted,
      created_at: row.created ?? row.updated ?? EPOCH,
      updated_at: row.updated,
    };
  },
});
