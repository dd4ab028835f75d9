/** Readable names of what a replay names by the game's own keys. */

const SMALL_WORDS = new Set(['a', 'and', 'de', 'del', 'of', 'the', 'to']);

/** The readable name of a map: `Tierra del Fuego` of `22_tierra_del_fuego`. Keys have a number, and often a region. */
export function mapName(space: string): string {
  const words = space
    .replace(/^.*\//, '')
    .replace(/^[a-z]?\d+_/, '')
    .replace(/^(CO|NA|NE|OC)_/, '')
    .split('_')
    .filter((word) => word !== '');
  const name = words
    .map((word, index) =>
      index > 0 && SMALL_WORDS.has(word) ? word : word.slice(0, 1).toUpperCase() + word.slice(1),
    )
    .join(' ');
  return name || 'Unknown map';
}

/** Modes whose names are not just their words. */
const MODES: Readonly<Record<string, string>> = {
  CooperativeBattle: 'Co-op battle',
  BrawlBattle: 'Brawl',
  PVEBattle: 'Operation',
};

/** The readable name of a mode: `Ranked battle` of `RankedBattle`. */
export function modeName(mode: string): string {
  if (Object.hasOwn(MODES, mode)) return MODES[mode] as string;
  const words = mode
    .replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, ' ')
    .replaceAll('_', ' ')
    .toLowerCase()
    .trim();
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
