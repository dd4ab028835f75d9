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
  query: `select post."Id" as id, "AuthorId" as author, "PlayerId" as player, "Flairs" as flairs, "Title" as title,
      "Content" as content, "CustomerSupportTicketId" as ticket, "ModLocked" as locked, "ReadOnly" as read_only,
      "NegativeKarmaAble" as able, replay."Id" is not null as replay,
      coalesce(${created}, ${updated})::text as created, ${updated}::text as updated
    from public."Posts" post left join public."Replays" replay on replay."Id" = post."ReplayId"
    order by coalesce(${created}, ${updated}), post."Id"`,
  row: z.object({
    id: COLUMN.uuid,
    author: COLUMN.id,
    player: COLUMN.id,
    flairs: z.int(),
    title: COLUMN.text,
    content: COLUMN.text,
    ticket: z.nullable(z.int()),
    locked: COLUMN.flag,
    read_only: COLUMN.flag,
    able: COLUMN.flag,
    replay: COLUMN.flag,
    created: COLUMN.time,
    updated: COLUMN.time,
  }),
  convert(row, { report }) {
    if (row.created === null) return report.leaveOut('no date');
    const flairs = row.flairs & (FLAIRS_COUNT - 1);
    if (flairs !== row.flairs) report.note('flairs with unknown bits, which were removed');
    const hasTicket = row.ticket !== null && row.ticket >= 1 && row.ticket <= TICKET_MAX;
    if (row.ticket !== null && !hasTicket) report.note('a ticket number out of range, which was removed');
    if (row.author === row.player) report.note('kept: about its own author');
    if (!row.replay && needsReplay(parseFlairs(flairs))) report.note('kept: ratings without a replay');
    const karma = row.locked ? NO_KARMA : karmaOf({ flairs, negativeKarmaAble: row.able, held: false });
    return {
      id: row.id,
      author_id: row.author,
      player_id: row.player,
      flairs,
      title: row.title,
      content: row.content,
      ticket_id: hasTicket ? row.ticket : null,
      mod_locked: row.locked,
      read_only: row.read_only,
      has_replay: row.replay,
      negative_karma_able: row.able,
      applied_site_karma: karma.appliedSiteKarma,
      applied_performance: karma.appliedPerformance,
      applied_teamplay: karma.appliedTeamplay,
      applied_courtesy: karma.appliedCourtesy,
      created_at: row.created,
      updated_at: row.updated,
    };
  },
});
