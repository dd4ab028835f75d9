/** The fonts of pictures. Files and licence: `fonts/`, and the package with the alphabets of most names. */
import { createRequire } from 'node:module';
import path from 'node:path';
import { GlobalFonts } from '@napi-rs/canvas';

const PACKAGE = path.join(
  path.dirname(createRequire(import.meta.url).resolve('@fontsource/noto-sans/package.json')),
  'files',
);
const FOLDER = path.join(import.meta.dirname, 'fonts');

/** Parts of Noto Sans, regular and bold. */
const ALPHABETS = ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'vietnamese'];

/** Further scripts and emoji, regular only: bold text is drawn with thicker strokes. */
const SCRIPTS = {
  arabic: 'noto-sans-arabic-arabic',
  hebrew: 'noto-sans-hebrew-hebrew',
  thai: 'noto-sans-thai-thai',
  chinese: 'noto-sans-sc-chinese-simplified',
  japanese: 'noto-sans-jp-japanese',
  korean: 'noto-sans-kr-korean',
  emoji: 'noto-emoji-emoji',
} as const;

/** The face of the site's headings, whose letters are those of English, Western European and Cyrillic names. */
const DISPLAY = path.join(import.meta.dirname, '../../src/styles/fonts');
const DISPLAY_PARTS = ['exo-2-latin', 'exo-2-cyrillic'];

const family = (name: string): string => `Card ${name}`;

/** Loads the fonts into this process; throws when a file is missing or damaged. */
export function registerFonts(): void {
  const files = [
    ...ALPHABETS.flatMap((name) =>
      [400, 700].map((weight) => [name, path.join(PACKAGE, `noto-sans-${name}-${weight}-normal.woff2`)]),
    ),
    ...DISPLAY_PARTS.map((name) => [name, path.join(DISPLAY, `${name}.woff2`)]),
    ...Object.entries(SCRIPTS).map(([name, file]) => [name, path.join(FOLDER, `${file}-400-normal.woff2`)]),
  ] as [string, string][];
  for (const [name, file] of files)
    if (!GlobalFonts.registerFromPath(file, family(name))) throw new Error(`${file} is not a font.`);
}

const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** The font families for a text, as in CSS. Chinese and Japanese share characters that look different. */
export function fontFamilies(text = ''): string {
  const { chinese: _c, japanese: _j, ...others } = SCRIPTS;
  const eastAsian = KANA.test(text) ? ['japanese', 'chinese'] : ['chinese', 'japanese'];
  const names = [...ALPHABETS, ...eastAsian, ...Object.keys(others)];
  return `${names.map((name) => `"${family(name)}"`).join(', ')}, sans-serif`;
}

/** The font of a text; bold text is in the face of headings, where it has the letters. */
export const fontFor = (text: string, size: number, weight: 400 | 700): string =>
  `${weight} ${size}px ${weight === 700 ? DISPLAY_PARTS.map((name) => `"${family(name)}", `).join('') : ''}${fontFamilies(text)}`;
