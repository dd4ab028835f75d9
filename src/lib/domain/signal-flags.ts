/**
 * The flags of the International Code of Signals: 26 letters and 10 numeral pennants, hoist on the left. Only what writes
 * `src/islands/ui/emblems.svg` and tests import it: pages need the names of flags alone (`emblems.ts`).
 */

/** The five colours of the code. */
export const FLAG_COLORS = {
  white: '#ffffff',
  yellow: '#f7c600',
  red: '#d0202e',
  blue: '#1f4fa8',
  black: '#14181d',
} as const;
export type FlagColor = keyof typeof FLAG_COLORS;

/** The edge of each shape, in the 15 × 11 units of a flag. */
export const FLAG_EDGES = {
  square: 'M0 0h15v11H0z',
  swallowtail: 'M0 0h15l-4 5.5 4 5.5H0z',
  pennant: 'M0 0l15 3.5v4L0 11z',
} as const;

/** A flag: its ground, and what is on it, drawn in this order. */
export interface SignalFlag {
  shape: keyof typeof FLAG_EDGES;
  ground: FlagColor;
  parts: readonly (readonly [FlagColor, path: string])[];
}

const FLY_HALF = 'M7.5 0H15v11H7.5z';
const FLY_HALF_OF_TAIL = 'M7.5 0H15l-4 5.5 4 5.5H7.5z';
const LOWER_HALF = 'M0 5.5h15V11H0z';
/** Upper fly and lower hoist. */
const QUARTERS = 'M7.5 0H15v5.5H0V11h7.5z';
const CROSS = 'M6 0h3v4.2h6v2.6H9V11H6V6.8H0V4.2h6z';
const SALTIRE = 'M0 0h2.2l5.3 3.9L12.8 0H15v1.6L9.7 5.5 15 9.4V11h-2.2L7.5 7.1 2.2 11H0V9.4l5.3-3.9L0 1.6z';
const CENTRE = 'M4.5 3h6v5h-6z';
const DISC = 'M4.5 5.5a3 3 0 1 0 6 0 3 3 0 1 0-6 0';
/** The middle three of five stripes, and the middle one. */
const BAND = 'M0 2.2h15v6.6H0z';
const THIN_BAND = 'M0 4.4h15v2.2H0z';
/** On pennants. */
const PENNANT_MIDDLE = 'M5 1.17l5 1.16v6.34L5 9.83z';
const PENNANT_DISC = 'M3 5.5a2.5 2.5 0 1 0 5 0 2.5 2.5 0 1 0-5 0';
const PENNANT_CROSS = 'M0 4.4h4V.93l2.2.52V4.4H15v2.2H6.2v2.95l-2.2.52V6.6H0z';

const square = (ground: FlagColor, ...parts: SignalFlag['parts']): SignalFlag => ({
  shape: 'square',
  ground,
  parts,
});
const pennant = (ground: FlagColor, ...parts: SignalFlag['parts']): SignalFlag => ({
  shape: 'pennant',
  ground,
  parts,
});

/** The flags by their letter or numeral. */
export const SIGNAL_FLAGS: Readonly<Record<string, SignalFlag>> = {
  a: { shape: 'swallowtail', ground: 'white', parts: [['blue', FLY_HALF_OF_TAIL]] },
  b: { shape: 'swallowtail', ground: 'red', parts: [] },
  c: square('blue', ['white', BAND], ['red', THIN_BAND]),
  d: square('yellow', ['blue', BAND]),
  e: square('blue', ['red', LOWER_HALF]),
  f: square('white', ['red', 'M7.5 0L15 5.5 7.5 11 0 5.5z']),
  g: square('yellow', ['blue', 'M2.5 0H5v11H2.5zM7.5 0H10v11H7.5zM12.5 0H15v11h-2.5z']),
  h: square('white', ['red', FLY_HALF]),
  i: square('yellow', ['black', DISC]),
  j: square('blue', ['white', 'M0 3.67h15v3.66H0z']),
  k: square('yellow', ['blue', FLY_HALF]),
  l: square('yellow', ['black', QUARTERS]),
  m: square('blue', ['white', SALTIRE]),
  n: square('blue', [
    'white',
    'M3.75 0h3.75v2.75h-3.75zM11.25 0h3.75v2.75h-3.75zM0 2.75h3.75v2.75h-3.75zM7.5 2.75h3.75v2.75h-3.75zM3.75 5.5h3.75v2.75h-3.75zM11.25 5.5h3.75v2.75h-3.75zM0 8.25h3.75v2.75h-3.75zM7.5 8.25h3.75v2.75h-3.75z',
  ]),
  o: square('yellow', ['red', 'M0 0h15v11z']),
  p: square('blue', ['white', CENTRE]),
  q: square('yellow'),
  r: square('red', ['yellow', CROSS]),
  s: square('white', ['blue', CENTRE]),
  t: square('red', ['white', 'M5 0h5v11H5z'], ['blue', 'M10 0h5v11h-5z']),
  u: square('red', ['white', QUARTERS]),
  v: square('white', ['red', SALTIRE]),
  w: square('blue', ['white', 'M3 2.2h9v6.6H3z'], ['red', 'M6 4.4h3v2.2H6z']),
  x: square('white', ['blue', CROSS]),
  y: square('yellow', [
    'red',
    'M3 0h3L0 4.4V2.2zM9 0h3L0 8.8V6.6zM15 0v2.2L3 11H0zM15 4.4v2.2L9 11H6zM15 8.8V11h-3z',
  ]),
  z: square(
    'yellow',
    ['blue', 'M15 0v11L7.5 5.5z'],
    ['red', 'M0 11h15L7.5 5.5z'],
    ['black', 'M0 0v11l7.5-5.5z'],
  ),
  0: pennant('yellow', ['red', PENNANT_MIDDLE]),
  1: pennant('white', ['red', PENNANT_DISC]),
  2: pennant('blue', ['white', PENNANT_DISC]),
  3: pennant('red', ['white', PENNANT_MIDDLE], ['blue', 'M10 2.33l5 1.17v4l-5 1.17z']),
  4: pennant('red', ['white', PENNANT_CROSS]),
  5: pennant('yellow', ['blue', 'M7.5 1.75L15 3.5v4L7.5 9.25z']),
  6: pennant('white', ['black', 'M0 0l15 3.5v2H0z']),
  7: pennant('yellow', ['red', 'M0 5.5h15v2L0 11z']),
  8: pennant('white', ['red', PENNANT_CROSS]),
  9: pennant(
    'white',
    ['black', 'M7.5 1.75L15 3.5v2H7.5z'],
    ['red', 'M0 5.5h7.5v3.75L0 11z'],
    ['yellow', 'M7.5 5.5H15v2L7.5 9.25z'],
  ),
};

/** The blank burgee, alone on the halyard: its edge, its hatching, and an eye that is struck out. */
const BURGEE = 'M0 5h15l-4 7 4 7H0z';
const HATCHING =
  'M0 8l3-3M0 11l6-6M0 14l9-9M0 17L12 5M1 19L15 5M4 19l7-7M7 19l5.1-5.1M10 19l3.2-3.2M13 19l1.3-1.3';
const EYE_OFF = 'M1.5 12q4.5-6 9 0-4.5 6-9 0zM5 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0M2 16.5l8-9';

/**
 * The id of the pennant in the colour of a clan's league, of the burgee that hidden players
 * share, and of a place without a flag.
 */
export const FURTHER_SYMBOLS = { league: 'L', hidden: 'H', none: 'N' } as const;

const symbol = (id: string, content: string): string =>
  `<symbol id="${id}" overflow="visible">${content}</symbol>\n`;

/** The page colours the edge, which keeps its width at every size. */
const edge = (path: string): string => `<path fill="none" vector-effect="non-scaling-stroke" d="${path}"/>`;
const fill = (color: string, path: string): string => `<path fill="${color}" d="${path}"/>`;

function flagSymbol([id, { shape, ground, parts }]: [string, SignalFlag]): string {
  const path = FLAG_EDGES[shape];
  const fills = parts.map(([color, part]) => fill(FLAG_COLORS[color], part)).join('');
  return symbol(id, `<g stroke="none">${fill(FLAG_COLORS[ground], path)}${fills}</g>${edge(path)}`);
}

/** The text of `emblems.svg`: a symbol of each flag, whose edge and own colour are those of the page. */
export function flagSprite(): string {
  const { pennant: long } = FLAG_EDGES;
  const { league, hidden, none } = FURTHER_SYMBOLS;
  const further = [
    symbol(league, `<path fill="currentColor" stroke="none" d="${long}"/>${edge(long)}`),
    symbol(
      hidden,
      `<path opacity=".5" d="${HATCHING}"/><path fill="none" stroke-width="1.5" d="${EYE_OFF}"/>${edge(BURGEE)}`,
    ),
    symbol(none, ''),
  ];
  const flags = Object.entries(SIGNAL_FLAGS).map(flagSymbol);
  return `<svg xmlns="http://www.w3.org/2000/svg">\n${[...flags, ...further].join('')}</svg>\n`;
}
