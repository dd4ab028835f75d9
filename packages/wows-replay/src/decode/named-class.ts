import type { AllowedClasses } from './known-classes.ts';
import { INST, lineFeedFrom, type WalkEnd, walkPickle } from './pickle-walk.ts';
import { MaliciousReplayError, UnknownClassError } from './replay-errors.ts';

const MARK = 0x28;
/** STOP and the opcodes that make or call something: REDUCE, OBJ, BUILD, NEWOBJ, NEWOBJ_EX. */
const ACTS: ReadonlySet<number> = new Set([0x2e, 0x52, 0x6f, 0x62, 0x81, 0x92]);
/** Opcodes that take everything since the last mark. */
const TAKES_MARK: ReadonlySet<number> = opcodes('ltdi\x91eu1\x90o');

/** How many values opcodes need on the stack, and by how many it grows at most. Marks count as values. */
const STACK_EFFECTS: readonly [needs: number, growth: number, opcodes: string][] = [
  [0, 1, 'N\x88\x89IJKML\x8a\x8b\x82\x83\x84FGSVUT\x8cX\x8dCB\x8e(])}\x8fPghjc'],
  [1, 1, '2'],
  [1, 0, '\x85Qpqr\x94ltdi\x91'],
  [1, -1, '.0eu1\x90'],
  [2, -1, '\x86\x93aRb\x81o'],
  [3, -2, '\x87s\x92'],
];
const NEEDS = new Uint8Array(256);
const GROWTH = new Int8Array(256);
for (const [needs, growth, text] of STACK_EFFECTS) {
  for (const opcode of opcodes(text)) {
    NEEDS[opcode] = needs;
    GROWTH[opcode] = growth;
  }
}

function opcodes(text: string): Set<number> {
  return new Set([...text].map((opcode) => opcode.charCodeAt(0)));
}

/** An upper bound of what the stack holds while a pickle is read. */
class StackBound {
  #height = 0;
  #hasMark = false;

  /** Returns false when every reader fails at this opcode: the stack holds too little, or no mark was ever set. */
  accept(opcode: number): boolean {
    if (this.#height < (NEEDS[opcode] as number)) return false;
    if (TAKES_MARK.has(opcode) && !this.#hasMark) return false;
    this.#height += GROWTH[opcode] as number;
    this.#hasMark ||= opcode === MARK;
    return true;
  }
}

/**
 * Refuses bytes that, read as a pickle from `start`, name a class at one of `names` and then call, build, stop, or end at
 * one of `ends`. A pickle that is damaged behind that is refused as well, because Python runs what comes before.
 *
 * The walk ends where every reader fails, so text that reads like INST, which needs a mark, is accepted.
 *
 * @throws {MaliciousReplayError}
 */
export function refuseNamedClasses(
  bytes: Uint8Array,
  start: number,
  end: number,
  found: { names: ReadonlySet<number>; ends: readonly number[]; classes: AllowedClasses },
): WalkEnd {
  const stack = new StackBound();
  let named = -1;
  const refuseAt = (at: number, isAct: boolean) => {
    if (named >= 0 && (isAct || found.ends.includes(at))) refuse(bytes, named, end, found.classes);
  };
  const walk = walkPickle(bytes, start, end, (opcode, at) => {
    refuseAt(at, false);
    if (!stack.accept(opcode)) return false;
    if (named < 0 && found.names.has(at)) named = at;
    refuseAt(at, ACTS.has(opcode) || (opcode === INST && found.names.has(at)));
    return true;
  });
  refuseAt(walk.at, false);
  return walk;
}

function refuse(bytes: Uint8Array, at: number, end: number, classes: AllowedClasses): never {
  const lineEnd = lineFeedFrom(bytes, at, end);
  const nameEnd = Math.min(end, lineFeedFrom(bytes, lineEnd + 1, end));
  const name = `${latin1(bytes, at + 1, lineEnd)}.${latin1(bytes, lineEnd + 1, nameEnd)}`;
  if (classes.has(name)) throw new MaliciousReplayError('The replay contains code.');
  throw new UnknownClassError(name);
}

function latin1(bytes: Uint8Array, start: number, end: number): string {
  // No allowed name is longer, and errors show only the beginning.
  return String.fromCharCode(...bytes.subarray(start, Math.min(end, start + 512)));
}
