import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { button, shownText, signIn } from '#tests/engines/actions.ts';
import { expect, test } from '#tests/engines/engine-test.ts';
import { replayFile } from '#tests/support/replay-file.ts';

const AUTHOR = { accountId: 500_000_008, name: 'Hood_Clanless' };
/** Tests of an engine share a browser: the author may have a draft about the player of another test. */
const SUBJECT = { accountId: 500_000_010, name: 'Jutland_Admin' };
const REPLAY = { role: 'file', name: /^Replay/ } as const;

test('The editor checks a picked replay, and refuses other files', async ({ tab: page, shot }) => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'replay-'));
  const [replay, other] = [path.join(folder, 'battle.wowsreplay'), path.join(folder, 'battle.mp4')];
  await writeFile(replay, replayFile(AUTHOR, SUBJECT));
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
