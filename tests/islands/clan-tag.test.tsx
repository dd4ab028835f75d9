import { readFileSync } from 'node:fs';
import path from 'node:path';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { ClanTag } from '#islands/ui/ClanTag.tsx';
import { contrast, leagueRgb, legibleOn } from '#lib/domain/tag-colors.ts';

afterEach(cleanup);

it.each([
  ['ARGB', 0xffcc9966, 0xcc9966],
  ['signed ARGB', 0xffcc9966 | 0, 0xcc9966],
  ['plain RGB', 0x00cc99, 0x00cc99],
  ['0', 0, null],
  ['opaque black', 0xff000000, null],
  ['nothing', null, null],
  ['a fraction', 1.5, null],
  ['no number', Number.NaN, null],
])('reads a league colour given as %s', (_, color, rgb) => {
  expect(leagueRgb(color)).toBe(rgb);
});

const css = readFileSync(path.join(import.meta.dirname, '../../src/styles/tokens.css'), 'utf8');
const [, light = '', dark = ''] = css.match(/--tag-ground: light-dark\(#(\w{6}), #(\w{6})\)/) ?? [];
const GROUNDS = [
  ['light', Number.parseInt(light, 16)],
  ['dark', Number.parseInt(dark, 16)],
] as const;
const CHANNEL = Array.from({ length: 16 }, (_, index) => index * 17);

it.each(GROUNDS)('keeps tags of any league colour legible in the %s theme (Rule 26.3)', (_, ground) => {
  const worst = CHANNEL.flatMap((red) =>
    CHANNEL.flatMap((green) => CHANNEL.map((blue) => (red << 16) | (green << 8) | blue)),
  ).map((color) => contrast(ground, legibleOn(ground, color)));
  expect(Math.min(...worst)).toBeGreaterThanOrEqual(4.5);
});

it.each(GROUNDS)(
  'keeps a league colour that is legible in the %s theme as it is (Rule 26.3)',
  (_, ground) => {
    const colors = [0x5b2d8e, 0xcda4ff, 0x7a4a10, 0xffcc66].filter((color) => contrast(ground, color) >= 4.5);
    expect(colors).toHaveLength(2);
    expect(colors.map((color) => legibleOn(ground, color))).toEqual(colors);
  },
);

it('colours a tag for both themes, on the ground of the tokens (Rule 26.3)', () => {
  render(<ClanTag tag="KRAK" leagueColor={0xffffcc66 | 0} />);
  const [first, second] = ['--tag-light', '--tag-dark'].map((name) =>
    Number.parseInt(screen.getByText('[KRAK]').style.getPropertyValue(name).slice(1), 16),
  );
  expect([first, second]).toEqual(GROUNDS.map(([, ground]) => legibleOn(ground, 0xffcc66)));
});
