import {
  COLUMN,
  DATED_POSTS,
  momentOf,
  tableImport,
  timeOf,
} from '#api/commands/import-wows-karma/core/table.ts';
import { isoTimeOfText } from '#api/db/sql.ts';
import { NOTIFICATION_TYPE } from '#lib/schemas/notification.ts';
import { z } from '#lib/schemas/zod.ts';

/** The labels in the order of the numbers. */
const TYPES = [
  ...(['unknown', 'other', 'post_added', 'post_edited', 'post_deleted'] as const),
  ...(['post_mod_edited', 'post_mod_deleted', 'platform_ban'] as const),
];

/** How long a read notification is kept, as afterwards. */
const KEPT_MS = 90 * 86_400_000;

const row = z.object({
  id: COLUMN.uuid,
  account: COLUMN.id,
  known: COLUMN.flag,
  type: z.enum(TYPES),
  post: z.nullable(COLUMN.uuid),
  action: z.nullable(COLUMN.uuid),
  action_post: z.nullable(COLUMN.uuid),
  ban: z.nullable(COLUMN.uuid),
  reason: z.nullable(COLUMN.text),
  until: COLUMN.time,
  emitted: COLUMN.time,
  acknowledged: COLUMN.time,
  newest: COLUMN.flag,
});

interface Target {
  post_id: string | null;
  mod_action_id: string | null;
  ban_id: string | null;
}

/** The columns that refer to what a notification of this type is about; null without that. */
function targetOf({ type, post, action, action_post, ban }: z.output<typeof row>): Target | null {
  const none = { post_id: null, mod_action_id: null, ban_id: null };
  const number = TYPES.indexOf(type);
  const { postAdded, postDeleted, postModEdited, postModDeleted } = NOTIFICATION_TYPE;
  if (number < postAdded) return null;
  if (number <= postDeleted) return post === null ? null : { ...none, post_id: post };
  if (number === postModEdited || number === postModDeleted)
    return action_post === null ? null : { ...none, post_id: action_post, mod_action_id: action };
  return ban === null ? null : { ...none, ban_id: ban };
}

const acknowledged = momentOf('note."AcknowledgedAt"');

/** Notifications that still lead somewhere. */
export const notifications = tableImport({
  name: 'notifications',
  query: `select note."Id" as id, note."AccountId" as account, player."Id" is not null as known, note."Type"::text as type,
      post."Id" as post, action."Id" as action, acted."Id" as action_post,
      ban."Id" as ban, ban."Reason" as reason, ${timeOf('ban."BannedUntil"')} as until,
      ${timeOf('note."EmittedAt"')} as emitted, ${acknowledged}::text as acknowledged,
      row_number() over (partition by note."AccountId", note."PostId", note."Type", ${acknowledged} is null
        order by ${momentOf('note."EmittedAt"')} desc nulls last, note."Id" desc) = 1 as newest
    from public."Notifications" note
      left join public."Players" player on player."Id" = note."AccountId"
      left join ${DATED_POSTS} post on post."Id" = note."PostId"
      left join public."PostModActions" action on action."Id" =
        case note."Type" when 'post_mod_edited' then note."PostModEditedNotification_ModActionId"
          when 'post_mod_deleted' then note."ModActionId" end
      left join ${DATED_POSTS} acted on acted."Id" = action."PostId"
      left join public."PlatformBans" ban on ban."Id" = note."BanId"
    order by note."Id"`,
  row,
  convert(one, { report, asOf }) {
    const { emitted, acknowledged: read } = one;
    const target = targetOf(one);
    if (target === null) return report.leaveOut(`${one.type} without what it is about`);
    if (!one.known) return report.leaveOut('its account is missing');
    if (emitted === null) return report.leaveOut('no date');
    if (read !== null && Date.parse(isoTimeOfText(read)) < asOf - KEPT_MS)
      return report.leaveOut('read more than 90 days ago');
    const ofPost = target.mod_action_id === null && target.ban_id === null;
    if (ofPost && read === null && !one.newest)
      return report.leaveOut('a newer one about the same post is not read yet');
    const payload = target.ban_id === null ? {} : { reason: one.reason, until: isoTimeOfText(one.until) };
    return {
      id: one.id,
      account_id: one.account,
      type: TYPES.indexOf(one.type),
      ...target,
      payload: JSON.stringify(payload),
      emitted_at: emitted,
      acknowledged_at: read,
    };
  },
});
