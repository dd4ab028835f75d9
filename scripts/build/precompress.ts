/** Writes a brotli and a gzip version next to every text file of the builds, so that no request waits for compression. */
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

const TEXT = /\.(html|css|js|json|svg|txt|xml|webmanifest|map)$/;

/** Editors replace these in place, and compressed versions would still have the old text. */
const EDITORS_FILES = /[/\\]assets[/\\][^/\\]+\.html$/;

/** Smaller files grow when they are compressed. */
const MIN_BYTES = 128;

/** As many as keep Node's four threads busy. Each takes megabytes: 64 added 550 MB to the start of `npm run production`. */
const FILES_AT_ONCE = 4;

async function compress(body: Buffer, quality: number) {
  const [br, gz] = await Promise.all([
    compressBrotli(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: quality,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
    compressGzip(body, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  return { br, gz };
}

/** Compresses every text file under the folders; the regions' builds share most bodies, each is compressed once. */
export async function precompress(
  folders: readonly string[],
  quality: number = constants.BROTLI_MAX_QUALITY,
): Promise<void> {
  const known = new Map<string, ReturnType<typeof compress>>();
  const compressOnce = (body: Buffer) => {
    const key = createHash('sha256').update(body).digest('hex');
    const compressed = known.get(key) ?? compress(body, quality);
    known.set(key, compressed);
    return compressed;
  };
  const listings = await Promise.all(
    folders.map((folder) => readdir(folder, { recursive: true, withFileTypes: true })),
  );
  const entries = listings.flat().values();
  const work = async (): Promise<void> => {
    for (const entry of entries) {
      const file = path.join(entry.parentPath, entry.name);
      if (!entry.isFile() || !TEXT.test(entry.name) || EDITORS_FILES.test(file)) continue;
      const body = await readFile(file);
      if (body.length < MIN_BYTES) continue;
      const { br, gz } = await compressOnce(body);
      await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
    }
  };
  await Promise.all(Array.from({ length: FILES_AT_ONCE }, work));
}
