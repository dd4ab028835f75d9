import { OBJ_CLASS } from './known-classes.ts';
import {
  InertGlobal,
  InertObject,
  PickleError,
  type PickleMachine,
  type PickleValue,
  refuseSize,
} from './pickle-machine.ts';
import { MaliciousReplayError } from './replay-errors.ts';

type Opcode = (machine: PickleMachine) => void;

/** No integer in a replay needs more; longer ones only cost time. */
const LONG_BYTES_MAX = 16;

/** For opcodes that call, import or build in ways that no real replay uses. */
function refuse(): never {
  throw new MaliciousReplayError('The replay contains code.');
}

/** A decimal line, as Python 2 writes large integers: `00` and `01` are booleans, a trailing L marks a long. */
function readDecimal(machine: PickleMachine): PickleValue {
  const text = machine.input.line();
  if (text === '00' || text === '01') return text === '01';
  return toNumber(text.replace(/L$/, ''));
}

/** A decimal line that is an index of the memo. */
function readIndex(machine: PickleMachine): number {
  return toNumber(machine.input.line());
}

function toNumber(text: string): number {
  const value = Number(text);
  if (text === '' || Number.isNaN(value)) throw new PickleError('The pickle holds an invalid number.');
  return value;
}

/** Adds values to a list or set. Any other target would run a method in Python. */
function append(machine: PickleMachine, values: PickleValue[]): void {
  const target = machine.top();
  if (target instanceof Set) for (const value of values) target.add(value);
  else if (Array.isArray(target)) for (const value of values) target.push(value);
  else refuse();
}

/** Adds keys and values, which alternate in `values`, to the dictionary on top of the stack. */
function setItems(machine: PickleMachine, values: PickleValue[]): void {
  const target = machine.top();
  if (!(target instanceof Map)) refuse();
  if (values.length % 2 !== 0) throw new PickleError('The pickle holds a key without a value.');
  for (let index = 0; index < values.length; index += 2) {
    target.set(values[index] as PickleValue, values[index + 1] as PickleValue);
  }
}

/** DICT makes a dictionary of the keys and values since the last mark. */
function makeDictionary(machine: PickleMachine): void {
  const values = machine.popToMark();
  machine.push(new Map());
  setItems(machine, values);
}

/** INST names a class and calls its constructor: always refused, with the class name if it is not allowed. */
function instance(machine: PickleMachine): void {
  machine.pushGlobal(machine.input.line(), machine.input.line());
  refuse();
}

/** OBJ calls the class after the last mark with the values that follow. The game uses it for one class, without arguments. */
function calledObject(machine: PickleMachine): void {
  const [global, ...args] = machine.popToMark();
  if (!(global instanceof InertGlobal) || global.name !== OBJ_CLASS || args.length > 0) refuse();
  machine.push(new InertObject(global));
}

/** NEWOBJ and REDUCE make an instance of a class. The arguments are dropped. */
function newObject(machine: PickleMachine): void {
  machine.pop();
  const global = machine.pop();
  if (!(global instanceof InertGlobal)) refuse();
  machine.push(new InertObject(global));
}

/** BUILD sets the state of such an instance. */
function build(machine: PickleMachine): void {
  const state = machine.pop();
  const target = machine.top();
  if (!(target instanceof InertObject)) refuse();
  target.state = state;
}

/** STACK_GLOBAL names a class by two values of the stack. */
function stackGlobal(machine: PickleMachine): void {
  const [module, name] = machine.popMany(2);
  if (typeof module !== 'string' || typeof name !== 'string') refuse();
  machine.pushGlobal(module, name);
}

/** Reads an integer of `length` bytes. */
function readLong(machine: PickleMachine, length: number): PickleValue {
  if (length > LONG_BYTES_MAX) refuseSize();
  return machine.input.integer(length);
}

const OPCODES: Readonly<Record<string, Opcode>> = {
  // Scalars.
  N: (m) => m.push(null), // NONE
  '\x88': (m) => m.push(true), // NEWTRUE
  '\x89': (m) => m.push(false), // NEWFALSE
  I: (m) => m.push(readDecimal(m)), // INT
  J: (m) => m.push(m.input.i32()), // BININT
  K: (m) => m.push(m.input.u8()), // BININT1
  M: (m) => m.push(m.input.u16()), // BININT2
  L: (m) => m.push(readDecimal(m)), // LONG
  '\x8a': (m) => m.push(readLong(m, m.input.u8())), // LONG1
  '\x8b': (m) => m.push(readLong(m, m.input.u32())), // LONG4
  F: (m) => m.push(toNumber(m.input.line())), // FLOAT
  G: (m) => m.push(m.input.f64BigEndian()), // BINFLOAT

  // Text. STRING and UNICODE are quoted and escaped lines, which are kept as they are: the game writes none that matter.
  S: (m) => m.push(m.input.line()), // STRING
  V: (m) => m.push(m.input.line()), // UNICODE
  // Python 2 strings are bytes; the game writes UTF-8.
  U: (m) => m.push(m.input.text(m.input.u8())), // SHORT_BINSTRING
  T: (m) => m.push(m.input.text(m.input.u32())), // BINSTRING
  '\x8c': (m) => m.push(m.input.text(m.input.u8())), // SHORT_BINUNICODE
  X: (m) => m.push(m.input.text(m.input.u32())), // BINUNICODE
  '\x8d': (m) => m.push(m.input.text(m.input.length64())), // BINUNICODE8
  C: (m) => m.push(m.input.take(m.input.u8())), // SHORT_BINBYTES
  B: (m) => m.push(m.input.take(m.input.u32())), // BINBYTES
  '\x8e': (m) => m.push(m.input.take(m.input.length64())), // BINBYTES8

  // Containers. Tuples are arrays, too.
  '(': (m) => m.mark(), // MARK
  ']': (m) => m.push([]), // EMPTY_LIST
  l: (m) => m.push(m.popToMark()), // LIST
  a: (m) => append(m, [m.pop()]), // APPEND
  e: (m) => append(m, m.popToMark()), // APPENDS
  ')': (m) => m.push([]), // EMPTY_TUPLE
  t: (m) => m.push(m.popToMark()), // TUPLE
  '\x85': (m) => m.push(m.popMany(1)), // TUPLE1
  '\x86': (m) => m.push(m.popMany(2)), // TUPLE2
  '\x87': (m) => m.push(m.popMany(3)), // TUPLE3
  '\x8f': (m) => m.push(new Set()), // EMPTY_SET
  '\x90': (m) => append(m, m.popToMark()), // ADDITEMS
  '\x91': (m) => m.push(new Set(m.popToMark())), // FROZENSET
  '}': (m) => m.push(new Map()), // EMPTY_DICT
  s: (m) => setItems(m, m.popMany(2)), // SETITEM
  u: (m) => setItems(m, m.popToMark()), // SETITEMS
  d: (m) => makeDictionary(m), // DICT

  // Stack and memo.
  '0': (m) => m.drop(), // POP
  '1': (m) => void m.popToMark(), // POP_MARK
  '2': (m) => m.push(m.top()), // DUP
  p: (m) => m.remember(readIndex(m), m.top()), // PUT
  q: (m) => m.remember(m.input.u8(), m.top()), // BINPUT
  r: (m) => m.remember(m.input.u32(), m.top()), // LONG_BINPUT
  '\x94': (m) => m.rememberNext(m.top()), // MEMOIZE
  g: (m) => m.push(m.recall(readIndex(m))), // GET
  h: (m) => m.push(m.recall(m.input.u8())), // BINGET
  j: (m) => m.push(m.recall(m.input.u32())), // LONG_BINGET
  '\x80': (m) => void m.input.u8(), // PROTO
  '\x95': (m) => void m.input.i64(), // FRAME

  // Classes and instances.
  c: (m) => m.pushGlobal(m.input.line(), m.input.line()), // GLOBAL
  '\x93': stackGlobal,
  i: instance,
  o: calledObject,
  R: newObject,
  '\x81': newObject,
  b: build,

  // Refused.
  P: refuse, // PERSID
  Q: refuse, // BINPERSID
  '\x82': refuse, // EXT1
  '\x83': refuse, // EXT2
  '\x84': refuse, // EXT4
  '\x92': refuse, // NEWOBJ_EX
};

/** The effect of each opcode byte of protocols 0 to 4; undefined for others. The game writes protocol 2. */
export const PICKLE_OPCODES: readonly (Opcode | undefined)[] = Array.from(
  { length: 256 },
  (_, byte) => OPCODES[String.fromCharCode(byte)],
);
