/** `npm run check-texts`: names what is wrong with the editors' files and what pages will not show of them. */
import { checkTexts } from '#lib/content/static-content-files.ts';
import { PlainFailure } from '#scripts/support/plain-failure.ts';
import { runScript } from '#scripts/support/processes.ts';

await runScript(async () => {
  const { broken, dropped } = checkTexts();
  const found = [...broken, ...dropped];
  if (found.length > 0) throw new PlainFailure(found.join('\n'));
  console.log('Pages show everything in the texts.');
});
