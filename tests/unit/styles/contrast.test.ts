/** Contrast of the colours in `tokens.css`, in both themes. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { COLORS, TONES as PICTURE_TONES } from '#api/calls/previews/colors.ts';
import { contrast } from '#lib/domain/tag-colors.ts';

const TEXT_MIN = 4.5;
const SHAPE_MIN = 3;
const SURFACE_MIN = 1.15;

const read = (file: string) => readFileSync(path.join(import.meta.dirname, '../../../src', file), 'utf8');
const css = read('styles/tokens.css');

/** The colours of a theme by token. A token without `light-dark()` has one colour for both. */
function colorsOf(theme: 'light' | 'dark'): (token: string) => number {
  const tokens = css.matchAll(/--([\w-]+): (?:light-dark\()?#(\w{6})(?:, #(\w{6})\))?;/g);
  const colors = new Map(
    [...tokens].map(([, name, light = '', dark = light]) => [name, theme === 'light' ? light : dark]),
  );
  return (token) => Number.parseInt(colors.get(token) ?? '', 16);
}

const SURFACES = ['deck-sunken', 'sea', 'deck', 'deck-raised', 'hover'];
const INKS = ['ink', 'ink-soft', 'ink-faint'];
const TONES = ['positive', 'negative', 'warning'];
const TEXTS = [...INKS, ...TONES, 'accent', 'accent-strong', 'brass'];

const pairs = (fronts: readonly string[], backs: readonly string[]): [string, string][] =>
  fronts.flatMap((front) => backs.map((back): [string, string] => [front, back]));

const TEXT_PAIRS = [
  ...pairs(TEXTS, SURFACES),
  ...TONES.flatMap((tone) => pairs([...INKS, tone, 'accent', 'accent-strong'], [`${tone}-wash`])),
  ...pairs([...INKS, 'accent', 'accent-strong'], ['accent-wash']),
  ...pairs(['on-accent'], ['accent', 'accent-strong']),
  ...pairs(['on-hull', 'on-hull-soft', 'on-hull-brass'], ['hull']),
];
/** Borders of controls, focus rings and marks of what is selected. */
const SHAPE_PAIRS = pairs(['line-strong', 'focus', 'accent', 'brass'], SURFACES);

describe.each(['light', 'dark'] as const)('%s', (theme) => {
  const color = colorsOf(theme);

  it.each(TEXT_PAIRS)('%s is legible on %s (Rule 26.2)', (text, surface) => {
    expect(contrast(color(text), color(surface))).toBeGreaterThanOrEqual(TEXT_MIN);
  });

  it.each(SHAPE_PAIRS)('%s is visible on %s (Rule 26.2)', (shape, surface) => {
    expect(contrast(color(shape), color(surface))).toBeGreaterThanOrEqual(SHAPE_MIN);
  });

  it('60 % of ink is visible on a card (Rule 30.68)', () => {
    const mixed = [16, 8, 0].reduce((sum, shift) => {
      const [ink = 0, deck = 0] = ['ink', 'deck'].map((token) => (color(token) >> shift) & 255);
      return sum + (Math.round(0.6 * ink + 0.4 * deck) << shift);
    }, 0);
    expect(contrast(mixed, color('deck'))).toBeGreaterThanOrEqual(SHAPE_MIN);
  });
});

const SURFACE_PAIRS = SURFACES.flatMap((one, index) => pairs([one], SURFACES.slice(index + 1)));

it.each(SURFACE_PAIRS)('%s and %s differ in dark (Rule 26.2)', (one, other) => {
  const color = colorsOf('dark');
  expect(contrast(color(one), color(other))).toBeGreaterThanOrEqual(SURFACE_MIN);
});

/** They are on the hull in both themes, for which the tones of the deck are too dark in the light one. */
it.each(['AccountMenu', 'ModerationLink', 'ThemeSwitch'])(
  '%s has no text of the deck (Rule 26.2)',
  (part) => {
    expect(read(`islands/frame/${part}.tsx`)).not.toMatch(/["' ](positive|negative|warning|soft)["' ]/);
  },
);

it.each([
  ['post-view/ChatLog', 'All'],
  ['post-view/ChatLog', 'Team'],
  ['post-view/ChatLog', 'Division'],
  ['post-view/ReplaySection', 'author'],
  ['post-view/ReplaySection', 'player'],
  ['ui/Badge', 'accent'],
  ['ui/Badge', 'badge'],
])('%s.%s has no colour of karma (Rule 26.4)', (part, name) => {
  const [, style] = new RegExp(`\\.${name} \\{([^}]+)\\}`).exec(read(`islands/${part}.module.css`)) ?? [];
  expect(style).toMatch(/background/);
  expect(style).not.toMatch(/positive|negative|warning|#/);
});

it.each([
  ['light', 'hull', COLORS.hull],
  ['light', 'on-hull', COLORS.ink],
  ['light', 'on-hull-soft', COLORS.soft],
  ['light', 'on-hull-brass', COLORS.brass],
  ['dark', 'hull', COLORS.tile],
  ['dark', 'line', COLORS.line],
  ['dark', 'positive', PICTURE_TONES.positive],
  ['dark', 'negative', PICTURE_TONES.negative],
  ['dark', 'warning', PICTURE_TONES.warning],
] as const)('pictures of previews use the %s theme’s %s (Rule 23.7)', (theme, token, drawn) => {
  expect(Number.parseInt(drawn.slice(1), 16)).toBe(colorsOf(theme)(token));
});
