import { KNOWN_GLOBALS } from './pickle-machine.ts';
import { MaliciousReplayError } from './replay-errors.ts';

const LINE_FEED = 0x0a;
const NAME_MAX = 128;
const NAME_MIN = 2;
/** GLOBAL and INST: `c` or `i`, then a module and a name, each ended by a line feed. */
const OPCODES = new Set([0x63, 0x69]);

/**
 * Refuses unpacked packets that name a lower-case Python module the way a pickle does, wherever that stands.
 *
 * Other packets than the arena state carry pickles too, with classes of the game that are written in CamelCase
 * (`Math.Vector3`) and change with its versions. Python's own modules that can run code are lower-case (`os`,
 * `__builtin__`, `subprocess`), and no pickle that the game's Python reads can reach one without this text.
 *
 * @throws {MaliciousReplayError}
 */
export function refuseCode(bytes: Uint8Array): void {
  for (let lineFeed = 0; lineFeed < bytes.length; lineFeed++) {
    if (bytes[lineFeed] === LINE_FEED && endsModuleName(bytes, lineFeed) && isName(bytes, lineFeed + 1)) {
      throw new MaliciousReplayError('The replay contains code.');
    }
  }
}

/** Whether the bytes before `end` are an opcode and a lower-case module name, dots allowed. */
function endsModuleName(bytes: Uint8Array, end: number): boolean {
  const limit = Math.max(0, end - NAME_MAX);
  for (let at = end - 1; at >= limit; at--) {
    const byte = bytes[at] as number;
    if (end - at > NAME_MIN && OPCODES.has(byte) && startsName(bytes[at + 1] as number)) return true;
    if (!continuesModule(byte)) return false;
  }
  return false;
}

function isName(bytes: Uint8Array, start: number): boolean {
  if (!startsName(bytes[start] as number) && !isUpper(bytes[start] as number)) return false;
  let at = start + 1;
  while (
    at < bytes.length &&
    at - start < NAME_MAX &&
    (continuesModule(bytes[at] as number) || isUpper(bytes[at] as number))
  )
    at++;
  return at - start >= NAME_MIN && bytes[at] === LINE_FEED;
}

function startsName(byte: number): boolean {
  return (byte >= 0x61 && byte <= 0x7a) || byte === 0x5f;
}

function isUpper(byte: number): boolean {
  return byte >= 0x41 && byte <= 0x5a;
}

function continuesModule(byte: number): boolean {
  return startsName(byte) || (byte >= 0x30 && byte <= 0x39) || byte === 0x2e;
}

/**
 * Refuses a pickle that could not be read to its end, yet seems to name a class unknown in an arena state.
 *
 * @throws {MaliciousReplayError}
 */
export function refuseUnknownClasses(pickle: Uint8Array): void {
  const lines = new TextDecoder('latin1').decode(pickle).split('\n');
  for (let line = 1; line < lines.length - 1; line++) {
    const name = /^[A-Za-z_]\w*$/.exec(lines[line] as string)?.[0];
    const module = name && /[ci]([A-Za-z_][\w.]*)$/.exec((lines[line - 1] as string).slice(-NAME_MAX))?.[1];
    if (module && !KNOWN_GLOBALS.has(`${module}.${name}`))
      throw new MaliciousReplayError('The replay contains code.');
  }
}
