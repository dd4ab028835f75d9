import { bytesOf, u32 } from './byte-writer.ts';

/** What the encoder can pickle: data, instances of a class, or bytes put in as they are. */
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

/** A protocol 2 pickle as the game's Python 2 writes it, memo numbers included. */
export function pickle(value: Picklable): Uint8Array<ArrayBuffer> {
  let memos = 0;
  return bytesOf(0x80, 2, write(value), '.');

  function remember(): Uint8Array {
    const index = memos++;
    return index < 256 ? bytesOf('q', index) : bytesOf('r', u32(index));
  }

  function write(item: Picklable): Uint8Array {
    if (item === null) return bytesOf('N');
    if (typeof item === 'boolean') return bytesOf(item ? 0x88 : 0x89);
    if (typeof item === 'number') return writeNumber(item);
    if (typeof item === 'string') return bytesOf(writeText(item), remember());
    return writeContainer(item);
  }

  function writeContainer(item: Exclude<Picklable, null | boolean | number | string>): Uint8Array {
    if (Array.isArray(item)) return bytesOf(']', remember(), '(', ...item.map(write), 'e');
    if ('dict' in item) return bytesOf('}', remember(), '(', ...item.dict.flat().map(write), 'u');
    if ('pair' in item) return bytesOf(...item.pair.map(write), 0x86, remember());
    if ('raw' in item) return item.raw;
    const [module, name] = item.instanceOf.split('.');
    return bytesOf(`c${module}\n${name}\n`, remember(), ')', 0x81, remember(), write(item.state), 'b');
  }
}

function writeNumber(value: number): Uint8Array {
  if (!Number.isInteger(value)) {
    const bytes = Buffer.alloc(8);
    bytes.writeDoubleBE(value);
    return bytesOf('G', bytes);
  }
  if (value >= 0 && value < 0x100) return bytesOf('K', value);
  if (value >= 0 && value < 0x10000) return bytesOf('M', u32(value).subarray(0, 2));
  return value === (value | 0) ? bytesOf('J', u32(value)) : bytesOf(`I${value}\n`);
}

function writeText(text: string): Uint8Array {
  const bytes = bytesOf(text);
  return bytes.length < 0x100 ? bytesOf('U', bytes.length, bytes) : bytesOf('T', u32(bytes.length), bytes);
}
