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
    select "Id" as id, "PostId" as post_id, "AuthorId" as author_id, "ActionType"::text as type, "ModId" as mod_id,
      "Reason" as reason, "Title" as title, "Content" as content, "Flairs" as flairs, guessed,
      (case when "ModLocked" and "ActionType" = 'deletion'
        then max(at) over (partition by "PostId") else at end)::text as created_at
    from dated order by "Id"`,
  row: z.object({
    id: COLUMN.uuid,
    post_id: COLUMN.uuid,
    author_id: z.nullable(COLUMN.id),
    type: z.enum(ACTION_TYPES),
    mod_id: COLUMN.id,
    reason: COLUMN.text,
    title: z.nullable(COLUMN.text),
    content: z.nullable(COLUMN.text),
    flairs: z.nullable(z.int()),
    guessed: COLUMN.flag,
    created_at: COLUMN.time,
  }),
  convert({ type, title, content, flairs, guessed, ...row }, { report }) {
    if (row.author_id === null) return report.leaveOut('its post is missing');
    if (guessed) report.note('an approximate date, because no notification has it');
    const post = { title, content, flairs: (flairs ?? 0) & (FLAIRS_COUNT - 1) };
    const text = type === 'update' ? JSON.stringify(post) : null;
    return { ...row, action_type: ACTION_TYPES.indexOf(type), updated_post: text, previous_post: text };
  },
});

/** Bans, and one for each account that is banned by the old flag only. */
export const platformBans = tableImport({
  name: 'platform_bans',
  query: `select "Id" as id, "UserId" as user_id, "ModId" as mod_id, "Reason" as reason, "Reverted" as reverted,
      ${timeOf('"BannedUntil"')} as banned_until, ${timeOf('"CreatedAt"')} as created_at,
      ${timeOf('"UpdatedAt"')} as updated_at
    from public."PlatformBans"
    union all select null, "Id", null, null, false, null,
      coalesce(${momentOf('"UpdatedAt"')}, ${momentOf('"CreatedAt"')})::text, null
    from public."Players" player where "PostsBanned" and not exists (
      select from public."PlatformBans" ban where ban."UserId" = player."Id" and not "Reverted"
        and ${momentOf('ban."BannedUntil"')} is null)
    order by id, user_id`,
  row: z.object({
    id: z.nullable(COLUMN.uuid),
    user_id: COLUMN.id,
    mod_id: z.nullable(COLUMN.id),
    reason: z.nullable(COLUMN.text),
    reverted: COLUMN.flag,
    banned_until: COLUMN.time,
    created_at: COLUMN.time,
    updated_at: COLUMN.time,
  }),
  convert(row, { report }) {
    if (row.id === null) {
      report.read -= 1;
      report.add('a permanent ban for an account that was banned without one');
    }
    return {
      ...row,
      id: row.id ?? uuidOf(`ban of ${row.user_id}`),
      reason: row.reason ?? BEFORE_THE_MOVE,
      created_at: row.created_at ?? row.updated_at ?? EPOCH,
    };
  },
});
