import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { adviceOn } from '#lib/domain/advice/advice.ts';
import { NEUTRAL_FLAIRS } from '#lib/domain/flairs.ts';
import { decodeReplay } from '#lib/replay/decode-replay.ts';
import { hasRepeatedAccount } from '#lib/replay/repeated-account.ts';
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
  test.runIf(manifest.length > 0)(
    'decode as in their manifest, each within a second, with every participant once',
    { timeout: 120_000 },
    async () => {
      expect(manifest).toHaveLength(14);
      for (const expected of manifest) {
        const { file } = expected;
        const replay = await inTime(() => decodeReplay(readFileSync(join(FOLDER, file))));
        const { header, players, chatMessages, source } = replay;
        expect({
          file,
          version: header.clientVersionFromExe,
          matchGroup: header.matchGroup,
          vehicles: header.vehicles.length,
          chatMessages: chatMessages.length,
          ...replay.details,
        }).toEqual(expected);
        // Assertions print only the file name, because a comparison would print people's names.
        const nameOf = new Map(header.vehicles.map((vehicle) => [vehicle.id, vehicle.name]));
        expect(source, file).toBe('payload');
        expect(players.length, file).toBe(header.vehicles.length);
        expect(new Set(players.map((player) => player.id)).size, file).toBe(players.length);
        const wrong = players.filter(
          ({ id, name, accountId, clanId, clanTag }) =>
            nameOf.get(id) !== name ||
            !(accountId > 0 || name.startsWith(':') || id < 0) ||
            clanId > 0 !== (clanTag !== ''),
        );
        expect(wrong.length, file).toBe(0);
        const unnamed = chatMessages.filter(
          ({ isSystemText, playerId, username }) => !isSystemText && !(playerId > 0 && username !== null),
        );
        expect(unnamed.length, file).toBe(0);
        expect(hasRepeatedAccount(replaySummary(replay)), file).toBe(false);
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
            hasReplay: true,
            postedAt: Date.parse(`${replay.facts.playedAt}Z`),
            replay,
          });
        for (const { name, accountId } of others) expect(advice(partyOf(name, accountId)), file).toEqual([]);
        expect(advice(partyOf('Nobody_Aboard')), file).toEqual(['player-not-shown']);
      }
    },
  );
});
