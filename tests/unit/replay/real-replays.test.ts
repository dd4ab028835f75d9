import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { adviceOn } from '#lib/domain/advice/advice.ts';
import { NEUTRAL_FLAIRS } from '#lib/domain/flairs.ts';
import { decodeReplay } from '#lib/replay/decode-replay.ts';
import { replaySummary } from '#lib/replay/replay-summary.ts';
import { inTime } from '#tests/support/replay-encoder/outcome.ts';

/** Real files contain real people's data, so they are not part of the repository. */
const FOLDER = join(import.meta.dirname, '../../../../shared/replays');
const MANIFEST = join(FOLDER, 'MANIFEST.tsv');

interface Expected {
  file: string;
  version: string;
  matchGroup: string;
  vehicles: number;
  arenaLists: number[];
  chatMessages: number;
  arenaMethodId: number;
  chatMethodId: number | null;
  headerBlocks: number;
}

function readManifest(): Expected[] {
  if (!existsSync(MANIFEST)) return [];
  const [, ...lines] = readFileSync(MANIFEST, 'utf8').trim().split('\n');
  return lines.map((line) => {
    const [file, , version, matchGroup, vehicles, lists, chat, arenaMethod, chatMethod, blocks] =
      line.split('\t');
    return {
      file: file ?? '',
      version: version ?? '',
      matchGroup: matchGroup ?? '',
      vehicles: Number(vehicles),
      arenaLists: (lists ?? '').split('/').map(Number),
      chatMessages: Number(chat),
      arenaMethodId: Number(arenaMethod),
      chatMethodId: chatMethod ? Number(chatMethod) : null,
      headerBlocks: Number(blocks),
    };
  });
}

const manifest = readManifest();

describe('Real replays, if their folder is next to the repository', () => {
  test.runIf(manifest.length > 0)('are fourteen', () => {
    expect(manifest).toHaveLength(14);
  });

  test.runIf(manifest.length > 0)(
    'decode as in their manifest, each within a second (Rule 15.1)',
    { timeout: 120_000 },
    async () => {
      for (const expected of manifest) {
        const bytes = readFileSync(join(FOLDER, expected.file));
        const replay = await inTime(() => decodeReplay(bytes));
        expect({
          file: expected.file,
          version: replay.header.clientVersionFromExe,
          matchGroup: replay.header.matchGroup,
          vehicles: replay.header.vehicles.length,
          chatMessages: replay.chatMessages.length,
          ...replay.details,
        }).toEqual(expected);
      }
    },
  );

  test.runIf(manifest.length > 0)(
    'have every participant once, with an account id for each player',
    { timeout: 120_000 },
    async () => {
      for (const { file } of manifest) {
        const { header, players, chatMessages, source } = await decodeReplay(
          readFileSync(join(FOLDER, file)),
        );
        // Assertions print only the file name, because a comparison would print people's names.
        const nameOf = new Map(header.vehicles.map((vehicle) => [vehicle.id, vehicle.name]));
        expect(source, file).toBe('payload');
        expect(players.length, file).toBe(header.vehicles.length);
        expect(new Set(players.map((player) => player.id)).size, file).toBe(players.length);
        expect(
          players.every((player) => nameOf.get(player.id) === player.name),
          file,
        ).toBe(true);
        expect(
          players.every((player) => player.accountId > 0 || player.name.startsWith(':') || player.id < 0),
          file,
        ).toBe(true);
        expect(
          players.every((player) => player.clanId > 0 === (player.clanTag !== '')),
          file,
        ).toBe(true);
        expect(
          chatMessages
            .filter((message) => !message.isSystemText)
            .every((message) => message.playerId > 0 && message.username !== null),
          file,
        ).toBe(true);
      }
    },
  );

  test.runIf(manifest.length > 0)(
    'advise nothing about their own players, and that a stranger is not shown',
    { timeout: 120_000 },
    async () => {
      for (const { file } of manifest) {
        const replay = replaySummary(await decodeReplay(readFileSync(join(FOLDER, file))));
        const partyOf = (name: string | undefined, accountId = 1) => ({
          id: accountId,
          username: name ?? '',
        });
        const recorder = replay.players.find(({ name }) => name === replay.facts.recorder?.name);
        const others = replay.players.filter((one) => one.accountId > 0 && one !== recorder);
        const advice = (player: ReturnType<typeof partyOf>) =>
          adviceOn({
            author: partyOf(recorder?.name, recorder?.accountId),
            player,
            flairs: NEUTRAL_FLAIRS,
            postedAt: Date.parse(`${replay.facts.playedAt}Z`),
            replay,
          });
        for (const { name, accountId } of others) expect(advice(partyOf(name, accountId)), file).toEqual([]);
        expect(advice(partyOf('Nobody_Aboard')), file).toEqual(['player-not-shown']);
      }
    },
  );
});
