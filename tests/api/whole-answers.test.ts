/**
 * Whole answers for every kind of viewer, against answers that are computed from the stored rows, while some changes of the
 * totals are not folded yet.
 */
import { asc, eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { platformBans } from '#api/db/moderation-schema.ts';
import { clans, players, posts } from '#api/db/schema.ts';
import { postCountChanges } from '#api/db/totals-schema.ts';
import { keepTotalsFolded } from '#api/model/posts/totals.ts';
import { FLAIR_CATEGORIES, FLAIRS_COUNT, parseFlairs, signOf } from '#lib/domain/flairs.ts';
import { canGiveNegativeKarma } from '#lib/domain/karma.ts';
import { RIBBON_MAX_LENGTH } from '#lib/schemas/player.ts';
import type { Post } from '#lib/schemas/post.ts';
import {
  ADMIN,
  ADMIN_AND_MOD,
  AURORA,
  BANNED,
  BORODINO,
  DAY,
  HIDDEN,
  HOOD,
  MOD,
  OPTED_OUT,
  START,
  SUPPORT,
} from '#tests/support/api.ts';
import { setUpApi } from '#tests/support/api-fixture.ts';

const CLAN = 500900001;
const STAFF: readonly number[] = [MOD, ADMIN, ADMIN_AND_MOD];
const VIEWERS = {
  'a visitor': undefined,
  'an author': AURORA,
  'another player': BORODINO,
  'the player': HOOD,
  'a player who opted out': OPTED_OUT,
  'a banned player': BANNED,
  'a player with hidden details': HIDDEN,
  support: SUPPORT,
  'a moderator': MOD,
  'an administrator': ADMIN,
  'an administrator and moderator': ADMIN_AND_MOD,
};
const PLAYERS = [AURORA, BORODINO, HOOD, OPTED_OUT, BANNED, HIDDEN, MOD];

const api = setUpApi();

/** Posts of all authors about all players, with all flairs; every fifth was removed. Times with and without milliseconds. */
async function addPosts(from: number, count: number): Promise<void> {
  for (let n = from; n < from + count; n += 1) {
    const author = PLAYERS[n % PLAYERS.length] as number;
    const player = PLAYERS[(n + 1 + (n % 5)) % PLAYERS.length] as number;
    await api.addPost({
      author,
      player: author === player ? HOOD : player,
      flairs: (n * 7) % FLAIRS_COUNT,
      modLocked: n % 5 === 0,
      ticketId: n % 8 === 0 ? `T-${n}` : null,
      createdAt: START - 20 * DAY + n * 60_000 + (n % 3) * 120,
    });
  }
}

beforeAll(async () => {
  await api.addClan({ id: CLAN, tag: 'WAVES', name: 'Rolling "Waves" é', leagueColor: 0xffcc9966 });
  for (const [index, id] of [AURORA, OPTED_OUT, BANNED, HIDDEN, MOD].entries())
    await api.changePlayer(id, {
      clanId: CLAN,
      clanMemberRole: (index * 3) % 8,
      joinedClanAt: index === 2 ? null : new Date(START - index * DAY - index * 10),
      wgAccountCreatedAt: new Date(Date.UTC(2016, index, 28, 23, 59, 59, index * 100)),
      lastBattleTime: index === 1 ? null : new Date(START - 1),
      gameKarma: index === 3 ? null : 40 - 30 * index,
    });
  await api.database.transaction('eu', async (db) => {
    const ban = { userId: HOOD, modId: MOD, reason: 'Insults' };
    await db.insert(platformBans).values([
      { ...ban, bannedUntil: new Date(START - DAY) },
      { ...ban, reverted: true },
      { ...ban, userId: MOD, bannedUntil: new Date(START + DAY) },
    ]);
  });
  await api.ban(BANNED);
  await addPosts(0, 260);
  await keepTotalsFolded(api.database, 'eu');
  await addPosts(260, 60);
  await api.database.transaction('eu', (db) =>
    db.delete(posts).where(sql`${posts.id} in (select id from ${posts} order by ${posts.createdAt} limit 5)`),
  );
});

type PostRow = typeof posts.$inferSelect;

/** All rows, as drizzle maps them, posts newest first. */
const readAll = () =>
  api.database.read('eu', async (db) => ({
    players: new Map((await db.select().from(players)).map((row) => [row.id, row])),
    clan: (await db.select().from(clans))[0],
    bans: await db.select().from(platformBans),
    posts: await db.select().from(posts).orderBy(sql`${posts.createdAt} desc, ${posts.id} desc`),
    unfolded: await db.select().from(postCountChanges),
  }));

type All = Awaited<ReturnType<typeof readAll>>;

const isListed = (post: PostRow, viewer: number | undefined): boolean =>
  STAFF.includes(viewer ?? 0) ||
  ((!post.modLocked || post.authorId === viewer) &&
    (!post.subjectHidden || post.authorId === viewer || post.playerId === viewer));

/** Fields that the original API never sends as null. Here they are absent instead (Rule 17.38). */
const NEVER_NULL = [
  ...['gameKarma', 'siteKarma', 'ratingPerformance', 'ratingTeamplay', 'ratingCourtesy'],
  ...['wgAccountCreatedAt', 'lastBattleTime', 'joinedClanAt', 'createdAt', 'updatedAt', 'membersUpdatedAt'],
];
const sentText = (value: object): string =>
  JSON.stringify(value, (key, field) => (field === null && NEVER_NULL.includes(key) ? undefined : field));

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;

/** The part of a member and a profile that they share. */
function playerOf(all: All, id: number, viewer: number | undefined, withClan: boolean) {
  const row = all.players.get(id);
  if (row === undefined) throw new Error(`there is no player ${id}`);
  const { tag = '', name = '', leagueColor = 0 } = all.clan ?? {};
  const hidden = row.optedOut && viewer !== id && !STAFF.includes(viewer ?? 0);
  const isActive = ({ userId, reverted, bannedUntil }: All['bans'][number]): boolean =>
    userId === id && !reverted && (bannedUntil === null || bannedUntil.getTime() > START);
  return {
    id,
    username: row.username,
    clan:
      row.clanId === null
        ? null
        : {
            clanInfo: withClan ? { id: row.clanId, tag, name, leagueColor } : null,
            clanMemberRole: row.clanMemberRole,
            joinedClanAt: iso(row.joinedClanAt),
          },
    gameKarma: row.wgHidden ? null : row.gameKarma,
    siteKarma: hidden || row.wgHidden ? null : row.siteKarma,
    ratingPerformance: hidden ? null : row.ratingPerformance,
    ratingTeamplay: hidden ? null : row.ratingTeamplay,
    ratingCourtesy: hidden ? null : row.ratingCourtesy,
    wgHidden: row.wgHidden,
    optedOut: row.optedOut,
    wgAccountCreatedAt: iso(row.wgAccountCreatedAt),
    lastBattleTime: iso(row.lastBattleTime),
    optOutChanged: iso(row.optOutChanged),
    negativeKarmaAble: canGiveNegativeKarma(row),
    postsBanned: all.bans.some(isActive),
    refreshedAt: iso(row.refreshedAt),
    outdated: false,
  };
}

/** The numbers of a profile, by counting posts. */
function numbersOf(all: All, id: number, viewer: number | undefined) {
  const isOptedOut = all.players.get(id)?.optedOut === true;
  const hidden = isOptedOut && viewer !== id && !STAFF.includes(viewer ?? 0);
  const received = all.posts.filter((post) => post.playerId === id);
  const open = received.filter((post) => !post.modLocked);
  const ratings = FLAIR_CATEGORIES.map((category) => {
    const count = (value: boolean): number =>
      open.filter((post) => parseFlairs(post.flairs)[category] === value).length;
    return [category, { positive: count(true), negative: count(false) }];
  });
  return {
    ribbon: isOptedOut
      ? null
      : open
          .slice(0, RIBBON_MAX_LENGTH)
          .reverse()
          .map((post) => ({ id: post.id, sign: signOf(post.flairs) })),
    postCounts: {
      received: hidden ? null : received.filter((post) => isListed(post, viewer)).length,
      sent: all.posts.filter((post) => post.authorId === id && isListed(post, viewer)).length,
    },
    ratingCounts: hidden ? null : Object.fromEntries(ratings),
  };
}

const get = async (path: string, viewer: number | undefined) => api.call('GET', path, { as: viewer });

/** Compares the first two pages of a list with those of the stored posts that the viewer finds. */
async function expectList(list: string, stored: readonly PostRow[], viewer: number | undefined) {
  const found = stored.filter((post) => isListed(post, viewer));
  const seesTicket = ({ authorId }: PostRow): boolean =>
    viewer !== undefined && [authorId, SUPPORT, ...STAFF].includes(viewer);
  for (const page of [1, 2]) {
    const { json, headers } = await get(`/api/post/${list}?page=${page}&pageSize=20`, viewer);
    expect(Number(headers['content-items-total'])).toBe(found.length);
    const expected = found
      .slice((page - 1) * 20, page * 20)
      .map((post) => [
        post.id,
        iso(post.createdAt),
        post.updatedAt?.toISOString(),
        seesTicket(post) ? post.ticketId : null,
      ]);
    const posts: Post[] = Array.isArray(json) ? json : [];
    expect(
      posts.map(({ id, createdAt, updatedAt, supportTicketStatus }) => [
        id,
        createdAt,
        updatedAt,
        supportTicketStatus.ticketId,
      ]),
    ).toEqual(expected);
  }
}

test('some changes of the totals are not folded', async () => {
  const { unfolded, posts } = await readAll();
  expect(unfolded.length).toBeGreaterThan(50);
  expect(unfolded.some(({ delta }) => delta < 0)).toBe(true);
  expect(posts.length).toBeGreaterThan(300);
});

describe.each(Object.entries(VIEWERS))('for %s', (_, viewer) => {
  test('profiles have every field, in its place', async () => {
    const all = await readAll();
    for (const id of PLAYERS) {
      const expected = { ...playerOf(all, id, viewer, true), ...numbersOf(all, id, viewer) };
      expect((await get(`/api/player/${id}`, viewer)).text).toBe(sentText(expected));
      const { json } = await get(`/api/player/${id}?includeClanInfo=false`, viewer);
      expect(json).toEqual(JSON.parse(sentText({ ...expected, clan: null })));
    }
  });

  test('members of a clan have every field, in its place', async () => {
    const all = await readAll();
    const rows = await api.database.read('eu', (db) =>
      db
        .select()
        .from(players)
        .where(eq(players.clanId, CLAN))
        .orderBy(asc(players.joinedClanAt), players.id),
    );
    const rankOf = (role: number): number => (role >= 1 && role <= 6 ? role : 7);
    const inOrder = rows.toSorted((a, b) => rankOf(a.clanMemberRole) - rankOf(b.clanMemberRole));
    const { json } = await get(`/api/clan/${CLAN}`, viewer);
    const expected = inOrder.map(({ id }) => playerOf(all, id, viewer, false));
    expect(JSON.stringify(json.members)).toBe(sentText(expected));
  });

  test('a clan without members, and found clans, have every field, in its place', async () => {
    const { createdAt, updatedAt, membersUpdatedAt, refreshedAt, ...clan } = (await readAll())
      .clan as typeof clans.$inferSelect;
    const times = {
      createdAt: iso(createdAt),
      updatedAt: iso(updatedAt),
      membersUpdatedAt: iso(membersUpdatedAt),
      refreshedAt: iso(refreshedAt),
    };
    const expected = { ...clan, ...times, outdated: false };
    const { text } = await get(`/api/clan/${CLAN}?includeMembers=false`, viewer);
    expect(text).toBe(sentText(expected));
    const { id, tag, name, leagueColor } = clan;
    const found = await get('/api/clan/search/wav', viewer);
    expect(found.text).toBe(JSON.stringify([{ id, tag, name, leagueColor }]));
  });

  test('karmas and found players have every field, in its place', async () => {
    const all = await readAll();
    const known = PLAYERS.map((id) => playerOf(all, id, viewer, true)).sort((a, b) => a.id - b.id);
    const isVisible = ({ optedOut, wgHidden, id }: (typeof known)[number]) =>
      !wgHidden && (!optedOut || viewer === id || STAFF.includes(viewer ?? 0));
    const metrics = known.filter(isVisible).map((row) => ({
      id: row.id,
      karma: row.siteKarma,
      gameKarma: row.gameKarma,
      platformKarma: row.siteKarma,
      performance: row.ratingPerformance,
      teamplay: row.ratingTeamplay,
      courtesy: row.ratingCourtesy,
    }));
    const token = { as: viewer };
    const post = (path: string) => api.call('POST', path, { ...token, body: [...PLAYERS, 1] });
    expect((await post('/api/player/karmas-full')).text).toBe(sentText(metrics));
    const karmas = Object.fromEntries(metrics.map(({ id, karma }) => [String(id), karma]));
    expect((await post('/api/player/karmas')).text).toBe(JSON.stringify(karmas));
    for (const { id, username, clan, gameKarma, siteKarma, optedOut, wgHidden } of known) {
      const karma = gameKarma === null || siteKarma === null ? null : gameKarma + siteKarma;
      const hidden = optedOut || wgHidden ? { hidden: true } : {};
      const { json } = await get(`/api/player/search/${username}`, viewer);
      const expected = { id, username, clan: clan?.clanInfo ?? null, karma, ...hidden };
      expect(JSON.stringify(json[0])).toBe(JSON.stringify(expected));
    }
  });

  test('lists have the posts that this viewer finds, with their times and tickets', async () => {
    const all = await readAll();
    for (const id of PLAYERS) {
      const isHidden = all.players.get(id)?.optedOut && viewer !== id && !STAFF.includes(viewer ?? 0);
      const received = all.posts.filter((post) => post.playerId === id && !isHidden);
      await expectList(`${id}/received`, received, viewer);
      await expectList(
        `${id}/sent`,
        all.posts.filter((post) => post.authorId === id),
        viewer,
      );
    }
  });
});
