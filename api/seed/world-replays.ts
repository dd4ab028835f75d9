/** Invented replays of one region: real files, with the post's author and player in their rosters. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { replays } from '#api/db/replay-schema.ts';
import type { DecodedParts } from '#api/replays/decoder.ts';
import { createRandom, type Random } from '#api/seed/random.ts';
import type { Battle, Participant } from '#api/seed/replay-encoder/battle.ts';
import { encodeReplay } from '#api/seed/replay-encoder/encode-replay.ts';
import { CURRENT_LAYOUT } from '#api/seed/replay-encoder/layouts.ts';
import { SHIPS } from '#api/seed/texts.ts';
import type { World } from '#api/seed/world.ts';
import type { ClanRow, PlayerRow } from '#api/seed/world-players.ts';
import type { PostRow } from '#api/seed/world-posts.ts';
import { DECODER_VERSION } from '#lib/replay/battle/facts.ts';
import { REPLAY_EXTENSION, REPLAY_STATE } from '#lib/schemas/replay.ts';

/** Rows of replays with their files. */
export interface InventedReplays {
  replays: (typeof replays.$inferInsert)[];
  /** Replays and one video. The rows name them by SHA-256. */
  files: Uint8Array[];
}

const TEAM_SIZE = 12;
/** One in this many replays has a minimap. */
const MINIMAP_EVERY = 8;
const MINIMAP = new URL('./assets/sample-minimap.mp4', import.meta.url);

const CHAT = [
  'o7',
  'good luck all',
  'need smoke at B',
  'on my way',
  'focus the cruiser at C',
  'wp',
  'radar in 20 s',
  'gg wp',
  'behind you',
] as const;
const GROUPS = ['battle_team', 'battle_team', 'battle_common', 'battle_prebattle'] as const;

/** Two teams of players, recorded by the author. One post in seven is about a player who was not in the battle. */
function inventBattle(
  random: Random,
  post: PostRow,
  players: Map<number, PlayerRow>,
  others: PlayerRow[],
  clans: Map<number, ClanRow>,
): Battle {
  const met = random.chance(6 / 7);
  const known = [post.authorId, ...(met ? [post.playerId] : [])].map((id) => players.get(id));
  const seats = new Set(known.filter((player) => player !== undefined));
  while (seats.size < TEAM_SIZE * 2) seats.add(random.pick(others));
  const participants = [...seats].map((player, index): Participant => {
    const clan = player.clanId == null ? undefined : clans.get(player.clanId);
    const teamId = index % 2;
    return {
      id: 537_000_000 + index * 2,
      avatarId: 800_000 + index * 4,
      accountId: player.id,
      name: player.username,
      clanId: clan?.id ?? 0,
      clanTag: clan?.tag ?? '',
      teamId,
      shipId: 700_000 + index * 4,
      shipParamsId: 4_100_000_000 + random.between(0, SHIPS.length - 1) * 1_048_576,
      relation: index === 0 ? 0 : teamId === 0 ? 1 : 2,
      isBot: false,
    };
  });
  const chat = Array.from({ length: random.between(0, 14) }, () => ({
    from: random.between(0, participants.length - 1),
    group: random.pick(GROUPS),
    text: random.pick(CHAT),
  }));
  return { participants, chat };
}

/** What the decoder would read from the battle's file. Decoding every file would double the seeding time. */
function decodedForm({ participants, chat }: Battle): DecodedParts {
  return {
    players: participants.map(({ relation: _relation, isBot: _isBot, ...player }) => player),
    chatMessages: chat.map(({ from, group, text }) => {
      const speaker = typeof from === 'number' ? participants[from] : undefined;
      return {
        playerId: speaker?.accountId ?? 0,
        username: speaker?.name ?? null,
        messageGroup: group,
        messageContent: text,
      };
    }),
  };
}

const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Invents a replay for every post that has one. */
export async function inventReplays(world: World): Promise<InventedReplays> {
  const players = new Map(world.players.map((player) => [player.id, player]));
  const clans = new Map(world.clans.map((clan) => [clan.id, clan]));
  const minimap = new Uint8Array(await readFile(MINIMAP));
  const minimapSha256 = sha256Of(minimap);
  const invented: InventedReplays = { replays: [], files: [minimap] };
  for (const [index, post] of world.posts.filter((candidate) => candidate.hasReplay).entries()) {
    const random = createRandom(post.id);
    const battle = inventBattle(random, post, players, world.players, clans);
    const content = encodeReplay(battle, CURRENT_LAYOUT);
    const replayId = random.guid();
    const rendered = index % MINIMAP_EVERY === 0;
    invented.files.push(content);
    invented.replays.push({
      id: replayId,
      postId: post.id,
      fileName: `battle-${replayId.slice(0, 8)}${REPLAY_EXTENSION}`,
      fileSize: content.length,
      sha256: sha256Of(content),
      minimapSha256: rendered ? minimapSha256 : null,
      ...decodedForm(battle),
      decoderVersion: DECODER_VERSION,
      state: rendered ? REPLAY_STATE.ready : REPLAY_STATE.notReady,
      createdAt: post.createdAt,
      processedAt: post.createdAt,
    });
  }
  return invented;
}
