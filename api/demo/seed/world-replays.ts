/** Invented replays of one region: real files of a dozen battles, each with its players on board, and the posts about them. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { brotliDecompressSync, deflateSync } from 'node:zlib';
import { encodeReplay } from 'wows-replay/encode/encode-replay';
import { CURRENT_LAYOUT } from 'wows-replay/encode/layouts';
import type { Timeline } from 'wows-replay/timeline';
import { registerFonts } from '#api/base/fonts.ts';
import type { replays } from '#api/db/replay-schema.ts';
import { FIXED_ACCOUNTS } from '#api/demo/accounts.ts';
import { createRandom, type Random } from '#api/demo/random.ts';
import { crewedBattle } from '#api/demo/seed/crew.ts';
import type { World } from '#api/demo/seed/world.ts';
import type { Encounter } from '#api/demo/seed/world-battles.ts';
import type { ClanRow } from '#api/demo/seed/world-players.ts';
import type { InventedPost } from '#api/demo/seed/world-posts.ts';
import { decodedFile } from '#api/model/replays/decoded-file.ts';
import { thumbnailOf } from '#api/model/replays/draw-thumbnail.ts';
import { columnsOf, thumbnailColumns } from '#api/model/replays/parts.ts';
import { REPLAY_STATE } from '#lib/schemas/replay.ts';
import { REPLAY_EXTENSION } from '#lib/schemas/replay-upload.ts';

type ReplayRow = typeof replays.$inferInsert;

/** Replays with their files. */
export interface InventedReplays {
  /** The rows of each battle's replays; `shared` are columns of all of them, too. */
  battles: { rows: ReplayRow[]; shared: Awaited<ReturnType<typeof storeBattle>>['shared'] }[];
  /** Replays, timelines, thumbnails and one video. The rows name them by SHA-256. */
  files: Uint8Array[];
}

/** The battle whose posts have its video. Posts of all others, the newest among them, show the battle itself. */
export const FILMED_BATTLE = 1;
/**
 * Posts with a thumbnail: the newest, and the newest about each fixed account. All of them
 * would take longer than everything else.
 */
const PICTURED = 100;
const PICTURED_OF_ACCOUNT = 10;
/** The video, which names ships instead of players; `npm run demo-video` renders it. */
export const VIDEO = new URL('./assets/battle.mp4', import.meta.url);

const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Invents a replay for every post that has one. Posts about the same battle have the same file. */
export async function inventReplays(world: World): Promise<InventedReplays> {
  const { posts, encounters } = world;
  const clans = new Map(world.clans.map((clan) => [clan.id, clan]));
  const video = new Uint8Array(await readFile(VIDEO));
  const videoSha256 = sha256Of(video);
  // One source for all ids, since its seeds have only 32 bits.
  const random = createRandom(`replays of ${posts[0]?.id}`);
  const invented: InventedReplays = { battles: [], files: [video] };
  const aboutFixed = FIXED_ACCOUNTS.flatMap(({ id }) =>
    posts.filter(({ playerId }) => playerId === id).slice(-PICTURED_OF_ACCOUNT),
  );
  const pictured = new Set([...posts.slice(-PICTURED), ...aboutFixed]);
  if (pictured.size > 0) registerFonts();
  for (const [index, ofBattle] of Map.groupBy(posts, (post) => post.battle)) {
    const encounter = encounters[index ?? -1];
    if (!encounter) continue;
    const battle = await storeBattle(encounter, clans);
    const isFilmed = index === FILMED_BATTLE;
    const drawnFor = (post: InventedPost) => {
      const thumbnail = pictured.has(post) && battle.timeline && thumbnailOf(battle.timeline, post);
      if (!thumbnail) return thumbnailColumns(null);
      const { bytes, shown } = thumbnail;
      invented.files.push(bytes);
      return thumbnailColumns({ sha256: sha256Of(bytes), shown });
    };
    const rows = ofBattle.map(
      (post): ReplayRow => ({
        ...inventRow(random, post),
        ...drawnFor(post),
        ...battle.columnsOf(post),
        minimapSha256: isFilmed ? videoSha256 : null,
        state: isFilmed ? REPLAY_STATE.ready : REPLAY_STATE.notReady,
      }),
    );
    invented.files.push(...battle.files);
    invented.battles.push({ rows, shared: battle.shared });
  }
  return invented;
}

/** Encodes a battle and decodes its file again, so that the database has what it would have after an upload. */
async function storeBattle(encounter: Encounter, clans: ReadonlyMap<number, ClanRow>) {
  const content = encodeReplay(crewedBattle(encounter, clans), CURRENT_LAYOUT, { deflate: deflateSync });
  const { timeline, tracks, vehicle: _vehicle, ...parts } = await decodedFile(content, []);
  const sha256 = sha256Of(content);
  const timelineSha256 = timeline && sha256Of(timeline);
  // Names are needed only for files without account ids.
  const party = (id: number) => ({ id, username: '' });
  const plain = timeline && (JSON.parse(brotliDecompressSync(timeline).toString()) as Timeline);
  return {
    timeline: plain,
    files: [content, ...(timeline ? [timeline] : [])],
    shared: { ...parts, ...(tracks && { tracks }) },
    columnsOf: ({ authorId, playerId }: InventedPost) => ({
      ...{ fileSize: content.length, sha256, timelineSha256 },
      ...columnsOf(parts, party(authorId), party(playerId)),
    }),
  };
}

function inventRow(random: Random, { id: postId, createdAt }: InventedPost) {
  const id = random.guid();
  const fileName = `battle-${id.slice(0, 8)}${REPLAY_EXTENSION}`;
  return { id, postId, fileName, createdAt, processedAt: createdAt };
}
