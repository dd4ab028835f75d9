import { createHash } from 'node:crypto';
import { brotliDecompressSync } from 'node:zlib';
import { millisecondsInDay } from 'date-fns/constants';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { decodeReplay } from 'wows-replay';
import { replaySummary } from 'wows-replay/summary';
import { TimelineSchema } from 'wows-replay/timeline';
import { FIXED_ACCOUNTS } from '#api/demo/accounts.ts';
import { inventWorld } from '#api/demo/seed/world.ts';
import type { Encounter } from '#api/demo/seed/world-battles.ts';
import { FILMED_BATTLE, inventReplays } from '#api/demo/seed/world-replays.ts';
import { frameTimes } from '#api/jobs/replays/video.ts';
import { packFlairs } from '#lib/domain/flairs.ts';
import { REGION_IDS } from '#lib/regions.ts';
import { PostCreateSchema } from '#lib/schemas/written-post.ts';

const NOW = Date.parse('2026-03-01T12:00:00Z');
const VIDEO_FRAMES_PER_SECOND = 20;
const SMALL = { players: 120, posts: 300 };
const eu = inventWorld('eu', NOW);
const replaysOfEu = inventReplays(eu);
/** Packed flairs that are all neutral. */
const NEUTRAL = packFlairs({ performance: null, teamplay: null, courtesy: null });
const idOf = (username: string): number =>
  FIXED_ACCOUNTS.find((account) => account.username === username)?.id ?? 0;

/** Length of an MP4 file: its `mvhd` box has a scale and a number of units. */
function secondsOf(video: Uint8Array): number {
  const bytes = Buffer.from(video);
  const scale = bytes.indexOf('mvhd') + 16;
  return bytes.readUInt32BE(scale + 4) / bytes.readUInt32BE(scale);
}

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

  test.each([
    ['Europe/Berlin', '2026-03-30T12:00:00Z'],
    ['America/New_York', '2026-11-02T12:00:00Z'],
  ])('is the same in %s, also when clocks change', (zone, now) => {
    onTestFinished(() => void vi.unstubAllEnvs());
    vi.stubEnv('TZ', 'UTC');
    const expected = inventWorld('eu', Date.parse(now), SMALL);
    vi.stubEnv('TZ', zone);
    expect(inventWorld('eu', Date.parse(now), SMALL)).toEqual(expected);
  });

  test('has reports, one of a player about a post, also in a small region', () => {
    const reportsOf = ({ reports }: typeof eu) =>
      reports.map(({ postId, reporterId }) => `${postId} ${reporterId}`);
    for (const seed of ['eu', 'na', 'cis', 'sea'] as const) {
      const few = reportsOf(inventWorld(seed, NOW, { players: 80, posts: 300 }));
      expect(new Set(few).size).toBe(few.length);
    }
    expect(reportsOf(eu)).toHaveLength(7);
  });

  test('has a few posts that do not count yet, all in the queue', () => {
    const held = eu.posts.filter((post) => post.held).map(({ id }) => id);
    expect(held.length).toBeGreaterThan(2);
    expect(eu.reviews.map(({ postId }) => postId)).toEqual(expect.arrayContaining(held));
  });

  test('has two thousand players, sixty clans and five thousand posts over two years', () => {
    expect([eu.players.length, eu.clans.length, eu.posts.length]).toEqual([2000, 60, 5000]);
    const times = eu.posts.map((post) => post.createdAt.getTime());
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(Math.max(...times)).toBeLessThan(NOW);
    expect(NOW - Math.min(...times)).toBeGreaterThan(700 * millisecondsInDay);
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

  test('sums up the karma of visible posts (Rule 10.4)', () => {
    const sums = new Map<number, number>();
    for (const post of eu.posts)
      sums.set(post.playerId, (sums.get(post.playerId) ?? 0) + (post.appliedSiteKarma ?? 0));
    for (const player of eu.players) expect(player.siteKarma).toBe(sums.get(player.id) ?? 0);
    const without = eu.posts.filter(({ modLocked, held }) => modLocked || held);
    expect(without.filter(({ appliedSiteKarma }) => appliedSiteKarma !== 0)).toEqual([]);
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

  test('has a replay for nearly every post with a flair, and one file per battle (Rule 25.11)', async () => {
    const withFlair = eu.posts.filter(({ flairs }) => flairs !== NEUTRAL);
    expect(withFlair.filter((post) => post.hasReplay).length / withFlair.length).toBeGreaterThan(0.9);
    const { battles, files } = await replaysOfEu;
    expect(battles).toHaveLength(12);
    const rows = battles.flatMap((battle) => battle.rows);
    const thumbnails = new Set(rows.flatMap(({ thumbnailSha256 }) => thumbnailSha256 ?? []));
    expect(thumbnails.size).toBeGreaterThan(20);
    // A file and a timeline of each battle, one video, and thumbnails of the newest posts.
    expect(new Set(files.map(sha256Of)).size).toBe(12 + 12 + 1 + thumbnails.size);
    expect(rows.map(({ postId }) => postId).sort()).toEqual(
      eu.posts
        .filter((post) => post.hasReplay)
        .map(({ id }) => id)
        .sort(),
    );
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  });

  test('stores what the decoder reads from each file, and its timeline (Rule 25.12)', async () => {
    const { battles, files } = await replaysOfEu;
    const fileOf = new Map(files.map((bytes) => [sha256Of(bytes), bytes]));
    for (const { rows, shared } of battles) {
      const [row] = rows;
      const packed = fileOf.get(row?.timelineSha256 ?? '') as Uint8Array;
      const timeline = TimelineSchema.parse(JSON.parse(brotliDecompressSync(packed).toString()));
      expect(timeline.ships.map(({ name, account }) => [name, account])).toEqual(
        shared.players.map(({ name, accountId }) => [name, accountId]),
      );
      expect(timeline.tracks.every((segments) => segments.length > 0)).toBe(true);
      expect(timeline.sinkings.length).toBeGreaterThan(3);
      expect(timeline.captures.length).toBeGreaterThan(0);
      expect(timeline.chat.length).toBeGreaterThan(0);
      expect(packed.length).toBeLessThan(32 * 1024);
      const file = new Uint8Array(fileOf.get(row?.sha256 ?? '') as Uint8Array);
      const { tracks, ...parts } = shared;
      expect(replaySummary(await decodeReplay(file))).toEqual(parts);
      expect(tracks?.length).toBeLessThan(4096);
    }
  });

  test('shows the author in each battle, and in the newest also the target (Rule 25.11)', async () => {
    const { battles } = await replaysOfEu;
    const postOf = new Map(eu.posts.map((post) => [post.id, post]));
    const parts = battles.flatMap(({ rows, shared }) =>
      rows.map(({ postId }) => ({
        post: postOf.get(postId),
        ids: shared.players.map((one) => one.accountId),
      })),
    );
    for (const { post, ids } of parts) expect(ids).toContain(post?.authorId);
    const absent = parts.filter(({ post, ids }) => !ids.includes(post?.playerId ?? 0));
    expect(absent.length).toBeGreaterThan(parts.length / 12);
    expect(Math.max(...absent.map(({ post }) => post?.createdAt.getTime() ?? 0))).toBeLessThan(
      NOW - millisecondsInDay,
    );
  });

  test('has the video of one battle, which is not the newest (Rule 25.13)', async () => {
    const { battles, files } = await replaysOfEu;
    const isFilmed = ({ minimapSha256 }: { minimapSha256?: string | null | undefined }) =>
      minimapSha256 !== null;
    const filmed = battles.filter(({ rows }) => rows.some(isFilmed));
    expect(filmed.map(({ rows }) => rows.every(isFilmed))).toEqual([true]);
    const ids = new Set(filmed[0]?.rows.map(({ postId }) => postId));
    const newest = eu.posts.filter((post) => post.hasReplay).slice(-30);
    expect(newest.filter(({ id }) => ids.has(id))).toEqual([]);
    // `npm run demo-video` renders it again when the battle has changed.
    const video = files.find((bytes) => sha256Of(bytes) === filmed[0]?.rows[0]?.minimapSha256);
    const { course } = (eu.encounters[FILMED_BATTLE] as Encounter).battle;
    const frames = frameTimes({ from: -course.countdown * 10, to: course.length * 10 }).length;
    expect(secondsOf(video as Uint8Array)).toBeCloseTo(frames / VIDEO_FRAMES_PER_SECOND, 1);
  });

  test('writes about battles that were over, in the ships that the players sailed', () => {
    for (const { createdAt, battle } of eu.posts.filter((post) => post.battle !== null)) {
      const { at, battle: fought } = eu.encounters[battle ?? 0] as Encounter;
      expect(createdAt.getTime()).toBeGreaterThan(at + fought.course.length * 1000);
    }
    const clocks = eu.posts.flatMap(({ content, battle }) => {
      const [, minutes, seconds] = /\b(\d{1,2}):(\d\d)\b/.exec(content) ?? [];
      return minutes === undefined ? [] : [{ battle, left: Number(minutes) * 60 + Number(seconds) }];
    });
    expect(clocks.length).toBeGreaterThan(eu.posts.length / 8);
    for (const { battle, left } of clocks) {
      const course = eu.encounters[battle ?? -1]?.battle.course;
      expect(course?.sinkings.map(({ at }) => Math.round(course.timeLimit - at))).toContain(left);
    }
  });
});
