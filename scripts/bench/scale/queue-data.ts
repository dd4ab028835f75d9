/**
 * The moderators' queue of the two databases, as SQL: every post has an item. 1 % are open, for at most a week, since housekeeping
 * removes old ones, and a third of them in each tab. A reported one has one to four reports.
 */
import { ADVISED_MARK } from '#api/model/advice/store.ts';
import { KIND } from '#api/model/reviews/queue.ts';
import { FIRST_PLAYER, PEOPLE } from '#scripts/bench/scale/data.ts';

const reviews = `
insert into reviews (post_id, author_id, player_id, kind, reports, opened_at, decided_by, decided_at)
select id, author_id, player_id, kind, case when is_open and kind = ${KIND.reported} then 1 + i / 300 % 4 else 0 end,
  case when is_open then now() - i / 100 % 1000 * interval '10 minutes' else created_at end,
  case when not is_open then ${PEOPLE.moderator} end, case when not is_open then created_at + interval '1 hour' end
from posts cross join lateral (select substr(title, 8)::int as i) as numbered
cross join lateral (select i / 100 % 3 as kind, i % 100 = 51 and not mod_locked as is_open) as item`;

/** A decided report per 200 posts, and those of the open items. */
const reports = (players: number): string => `
insert into reports (post_id, reporter_id, rule, words, outcome, sentence, created_at, decided_at)
select post_id, ${FIRST_PLAYER} + ((hashtext(post_id::text) & 65535) + n * 7) % ${players}, 'insults', 'Insults in the text.',
  case when decided_at is null then 'open' else 'kept' end, case when decided_at is not null then 'Within the guidelines.' end,
  opened_at, decided_at
from reviews cross join lateral generate_series(1, case when decided_at is null then reports else 1 end) as n
where decided_at is null or hashtext(post_id::text) % 200 = 0`;

const advice = `update posts set advice = '{same-battle,clan-mates}' from reviews
where post_id = posts.id and kind = ${KIND.advised} and decided_at is null`;

/** Without it, the API would compute the advice about all posts again. */
const mark = `insert into meta (key, value) values ('${ADVISED_MARK.key}', '${ADVISED_MARK.value}')`;

/** The statements, in order; they follow those of the posts. */
export const queueStatements = (players: number): string[] => [reviews, reports(players), advice, mark];
