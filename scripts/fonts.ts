/**
 * `npm run fonts`: cuts the display face of the pages from the packaged Exo 2. Its files are in the repository, so this
 * runs only when the characters, the weights or the package change.
 */
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import subsetFont from 'subset-font';
import { runScript } from '#scripts/support/processes.ts';
import { ROOT } from '#scripts/support/settings.ts';

const SOURCE = path.join(ROOT, 'node_modules/@fontsource-variable/exo-2');
const TARGET = path.join(ROOT, 'src/styles/fonts');

function between(first: string, last: string): string {
  const [from = 0, to = 0] = [first, last].map((each) => each.codePointAt(0));
  return String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, index) => from + index));
}

/** The characters of headings, names and figures. `src/styles/fonts.css` declares the same ranges. */
const LATIN = `${between(' ', '~')}\u00a0«±·»–—‘’“”„•…−ÄÅÆÇÈÉÑÖØÜß${between('à', 'ö')}øùúûü`;
const CYRILLIC = `${between('А', 'я')}ЁЄІЇёєіїҐґ`;

/** Only names are written in Cyrillic, all in one weight, so that file needs no axis. */
const FILES = [
  { script: 'latin', characters: LATIN, weight: { min: 500, max: 800 }, features: ['kern', 'tnum'] },
  { script: 'cyrillic', characters: CYRILLIC, weight: 700, features: ['kern'] },
];

await runScript(async () => {
  for (const { script, characters, weight, features } of FILES) {
    const font = await readFile(path.join(SOURCE, `files/exo-2-${script}-wght-normal.woff2`));
    const subset = await subsetFont(font, characters, {
      targetFormat: 'woff2',
      variationAxes: { wght: weight },
      keepFeatures: features,
      noHinting: true,
    });
    await writeFile(path.join(TARGET, `exo-2-${script}.woff2`), subset);
    console.log(`exo-2-${script}.woff2: ${subset.length} bytes`);
  }
  await copyFile(path.join(SOURCE, 'LICENSE'), path.join(TARGET, 'LICENSE'));
});
