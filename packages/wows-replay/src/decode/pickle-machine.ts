import { ByteReader } from './byte-reader.ts';
import type { AllowedClasses } from './known-classes.ts';
import { InvalidReplayError, UnknownClassError } from './replay-errors.ts';

/** The content of a pickle: plain data only. Tuples and lists are both arrays. */
export type PickleValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | Uint8Array
  | PickleValue[]
  | Map<PickleValue, PickleValue>
  | Set<PickleValue>
  | InertGlobal
  | InertObject;

/** The name of a class in a pickle. Nothing is looked up, imported or called. */
export class InertGlobal {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** An instance of a class that a pickle names; its state is plain data. */
export class InertObject {
  readonly global: InertGlobal;
  state: PickleValue = null;
  constructor(global: InertGlobal) {
    this.global = global;
  }
}

/** The pickle is damaged or written in an unknown way, which is not a sign of malice. */
export class PickleError extends Error {
  override readonly name = 'PickleError';
}

/** Real files stay below a tenth of each. */
const STACK_MAX = 100_000;
const MARKS_MAX = 256;
const MEMO_MAX = 100_000;

/** Refuses a pickle that exceeds a limit. Treating it as damaged would leave the rest unchecked. */
export function refuseSize(): never {
  throw new InvalidReplayError('The replay holds far too much data about its players.');
}

/** Stack, marks and memo of a pickle that is being read. Nesting takes marks instead of recursion. */
export class PickleMachine {
  readonly input: ByteReader;
  readonly #memo = new Map<number, PickleValue>();
  readonly #marks: number[] = [];
  readonly #stack: PickleValue[] = [];
  readonly #classes: AllowedClasses;

  constructor(bytes: Uint8Array, classes: AllowedClasses) {
    this.input = new ByteReader(bytes);
    this.#classes = classes;
  }

  push(value: PickleValue): void {
    if (this.#stack.length >= STACK_MAX) refuseSize();
    this.#stack.push(value);
  }

  pop(): PickleValue {
    const value = this.top();
    this.#stack.pop();
    return value;
  }

  /** POP: removes the last mark if nothing follows it, as Python does, or else the last value. */
  drop(): void {
    if (this.#marks.length > 0 && this.#marks.at(-1) === this.#stack.length) this.#marks.pop();
    else this.pop();
  }

  top(): PickleValue {
    const floor = this.#marks.at(-1) ?? 0;
    if (this.#stack.length <= floor) throw new PickleError('The pickle takes more values than it holds.');
    return this.#stack.at(-1) as PickleValue;
  }

  mark(): void {
    if (this.#marks.length >= MARKS_MAX) refuseSize();
    this.#marks.push(this.#stack.length);
  }

  /** Removes the last mark and returns everything pushed since. */
  popToMark(): PickleValue[] {
    const start = this.#marks.pop();
    if (start === undefined) throw new PickleError('The pickle closes a group that it never opened.');
    return this.#stack.splice(start);
  }

  /** Removes the last `count` values and returns them in the order they were pushed. */
  popMany(count: number): PickleValue[] {
    return Array.from({ length: count }, () => this.pop()).reverse();
  }

  remember(index: number, value: PickleValue): void {
    if (this.#memo.size >= MEMO_MAX) refuseSize();
    this.#memo.set(index, value);
  }

  /** In protocol 4 the next free index is used. */
  rememberNext(value: PickleValue): void {
    this.remember(this.#memo.size, value);
  }

  recall(index: number): PickleValue {
    const value = this.#memo.get(index);
    if (value === undefined) throw new PickleError('The pickle recalls a value that it never stored.');
    return value;
  }

  /** Pushes the name of a class; refuses one that is not allowed. */
  pushGlobal(module: string, name: string): void {
    const global = `${module}.${name}`;
    if (!this.#classes.has(global)) throw new UnknownClassError(global);
    this.push(new InertGlobal(global));
  }
}
