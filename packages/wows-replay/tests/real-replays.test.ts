import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { decodeReplay } from '../src/decode/decode-replay.ts';
import { replaySummary } from '../src/decode/replay-summary.ts';
import { hasRepeatedAccount } from '../src/replay.ts';
import { inTime } from './support/outcome.ts';

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
});
