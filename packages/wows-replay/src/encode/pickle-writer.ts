import { bytesOf, u32 } from './byte-writer.ts';

/** Values that the encoder can pickle: data, instances of a class, or raw pickle bytes. */
export type Picklable =
  | null
  | boolean
  | number
  | string
  | Picklable[]
  | { dict: [Picklable, Picklable][] }
  | { pair: [Picklable, Picklable] }
  | { instanceOf: string; state: Picklable }
  | { raw: Uint8Array };

/** A protocol 2 pickle as the game's Python 2 writes it, including memo numbers. */
export function pickle(value: Picklable): Uint8Array<ArrayBuffer> {
  const bytes: number[] = [0x80, 2];
  let memos = 0;
  write(value);
  put('.');
  return Uint8Array.from(bytes);

  function put(...parts: (number | string | Uint8Array)[]): void {
    for (const part of parts) {
      if (typeof part === 'number') bytes.push(part);
      else if (typeof part === 'string') bytes.push(...bytesOf(part));
      else for (const byte of part) bytes.push(byte);
    }
  }

  function remember(): void {
    const index = memos++;
    if (index < 256) put('q', index);
    else put('r', u32(index));
  }

  function write(item: Picklable): void {
    if (item === null) put('N');
    else if (typeof item === 'boolean') put(item ? 0x88 : 0x89);
    else if (typeof item === 'number') put(...numberParts(item));
    else if (typeof item === 'string') {
      put(...textParts(item));
      remember();
    } else writeContainer(item);
  }

  function writeContainer(item: Exclude<Picklable, null | boolean | number | string>): void {
    if (Array.isArray(item)) writeMarked(']', item, 'e');
    else if ('dict' in item) writeMarked('}', item.dict.flat(), 'u');
    else if ('pair' in item) {
      item.pair.forEach(write);
      put(0x86);
      remember();
    } else if ('raw' in item) put(item.raw);
    else writeInstance(item);
  }

  function writeMarked(opening: string, items: Picklable[], closing: string): void {
    put(opening);
    remember();
    put('(');
    items.forEach(write);
    put(closing);
  }

  function writeInstance({ instanceOf, state }: { instanceOf: string; state: Picklable }): void {
    const [module, name] = instanceOf.split('.');
    put(`c${module}\n${name}\n`);
    remember();
    put(')', 0x81);
    remember();
    write(state);
    put('b');
  }
}

function numberParts(value: number): (number | string | Uint8Array)[] {
  if (!Number.isInteger(value)) {
    return ['G', new Uint8Array(Float64Array.of(value).buffer).reverse()];
  }
  if (value >= 0 && value < 0x100) return ['K', value];
  if (value >= 0 && value < 0x10000) return ['M', value & 0xff, value >> 8];
  return value === (value | 0) ? ['J', u32(value)] : [`I${value}\n`];
}

function textParts(text: string): (number | string | Uint8Array)[] {
  const bytes = bytesOf(text);
  return bytes.length < 0x100 ? ['U', bytes.length, bytes] : ['T', u32(bytes.length), bytes];
}
