/** Many rows of the old database, for measuring the import. */

/** Numbers of rows and files. */
export interface Size {
  posts: number;
  players: number;
  replays: number;
}

/** The id of the replay with a number. */
export const replayId = (number: number): string =>
  `eeeeeeee-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** A blob's name for it. */
export const manyBlobName = (number: number): string =>
  `${replayId(number).replaceAll('-', '')}-20260101_120000.wowsreplay`;

const id = (digits: string, number: string): string =>
  `('${digits}-0000-4000-8000-' || lpad(${number}::text, 12, '0'))::uuid`;

/** Statements that insert the rows. Each post has a notification, the first ones a replay with a roster of 24. */
export const manyRows = ({ posts, players, replays }: Size): string[] => [
  `insert into "Players" ("Id", "Username", "CreatedAt", "UpdatedAt")
    select 500000000 + i, 'Captain_' || i, timestamptz '2021-03-01Z' + i * interval '1 minute', '2026-11-01Z'
    from generate_series(1, ${players}) i`,
  `insert into "Replays" ("Id", "BlobName", "Players")
    select ${id('eeeeeeee', 'i')}, replace(${id('eeeeeeee', 'i')}::text, '-', '') || '-20260101_120000.wowsreplay', roster
    from generate_series(1, ${replays}) i, (select jsonb_agg(jsonb_build_object('Id', k, 'AvatarId', k,
      'AccountId', 500000000 + k, 'Name', 'Captain_' || k, 'ClanId', 0, 'ClanTag', '', 'TeamId', k % 2, 'ShipId', k,
      'ShipParamsId', 4277090288)) as roster from generate_series(1, 24) k) made`,
  `insert into "Posts" ("Id", "PlayerId", "AuthorId", "Flairs", "Title", "Content", "CreatedAt", "ReplayId")
    select ${id('aaaaaaaa', 'i')}, 500000001 + (i::bigint * 7919) % ${players}, 500000001 + (i::bigint * 104729 + 1) % ${players},
      (i * 37) % 64, 'A post with the number ' || i, repeat('They played the objective and helped. ', 4 + i % 12) || i,
      timestamptz '2021-03-01Z' + i * (interval '2000 days' / ${posts}), case when i <= ${replays} then ${id('eeeeeeee', 'i')} end
    from generate_series(1, ${posts}) i`,
  `insert into "PostModActions" select ${id('bbbbbbbb', 'row_number() over ()')}, "Id", 'update', 500000001, 'Rule 2'
    from "Posts" where "Flairs" = 37`,
  `insert into "Notifications" ("Id", "AccountId", "Type", "EmittedAt", "PostId")
    select ${id('dddddddd', 'row_number() over ()')}, "PlayerId", 'post_added', "CreatedAt", "Id" from "Posts"`,
  'analyze',
];
