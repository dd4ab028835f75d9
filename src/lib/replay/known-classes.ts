/**
 * Classes that the pickles of real replays hold, games 0.8.0 to 15.5. Any other class means a malicious file, or a game
 * version that is newer than this list.
 */
export const GAME_CLASSES: readonly string[] = [
  'CamouflageInfo.CamouflageInfo',
  'PlayerModeDef.PlayerMode',
  '_BWp.Array',
  'datetime.datetime',
  'collections.Counter',
  // Squadrons and shells, in the uncompressed arguments of every file.
  'GameParams.GPData',
  'GameParams.TypeInfo',
  'Math.Vector3',
];

/** The one class whose instances the game writes with OBJ, always without arguments. */
export const OBJ_CLASS = 'GameParams.TypeInfo';

/** Names that a pickle may hold. */
export type AllowedClasses = ReadonlySet<string>;

const SHOWN_MAX_LENGTH = 80;

/** The classes of the game, and those that an operator added. */
export function allowedClasses(extra: readonly string[] = []): AllowedClasses {
  return new Set([...GAME_CLASSES, ...extra]);
}

/** Whether this looks like the name of a Python class, not like random bytes. Python also finds modules by path. */
export function isPlausibleClass(name: string): boolean {
  return /^[\w./\\-]{2,}\.[\w./\\-]+$/.test(name);
}

/** A class name of a hostile file in plain characters and of bounded length. */
export function printableClass(name: string): string {
  const printable = name.slice(0, SHOWN_MAX_LENGTH).replace(/[^\w.]/g, '?');
  return name.length > SHOWN_MAX_LENGTH ? `${printable}…` : printable;
}
