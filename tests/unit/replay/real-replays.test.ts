import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { decodeReplay } from 'wows-replay';
import { replaySummary } from 'wows-replay/summary';
import { adviceOn } from '#lib/domain/advice/advice.ts';
import { NEUTRAL_FLAIRS } from '#lib/domain/flairs.ts';

/** Real files contain real people's data, so they are not part of the repository. */
const FOLDER = join(import.meta.dirname, '../../../../shared/replays');
const FILES = existsSync(FOLDER) ? readdirSync(FOLDER).filter((name) => name.endsWith('.wowsreplay')) : [];

test.runIf(FILES.length > 0)(
  'nothing is advised about the players of real replays, and that a stranger is not shown',
  { timeout: 120_000 },
  async () => {
    for (const file of FILES) {
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
