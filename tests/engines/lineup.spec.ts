import { utimes, writeFile } from 'node:fs/promises';
import { makeBattle } from 'wows-replay/encode/sample-battle';
import { button, dialog, shownText, signIn } from '#tests/engines/actions.ts';
import { expect, test } from '#tests/engines/engine-test.ts';
import { arenaInfo } from '#tests/support/lineup-file.ts';

test('A chosen file shows who is in the battle', async ({ tab: page, shot }, testInfo) => {
  const battle = makeBattle({ players: 4, bots: 2 });
  for (const [index, name] of [
    'Aurora_Captain',
    'Borodino_Gunner',
    'Cossack_Mod',
    'Emden_OptedOut',
  ].entries())
    Object.assign(battle.participants[index] ?? {}, { name });
  const file = testInfo.outputPath('tempArenaInfo.json');
  await writeFile(file, arenaInfo(battle));
  // Older than any battle, so that the user may end it.
  const before = Date.now() / 1000 - 3_600;
  await utimes(file, before, before);
  await signIn(page, 'Aurora_Captain', '/battle');
  expect(await shownText(page)).not.toContain('Watch the replays folder');
  await page.upload({ role: 'file', name: /tempArenaInfo/ }, file);
  await page.see({ role: 'heading', name: 'Other team' });
  await expect.poll(() => shownText(page)).toContain('Courtesy');
  await shot('battle-running');
  await page.click(button('The battle is over'));
  await page.click(button('It is over'));
  await page.see(button('Rate Emden_OptedOut'));
  await shot('battle-over');
  await page.click(button('Rate Borodino_Gunner'));
  await page.see(dialog('Write a post about Borodino_Gunner'));
});
