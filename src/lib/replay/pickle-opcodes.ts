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

/** Opcodes that call, import or build in Python in ways that no replay of the game uses. */
function refuse(): never {
  throw new MaliciousReplayError('The replay contains code.');
}

function readLong(machine: PickleMachine, length: number): PickleValue {
  if (length > LONG_BYTES_MAX) refuseSize();
  const bytes = machine.input.take(length);
  let value = 0n;
  for (let index = length - 1; index >= 0; index--) value = (value << 8n) | BigInt(bytes[index] as number);
  value = BigInt.asIntN(length * 8, value);
  const small = Number(value);
  return Number.isSafeInteger(small) ? small : value;
}

function length64(machine: PickleMachine): number {
  const length = machine.input.i64();
  if (length < 0n || length > BigInt(machine.input.remaining))
    throw new PickleError('The pickle ends too early.');
  return Number(length);
}

/** A decimal line: `00` and `01` are booleans, a trailing L marks a long. Python 2 writes large integers this way. */
function readDecimal(machine: PickleMachine): PickleValue {
  const text = machine.input.line();
  if (text === '00' || text === '01') return text === '01';
  return toNumber(text.replace(/L$/, ''));
}

/** Which remembered value a decimal line means. */
function readIndex(machine: PickleMachine): number {
  return toNumber(machine.input.line());
}

function toNumber(text: string): number {
  const value = Number(text);
  if (text === '' || Number.isNaN(value)) throw new PickleError('The pickle holds a number that is none.');
  return value;
}

/** Fills the list or set below the values; anything else would run a method in Python. */
function append(target: PickleValue, values: PickleValue[]): void {
  if (target instanceof Set) for (const value of values) target.add(value);
  else if (Array.isArray(target)) for (const value of values) target.push(value);
  else refuse();
}

function setItems(target: PickleValue, values: PickleValue[]): void {
  if (!(target instanceof Map)) refuse();
  if (values.length % 2 !== 0) throw new PickleError('The pickle holds a key without a value.');
  for (let index = 0; index < values.length; index += 2) {
    target.set(values[index] as PickleValue, values[index + 1] as PickleValue);
  }
}

/** INST: an instance of a class named here, made by its constructor. Refused, by the name where it is not allowed. */
function instance(machine: PickleMachine): void {
  machine.pushGlobal(machine.input.line(), machine.input.line());
  refuse();
}

/** OBJ: a class after the last mark, called with what follows. The game does this with one class and no arguments. */
function calledObject(machine: PickleMachine): void {
  const [global, ...args] = machine.popToMark();
  if (!(global instanceof InertGlobal) || global.name !== OBJ_CLASS || args.length > 0) refuse();
  machine.push(new InertObject(global));
}

/** NEWOBJ and REDUCE: an instance of an allowed class. The arguments are dropped. */
function newObject(machine: PickleMachine): void {
  machine.pop();
  const global = machine.pop();
  if (!(global instanceof InertGlobal)) refuse();
  machine.push(new InertObject(global));
}

/** BUILD: keeps the state of such an instance. */
function build(machine: PickleMachine): void {
  const state = machine.pop();
  const target = machine.top();
  if (!(target instanceof InertObject)) refuse();
  target.state = state;
}

/** STACK_GLOBAL: a class named by two values of the stack. */
function stackGlobal(machine: PickleMachine): void {
  const [module, name] = machine.popMany(2);
  if (typeof module !== 'string' || typeof name !== 'string') refuse();
  machine.pushGlobal(module, name);
}

const REFUSED = {
  P: refuse, // PERSID and BINPERSID ask the program that reads
  Q: refuse,
  '\x82': refuse, // EXT1, EXT2, EXT4 name a registered function
  '\x83': refuse,
  '\x84': refuse,
  '\x92': refuse, // NEWOBJ_EX
} satisfies Record<string, Opcode>;

const SCALARS = {
  N: (m) => m.push(null),
  '\x88': (m) => m.push(true),
  '\x89': (m) => m.push(false),
  I: (m) => m.push(readDecimal(m)),
  J: (m) => m.push(m.input.i32()),
  K: (m) => m.push(m.input.u8()),
  M: (m) => m.push(m.input.u16()),
  L: (m) => m.push(readDecimal(m)),
  F: (m) => m.push(toNumber(m.input.line())),
  G: (m) => m.push(m.input.f64BigEndian()),
  '\x8a': (m) => m.push(readLong(m, m.input.u8())),
  '\x8b': (m) => m.push(readLong(m, m.input.u32())),
  // Quoted and escaped lines: kept as they are, since the game writes none that matter.
  S: (m) => m.push(m.input.line()),
  V: (m) => m.push(m.input.line()),
  // Python 2 text is bytes: the game keeps UTF-8 in it.
  U: (m) => m.push(m.input.text(m.input.u8())),
  T: (m) => m.push(m.input.text(m.input.u32())),
  X: (m) => m.push(m.input.text(m.input.u32())),
  '\x8c': (m) => m.push(m.input.text(m.input.u8())),
  '\x8d': (m) => m.push(m.input.text(length64(m))),
  C: (m) => m.push(m.input.take(m.input.u8())),
  B: (m) => m.push(m.input.take(m.input.u32())),
  '\x8e': (m) => m.push(m.input.take(length64(m))),
} satisfies Record<string, Opcode>;

const CONTAINERS = {
  ']': (m) => m.push([]),
  '}': (m) => m.push(new Map()),
  '\x8f': (m) => m.push(new Set()),
  ')': (m) => m.push([]),
  '(': (m) => m.mark(),
  l: (m) => m.push(m.popToMark()),
  t: (m) => m.push(m.popToMark()),
  '\x91': (m) => m.push(new Set(m.popToMark())),
  '\x85': (m) => m.push(m.popMany(1)),
  '\x86': (m) => m.push(m.popMany(2)),
  '\x87': (m) => m.push(m.popMany(3)),
  a: (m) => {
    const value = m.pop();
    append(m.top(), [value]);
  },
  e: (m) => {
    const values = m.popToMark();
    append(m.top(), values);
  },
  '\x90': (m) => {
    const values = m.popToMark();
    append(m.top(), values);
  },
  s: (m) => {
    const pair = m.popMany(2);
    setItems(m.top(), pair);
  },
  u: (m) => {
    const values = m.popToMark();
    setItems(m.top(), values);
  },
  d: (m) => {
    const map = new Map();
    setItems(map, m.popToMark());
    m.push(map);
  },
} satisfies Record<string, Opcode>;

const STACK_AND_MEMO = {
  '0': (m) => m.drop(),
  '1': (m) => void m.popToMark(),
  '2': (m) => m.push(m.top()),
  p: (m) => m.remember(readIndex(m), m.top()),
  g: (m) => m.push(m.recall(readIndex(m))),
  q: (m) => m.remember(m.input.u8(), m.top()),
  r: (m) => m.remember(m.input.u32(), m.top()),
  '\x94': (m) => m.rememberNext(m.top()),
  h: (m) => m.push(m.recall(m.input.u8())),
  j: (m) => m.push(m.recall(m.input.u32())),
  '\x80': (m) => void m.input.u8(), // PROTO
  '\x95': (m) => void m.input.i64(), // FRAME
} satisfies Record<string, Opcode>;

const CLASSES = {
  c: (m) => m.pushGlobal(m.input.line(), m.input.line()),
  '\x93': stackGlobal,
  i: instance,
  o: calledObject,
  R: newObject,
  '\x81': newObject,
  b: build,
} satisfies Record<string, Opcode>;

/** What each opcode byte of protocols 0 to 4 does; the game writes protocol 2. */
export const PICKLE_OPCODES: ReadonlyMap<number, Opcode> = new Map(
  Object.entries({ ...REFUSED, ...SCALARS, ...CONTAINERS, ...STACK_AND_MEMO, ...CLASSES }).map(
    ([byte, opcode]): [number, Opcode] => [byte.charCodeAt(0), opcode],
  ),
);
