import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { FIXED_ACCOUNTS } from '#api/seed/accounts.ts';
import texts from '#api/seed/data/texts.json' with { type: 'json' };
import { inventWorld } from '#api/seed/world.ts';
import { inventReplays } from '#api/seed/world-replays.ts';
import { DAY_MS } from '#lib/domain/time.ts';
import { REGION_IDS } from '#lib/regions.ts';
import { decodeReplay } from '#lib/replay/decode-replay.ts';
import { replaySummary } from '#lib/replay/replay-summary.ts';
import { MOD_ACTION_TYPE } from '#lib/schemas/moderation.ts';
import { PostCreateSchema } from '#lib/schemas/post.ts';

const NOW = Date.parse('2026-03-01T12:00:00Z');
const SMALL = { players: 120, posts: 300 };
const eu = inventWorld('eu', NOW);
const idOf = (username: string): number =>
  FIXED_ACCOUNTS.find((account) => account.username === username)?.id ?? 0;

const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe('The invented world', () => {
  test('depends on the region and the time, and on the time only for its dates', () => {
    expect(inventWorld('na', NOW, SMALL)).toEqual(inventWorld('na', NOW, SMALL));
    expect(inventWorld('na', NOW + 1, SMALL)).not.toEqual(inventWorld('na', NOW, SMALL));
    expect(inventWorld('na', NOW + 1, SMALL).posts.map(({ title }) => title)).toEqual(
      inventWorld('na', NOW, SMALL).posts.map(({ title }) => title),
    );
    expect(inventWorld('eu', NOW, SMALL)).not.toEqual(inventWorld('na', NOW, SMALL));
  });

  test('has two thousand players, sixty clans and five thousand posts over two years', () => {
    expect([eu.players.length, eu.clans.length, eu.posts.length]).toEqual([2000, 60, 5000]);
    const times = eu.posts.map((post) => post.createdAt.getTime());
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(Math.max(...times)).toBeLessThan(NOW);
    expect(NOW - Math.min(...times)).toBeGreaterThan(700 * DAY_MS);
  });

  test('has every combination of flairs, locks, replay and ticket', () => {
    const combinations = new Set(
      eu.posts.map((post) =>
        [post.flairs, post.modLocked, post.readOnly, post.hasReplay, post.ticketId !== null].join(),
      ),
    );
    expect(combinations.size).toBe(27 * 2 * 2 * 2 * 2);
  });

  test('keeps every post within the limits of the form', () => {
    const broken = eu.posts.filter(
      ({ authorId, playerId, flairs, title, content, ticketId }) =>
        !PostCreateSchema.safeParse({
          author: { id: authorId },
          player: { id: playerId },
          flairs,
          title,
          content,
          supportTicketStatus: { hasTicket: ticketId !== null, ticketId },
        }).success,
    );
    expect(broken).toEqual([]);
  });

  test('gives moderators reasons that fit the action', () => {
    for (const { actionType, reason } of eu.modActions) {
      const kind = actionType === MOD_ACTION_TYPE.update ? 'update' : 'delete';
      expect(texts.reasons[kind]).toContain(reason);
    }
    for (const { reason } of eu.bans) expect(texts.reasons.ban).toContain(reason);
  });

  test('sums up the karma of visible posts (Rule 10.4)', () => {
    const sums = new Map<number, number>();
    for (const post of eu.posts)
      sums.set(post.playerId, (sums.get(post.playerId) ?? 0) + (post.appliedSiteKarma ?? 0));
    for (const player of eu.players) expect(player.siteKarma).toBe(sums.get(player.id) ?? 0);
    expect(eu.posts.filter((post) => post.modLocked && post.appliedSiteKarma !== 0)).toEqual([]);
  });

  test('has no posts between the first two accounts, and none of the clanless one', () => {
    const [aurora, borodino, hood] = ['Aurora_Captain', 'Borodino_Gunner', 'Hood_Clanless'].map(idOf);
    const pairs = eu.posts.map((post) => [post.authorId, post.playerId]);
    expect(
      pairs.filter((pair) => pair.includes(aurora as number) && pair.includes(borodino as number)),
    ).toEqual([]);
    expect(pairs.filter((pair) => pair.includes(hood as number))).toEqual([]);
    expect(eu.players.find((player) => player.id === hood)?.clanId).toBe(null);
  });

  test.each(REGION_IDS)('has unique ids and names in %s', (region) => {
    const { players, clans } = inventWorld(region, NOW, SMALL);
    for (const rows of [players, clans]) expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    expect(new Set(clans.map(({ tag }) => tag)).size).toBe(clans.length);
    const names = players.map(({ username }) => username.toLowerCase());
    expect(new Set(names).size).toBe(names.length);
  });

  test('stores what the decoder reads from each replay file, including the author', async () => {
    const world = inventWorld('sea', NOW, SMALL);
    const { replays, files } = await inventReplays(world);
    expect(replays.length).toBe(world.posts.filter((post) => post.hasReplay).length);
    for (const replay of replays.slice(0, 5)) {
      const file = files.find((bytes) => sha256Of(bytes) === replay.sha256) as Uint8Array;
      const decoded = replaySummary(await decodeReplay(file));
      expect(decoded).toMatchObject({ players: replay.players, chatMessages: replay.chatMessages });
      const author = world.posts.find((post) => post.id === replay.postId)?.authorId;
      expect(decoded.players.map((player) => player.accountId)).toContain(author);
    }
  });
});
