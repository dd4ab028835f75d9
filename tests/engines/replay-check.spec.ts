import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { encodeReplay } from 'wows-replay/encode/encode-replay';
import { CURRENT_LAYOUT } from 'wows-replay/encode/layouts';
import { makeBattle } from 'wows-replay/encode/sample-battle';
import { button, shownText, signIn } from '#tests/engines/actions.ts';
import { expect, test } from '#tests/engines/engine-test.ts';

const AUTHOR = { accountId: 500_000_008, name: 'Hood_Clanless' };
/** Tests of an engine share a browser: the author may have a draft about the player of another test. */
const SUBJECT = { accountId: 500_000_010, name: 'Jutland_Admin' };
const REPLAY = { role: 'file', name: /^Replay/ } as const;

test('The editor checks a picked replay, and refuses other files', async ({ tab: page, shot }) => {
  const battle = makeBattle({ players: 4 });
  const people = [AUTHOR, SUBJECT];
  const participants = battle.participants.map((one, index) => ({ ...one, ...people[index] }));
  const folder = await mkdtemp(path.join(os.tmpdir(), 'replay-'));
  const [replay, other] = [path.join(folder, 'battle.wowsreplay'), path.join(folder, 'battle.mp4')];
  await writeFile(replay, encodeReplay({ ...battle, participants }, CURRENT_LAYOUT));
  await writeFile(other, 'not a replay');

  await signIn(page, AUTHOR.name, `/player/${SUBJECT.accountId},${SUBJECT.name}`);
  await page.click(button('New Post'));
  await page.see(REPLAY);
  await page.upload(REPLAY, replay);
  await expect.poll(() => shownText(page)).toContain('Both shown, on opposing teams.');
  expect(await shownText(page)).toContain('Tierra del Fuego');
  await shot('replay-check');
  await page.upload(REPLAY, other);
  await expect.poll(() => shownText(page)).toContain('The file extension must be .wowsreplay.');
  await rm(folder, { recursive: true });
});
