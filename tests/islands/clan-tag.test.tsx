import { expect, it } from 'vitest';
import { leagueColorHex } from '#islands/ui/ClanTag.tsx';

it.each([
  ['ARGB', 0xffcc9966, '#cc9966'],
  ['signed ARGB', 0xffcc9966 | 0, '#cc9966'],
  ['plain RGB', 0x00cc99, '#00cc99'],
  ['0', 0, null],
  ['opaque black', 0xff000000, null],
  ['nothing', null, null],
  ['a fraction', 1.5, null],
  ['no number', Number.NaN, null],
])('reads a league colour given as %s (Rules 5.1, 6.4 and 6.5)', (_, color, hex) => {
  expect(leagueColorHex(color)).toBe(hex);
});
