import { COLUMN, momentOf, tableImport } from '#api/commands/import-wows-karma/core/table.ts';
import { karmaOf, NO_KARMA } from '#api/model/posts/karma.ts';
import { FLAIRS_COUNT, needsReplay, parseFlairs } from '#lib/domain/flairs.ts';
import { z } from '#lib/schemas/zod.ts';

const TICKET_MAX = 999_999_999;

const created = momentOf('post."CreatedAt"');
const updated = momentOf('post."UpdatedAt"');

/** Posts, with texts of any length. What each gives its player is computed from its flairs. */
export const posts = tableImport({
  name: 'posts',
  // In the order of creation, so that the newest are next to each other in our table.
  query: `select post."Id" as id, "AuthorId" as author_id, "PlayerId" as player_id, "Flairs" as flairs, "Title" as title,
      "Content" as content, "CustomerSupportTicketId" as ticket_id, "ModLocked" as mod_locked, "ReadOnly" as read_only,
      "NegativeKarmaAble" as negative_karma_able, replay."Id" is not null as has_replay,
      coalesce(${created}, ${updated})::text as created_at, ${updated}::text as updated_at
    from public."Posts" post left join public."Replays" replay on replay."Id" = post."ReplayId"
    order by coalesce(${created}, ${updated}), post."Id"`,
  row: z.object({
    id: COLUMN.uuid,
    author_id: COLUMN.id,
    player_id: COLUMN.id,
    flairs: z.int(),
    title: COLUMN.text,
    content: COLUMN.text,
    ticket_id: z.nullable(z.int()),
    mod_locked: COLUMN.flag,
    read_only: COLUMN.flag,
    negative_karma_able: COLUMN.flag,
    has_replay: COLUMN.flag,
    created_at: COLUMN.time,
    updated_at: COLUMN.time,
  }),
  convert(row, { report }) {
    if (row.created_at === null) return report.leaveOut('no date');
    const flairs = row.flairs & (FLAIRS_COUNT - 1);
    if (flairs !== row.flairs) report.note('flairs with unknown bits, which were removed');
    const hasTicket = row.ticket_id !== null && row.ticket_id >= 1 && row.ticket_id <= TICKET_MAX;
    if (row.ticket_id !== null && !hasTicket) report.note('a ticket number out of range, which was removed');
    if (row.author_id === row.player_id) report.note('kept: about its own author');
    if (!row.has_replay && needsReplay(parseFlairs(flairs))) report.note('kept: ratings without a replay');
    const negativeKarmaAble = row.negative_karma_able;
    const karma = row.mod_locked ? NO_KARMA : karmaOf({ flairs, negativeKarmaAble, held: false });
    return {
      ...row,
      flairs,
      ticket_id: hasTicket ? row.ticket_id : null,
      applied_site_karma: karma.appliedSiteKarma,
      applied_performance: karma.appliedPerformance,
      applied_teamplay: karma.appliedTeamplay,
      applied_courtesy: karma.appliedCourtesy,
    };
  },
});
