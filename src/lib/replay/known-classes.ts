/**
 * Classes in the pickles of real replays, games 0.8.0 to 15.5. Any other class means a malicious file, or a game version
 * newer than this list.
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

/** Class names that a pickle may hold. */
export type AllowedClasses = ReadonlySet<string>;

const SHOWN_MAX_LENGTH = 80;

/** The game's classes and those that an operator added. */
export function allowedClasses(extra: readonly string[] = []): AllowedClasses {
  return new Set([...GAME_CLASSES, ...extra]);
}

/** Whether this looks like the name of a Python class rather than random bytes. Modules can also be paths. */
export function isPlausibleClass(name: string): boolean {
  return /^[\w./\\-]{2,}\.[\w./\\-]+$/.test(name);
}

/** A class name from an untrusted file, in plain characters and with limited length. */
export function printableClass(name: string): string {
  const printable = name.slice(0, SHOWN_MAX_LENGTH).replace(/[^\w.]/g, '?');
  return name.length > SHOWN_MAX_LENGTH ? `${printable}…` : printable;
}
