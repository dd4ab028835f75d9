/** Behaviour of every store of files. */
import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { FileStore, IncomingFile } from '#api/files/store.ts';
import type { RegionId } from '#lib/regions.ts';

const UNKNOWN = 'f'.repeat(64);
const SIZE = 200_000;

const sumOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const bytesOf = async (content: Readable): Promise<Buffer> => Buffer.concat(await content.toArray());

/** The sums of all files of a region, sorted. */
export async function sumsIn(files: FileStore, region: RegionId): Promise<string[]> {
  const found: string[] = [];
  for await (const sums of files.list(region)) found.push(...sums);
  return found.sort();
}

async function* halves(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes.subarray(0, bytes.length / 2);
  yield bytes.subarray(bytes.length / 2);
}

/** Registers the tests of a store that `open` opens empty. */
export function testFileStore(open: () => Promise<FileStore>): void {
  let files: FileStore;
  let bytes: Buffer;
  let sha256: string;
  beforeAll(async () => {
    files = await open();
  });
  beforeEach(async () => {
    bytes = randomBytes(SIZE);
    sha256 = sumOf(bytes);
    await files.removeAll();
  });

  const keep = async (region: RegionId = 'eu'): Promise<void> => {
    await using file = await files.receive(halves(bytes));
    await files.keep(region, file);
  };

  test('sums and measures what it receives', async () => {
    await using file = await files.receive(halves(bytes));
    expect([file.sha256, file.size, sumOf(await readFile(file.path))]).toEqual([sha256, SIZE, sha256]);
    expect(await sumsIn(files, 'eu')).toEqual([]);
  });

  test('removes a received file that is not kept', async () => {
    let received: IncomingFile;
    {
      await using file = await files.receive(halves(bytes));
      received = file;
    }
    expect(existsSync(received.path)).toBe(false);
    expect(await files.open('eu', sha256)).toBeNull();
  });

  test('fails with the error of the stream that it receives', async () => {
    async function* broken(): AsyncGenerator<Buffer> {
      yield bytes;
      throw new Error('the connection was lost');
    }
    await expect(files.receive(broken())).rejects.toThrow('the connection was lost');
    expect(await sumsIn(files, 'eu')).toEqual([]);
  });

  test('returns what it kept, whole and in spans', async () => {
    await keep();
    const read = async (span?: { start: number; end: number }) => {
      const stored = await files.open('eu', sha256);
      expect(stored?.size).toBe(SIZE);
      return bytesOf(await (stored as NonNullable<typeof stored>).read(span));
    };
    expect((await read()).equals(bytes)).toBe(true);
    expect((await read({ start: 10, end: 19 })).equals(bytes.subarray(10, 20))).toBe(true);
    expect((await read({ start: SIZE - 1, end: SIZE - 1 })).equals(bytes.subarray(-1))).toBe(true);
  });

  test('gives programs a file at a path, and keeps it afterwards', async () => {
    await keep();
    {
      await using local = await files.local('eu', sha256);
      expect(sumOf(await readFile(local?.path ?? ''))).toBe(sha256);
    }
    expect(await sumsIn(files, 'eu')).toEqual([sha256]);
  });

  test('stores equal content once', async () => {
    await keep();
    await keep();
    expect(await files.put('eu', bytes)).toBe(sha256);
    expect(await sumsIn(files, 'eu')).toEqual([sha256]);
  });

  test('keeps the regions apart', async () => {
    await keep('na');
    expect([await sumsIn(files, 'eu'), await sumsIn(files, 'na')]).toEqual([[], [sha256]]);
    expect(await files.open('eu', sha256)).toBeNull();
  });

  test('knows how old a file is', async () => {
    await keep();
    // Object storage counts whole seconds.
    expect(Math.abs(await files.ageOf('eu', sha256))).toBeLessThan(10_000);
    expect(await files.ageOf('eu', UNKNOWN)).toBe(0);
  });

  test('removes one file, or all', async () => {
    await keep();
    const other = await files.put('eu', Buffer.from('another file'));
    await files.remove('eu', sha256);
    await files.remove('eu', UNKNOWN);
    expect(await sumsIn(files, 'eu')).toEqual([other]);
    await files.removeAll();
    expect(await sumsIn(files, 'eu')).toEqual([]);
  });

  test('has nothing for an unknown sum', async () => {
    const as = { type: 'video/mp4' };
    expect(await files.open('eu', UNKNOWN)).toBeNull();
    expect(await files.local('eu', UNKNOWN)).toBeNull();
    expect(await files.addressOf('eu', UNKNOWN, as)).toBeNull();
  });
}
