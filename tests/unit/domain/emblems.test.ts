/** The flags are compared with pictures of the International Code of Signals, and the sprite with the flags. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { createCanvas, Path2D } from '@napi-rs/canvas';
import { describe, expect, it } from 'vitest';
import { clanEmblem, isConcealed, playerEmblem } from '#lib/domain/emblems.ts';
import {
  FLAG_COLORS,
  FLAG_EDGES,
  type FlagColor,
  FURTHER_SYMBOLS,
  flagSprite,
  SIGNAL_FLAGS,
  type SignalFlag,
} from '#lib/domain/signal-flags.ts';
import { contrast, leagueColor } from '#lib/domain/tag-colors.ts';
import { ROOT } from '#scripts/support/settings.ts';

const SPRITE = readFileSync(path.join(ROOT, 'src/islands/ui/emblems.svg'), 'utf8');
const SIZE = 8;
const SCALE = 10;

/**
 * Eight rows of eight points, hoist on the left: white, yellow, red, blue, blacK, and a dot outside of the flag. A star is on an
 * edge between two colours.
 */
const PICTURES: Readonly<Record<string, string>> = {
  0: 'y*...... yyyrr... yyyrryyy yyyrryyy yyyrryyy yyyrryyy yyyrr... y*......',
  1: 'w*...... wwwww... wwrrwwww wwrrwwww wwrrwwww wwrrwwww wwwww... w*......',
  2: 'b*...... bbbbb... bbwwbbbb bbwwbbbb bbwwbbbb bbwwbbbb bbbbb... b*......',
  3: 'r*...... rrrww... rrrwwbbb rrrwwbbb rrrwwbbb rrrwwbbb rrrww... r*......',
  4: 'r*...... rrwrr... rrwrrrrr wwwwwwww wwwwwwww rrwrrrrr rrwrr... r*......',
  5: 'y*...... yyyyb... yyyybbbb yyyybbbb yyyybbbb yyyybbbb yyyyb... y*......',
  6: 'k*...... kkkkk... kkkkkkkk kkkkkkkk wwwwwwww wwwwwwww wwwww... w*......',
  7: 'y*...... yyyyy... yyyyyyyy yyyyyyyy rrrrrrrr rrrrrrrr rrrrr... r*......',
  8: 'w*...... wwrww... wwrwwwww rrrrrrrr rrrrrrrr wwrwwwww wwrww... w*......',
  9: 'w*...... wwwwk... wwwwkkkk wwwwkkkk rrrryyyy rrrryyyy rrrry... r*......',
  a: 'wwwwbbbb wwwwbbb. wwwwbbb. wwwwbb.. wwwwbb.. wwwwbbb. wwwwbbb. wwwwbbbb',
  b: 'rrrrrrrr rrrrrrr. rrrrrrr. rrrrrr.. rrrrrr.. rrrrrrr. rrrrrrr. rrrrrrrr',
  c: 'bbbbbbbb bbbbbbbb wwwwwwww rrrrrrrr rrrrrrrr wwwwwwww bbbbbbbb bbbbbbbb',
  d: 'yyyyyyyy yyyyyyyy bbbbbbbb bbbbbbbb bbbbbbbb bbbbbbbb yyyyyyyy yyyyyyyy',
  e: 'bbbbbbbb bbbbbbbb bbbbbbbb bbbbbbbb rrrrrrrr rrrrrrrr rrrrrrrr rrrrrrrr',
  f: 'www**www ww*rr*ww w*rrrr*w *rrrrrr* *rrrrrr* w*rrrr*w ww*rr*ww www**www',
  g: 'ybbybyyb ybbybyyb ybbybyyb ybbybyyb ybbybyyb ybbybyyb ybbybyyb ybbybyyb',
  h: 'wwwwrrrr wwwwrrrr wwwwrrrr wwwwrrrr wwwwrrrr wwwwrrrr wwwwrrrr wwwwrrrr',
  i: 'yyyyyyyy yyyyyyyy yyykkyyy yykkkkyy yykkkkyy yyykkyyy yyyyyyyy yyyyyyyy',
  j: 'bbbbbbbb bbbbbbbb bbbbbbbb wwwwwwww wwwwwwww bbbbbbbb bbbbbbbb bbbbbbbb',
  k: 'yyyybbbb yyyybbbb yyyybbbb yyyybbbb yyyybbbb yyyybbbb yyyybbbb yyyybbbb',
  l: 'yyyykkkk yyyykkkk yyyykkkk yyyykkkk kkkkyyyy kkkkyyyy kkkkyyyy kkkkyyyy',
  m: 'wwbbbbww wwwbbwww bwwwwwwb bbwwwwbb bbwwwwbb bwwwwwwb wwwbbwww wwbbbbww',
  n: 'bbwwbbww bbwwbbww wwbbwwbb wwbbwwbb bbwwbbww bbwwbbww wwbbwwbb wwbbwwbb',
  o: '*rrrrrrr y*rrrrrr yy*rrrrr yyy*rrrr yyyy*rrr yyyyy*rr yyyyyy*r yyyyyyy*',
  p: 'bbbbbbbb bbbbbbbb bbwwwwbb bbwwwwbb bbwwwwbb bbwwwwbb bbbbbbbb bbbbbbbb',
  q: 'yyyyyyyy yyyyyyyy yyyyyyyy yyyyyyyy yyyyyyyy yyyyyyyy yyyyyyyy yyyyyyyy',
  r: 'rrryyrrr rrryyrrr rrryyrrr yyyyyyyy yyyyyyyy rrryyrrr rrryyrrr rrryyrrr',
  s: 'wwwwwwww wwwwwwww wwbbbbww wwbbbbww wwbbbbww wwbbbbww wwwwwwww wwwwwwww',
  t: 'rrrwwbbb rrrwwbbb rrrwwbbb rrrwwbbb rrrwwbbb rrrwwbbb rrrwwbbb rrrwwbbb',
  u: 'rrrrwwww rrrrwwww rrrrwwww rrrrwwww wwwwrrrr wwwwrrrr wwwwrrrr wwwwrrrr',
  v: 'rrwwwwrr rrrwwrrr wrrrrrrw wwrrrrww wwrrrrww wrrrrrrw rrrwwrrr rrwwwwrr',
  w: 'bbbbbbbb bbbbbbbb bbwwwwbb bbwrrwbb bbwrrwbb bbwwwwbb bbbbbbbb bbbbbbbb',
  x: 'wwwbbwww wwwbbwww wwwbbwww bbbbbbbb bbbbbbbb wwwbbwww wwwbbwww wwwbbwww',
  y: 'yrryrry* rryrry*r ryrry*ry yrry*ryy rry*ryyr ry*ryyry y*ryyryy *ryyryyr',
  z: '*yyyyyy* k*yyyy*b kk*yy*bb kkk**bbb kkk**bbb kk*rr*bb k*rrrr*b *rrrrrr*',
};

const LETTERS: Readonly<Record<FlagColor, string>> = {
  white: 'w',
  yellow: 'y',
  red: 'r',
  blue: 'b',
  black: 'k',
};

/** The flag as a picture; a star for what is neither outside nor one of the colours. */
function draw({ shape, ground, parts }: SignalFlag): string[] {
  const canvas = createCanvas(15 * SCALE, 11 * SCALE);
  const context = canvas.getContext('2d');
  context.scale(SCALE, SCALE);
  for (const [color, part] of [[ground, FLAG_EDGES[shape]] as const, ...parts]) {
    context.fillStyle = FLAG_COLORS[color];
    context.fill(new Path2D(part));
  }
  const letterAt = (column: number, row: number): string => {
    const x = Math.floor(((column + 0.5) * canvas.width) / SIZE);
    const y = Math.floor(((row + 0.5) * canvas.height) / SIZE);
    const [red = 0, green = 0, blue = 0, alpha] = context.getImageData(x, y, 1, 1).data;
    const hex = `#${((red << 16) | (green << 8) | blue).toString(16).padStart(6, '0')}`;
    const color = (Object.keys(FLAG_COLORS) as FlagColor[]).find((name) => FLAG_COLORS[name] === hex);
    return alpha === 0 ? '.' : color && alpha === 255 ? LETTERS[color] : '*';
  };
  const points = Array.from({ length: SIZE }, (_, index) => index);
  return points.map((row) => points.map((column) => letterAt(column, row)).join(''));
}

const ids = (count: number, first: number, step = 1): number[] =>
  Array.from({ length: count }, (_, index) => first + index * step);

describe('The signal flags', () => {
  it('are the 26 letters and 10 numerals (Rule 30.1)', () => {
    expect(Object.keys(SIGNAL_FLAGS).join('')).toBe('0123456789abcdefghijklmnopqrstuvwxyz');
  });

  it.each(Object.entries(PICTURES))('have the pattern of the code: %s (Rule 30.1)', (name, picture) => {
    expect(draw(SIGNAL_FLAGS[name] as SignalFlag).join(' ')).toBe(picture);
  });

  it('have colours that differ by at least 1.4:1, and 3:1 next to black or white', () => {
    const rgb = (color: FlagColor): number => Number.parseInt(FLAG_COLORS[color].slice(1), 16);
    const on = (one: FlagColor, other: FlagColor): number => contrast(rgb(one), rgb(other));
    for (const { ground, parts } of Object.values(SIGNAL_FLAGS))
      for (const [color] of parts.slice(0, 1)) {
        const isStrong = [ground, color].some((name) => name === 'white' || name === 'black');
        expect(on(ground, color), `${ground} ${color}`).toBeGreaterThan(isStrong ? 3 : 1.4);
      }
  });
});

describe('The sprite of emblems', () => {
  it('is what the table of flags says: `npm run docs` writes it', () => {
    expect(SPRITE).toBe(flagSprite());
  });

  it('has a symbol for each flag, and takes at most 2.5 KB', () => {
    const symbols = [...SPRITE.matchAll(/<symbol id="(.)"/g)].map(([, id]) => id);
    expect(symbols).toEqual([...Object.keys(SIGNAL_FLAGS), ...Object.values(FURTHER_SYMBOLS)]);
    expect(brotliCompressSync(SPRITE).length).toBeLessThanOrEqual(2560);
  });
});

describe('The emblem of a player', () => {
  it('stays the same (Rule 30.1)', () => {
    expect(ids(4, 500_000_001).map((id) => playerEmblem(id))).toEqual(['04', 'md', '8m', 'uv']);
  });

  it.each([
    ['consecutive', ids(12_960, 500_000_000)],
    ['large', ids(12_960, 2 ** 33 + 7)],
    ['sparse', ids(12_960, 1_000_000_003, 1009)],
  ])('is spread evenly over all pairs: %s ids (Rule 30.1)', (_, of) => {
    const counts = Map.groupBy(of, (id) => playerEmblem(id));
    expect(counts.size).toBe(1296);
    const sizes = [...counts.values()].map(({ length }) => length);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(20);
  });

  it('differs between neighbours', () => {
    for (const id of ids(1000, 500_000_000)) {
      const [upper, lower] = playerEmblem(id);
      const [nextUpper, nextLower] = playerEmblem(id + 1);
      expect(upper === nextUpper && lower === nextLower).toBe(false);
    }
  });

  it.each([
    [true, false],
    [false, true],
    [true, true],
  ])('is one for all who opted out or are hidden: %s, %s (Rule 30.3)', (optedOut, wgHidden) => {
    const emblems = ids(100, 500_000_000).map((id) => playerEmblem(id, isConcealed({ optedOut, wgHidden })));
    emblems.push(playerEmblem(0));
    expect(new Set(emblems)).toEqual(new Set([`${FURTHER_SYMBOLS.hidden}${FURTHER_SYMBOLS.none}`]));
  });
});

describe('The emblem of a clan', () => {
  it('is the pennant of the league above a flag (Rule 30.2)', () => {
    const emblems = ids(3600, 500_000_000).map(clanEmblem);
    expect(new Set(emblems.map(([pennant]) => pennant))).toEqual(new Set([FURTHER_SYMBOLS.league]));
    expect(new Set(emblems.map(([, flag]) => flag)).size).toBe(36);
  });

  it.each([
    [0xffcda4ff, '#cda4ff'],
    [0xcc9966, '#cc9966'],
    [-3299073, '#cda8ff'],
    [0, undefined],
    [null, undefined],
  ])('has exactly the colour of its league: %s (Rule 30.2)', (color, css) => {
    expect(leagueColor(color)).toBe(css);
  });
});
