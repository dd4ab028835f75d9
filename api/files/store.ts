/**
 * Stores replays, timelines, thumbnails and videos, in a folder or in a bucket of object storage. Each file is named by the
 * SHA-256 of its content. Rows refer to files by that sum, so equal files are stored once. Regions never share a file.
 */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { RegionId } from '#lib/regions.ts';

/** Hexadecimal SHA-256 of a content. */
export async function sha256Of(content: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of content) hash.update(chunk);
  return hash.digest('hex');
}

/** Writes a content to a new file, flushed, which only this account can read. Returns its SHA-256 and its size. */
export async function writeNew(
  file: string,
  content: AsyncIterable<Uint8Array>,
): Promise<Pick<IncomingFile, 'sha256' | 'size'>> {
  const hash = createHash('sha256');
  let size = 0;
  await pipeline(
    content,
    async function* (chunks: AsyncIterable<Uint8Array>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        size += chunk.length;
        yield chunk;
      }
    },
    createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }),
  );
  return { sha256: hash.digest('hex'), size };
}

/** A received file that nothing refers to yet. Disposing of it removes it, unless it was kept. */
export interface IncomingFile extends AsyncDisposable {
  path: string;
  /** Hexadecimal. */
  sha256: string;
  /** Bytes. */
  size: number;
}

/** Part of a file, in bytes; both ends are included. */
export interface Span {
  start: number;
  end: number;
}

/** A stored file that is open for reading. */
export interface StoredFile {
  /** Bytes. */
  size: number;
  /** The content, or a span of it. Reading it to the end closes the file. */
  read(span?: Span): Promise<Readable>;
  /** Closes a file that is not read. */
  close(): Promise<void>;
}

/** A file at a path of this machine, until it is disposed of. */
export interface LocalFile extends AsyncDisposable {
  path: string;
}

/** Response headers of a file. */
export interface ServedAs {
  type: string;
  /** `Content-Disposition`. */
  disposition?: string | undefined;
}

/** The files of all regions. */
export interface FileStore {
  /** Writes a stream to the local disk, flushed, and calculates its sum. Leaves nothing behind when the stream fails. */
  receive(source: AsyncIterable<Uint8Array>): Promise<IncomingFile>;
  /** Stores a received file in the region. Use `keepFile`, which also locks it. */
  keep(region: RegionId, file: IncomingFile): Promise<void>;
  /** Stores invented data without flushing; returns its SHA-256. */
  put(region: RegionId, bytes: Uint8Array): Promise<string>;
  /** Opens a file; null when it does not exist. The caller reads it to the end or closes it. */
  open(region: RegionId, sha256: string): Promise<StoredFile | null>;
  /** The file at a path, for programs and threads that read it themselves; null when it does not exist. */
  local(region: RegionId, sha256: string): Promise<LocalFile | null>;
  /** An address from which browsers load the file for some minutes; null when the API has to send it. */
  addressOf(region: RegionId, sha256: string, as: ServedAs): Promise<string | null>;
  /** Removes a file. Use `removeUnreferenced`, which checks that no row refers to it. */
  remove(region: RegionId, sha256: string): Promise<void>;
  /** Sums of all files of the region, a few hundred at a time. */
  list(region: RegionId): AsyncIterable<string[]>;
  /** Milliseconds since the file was written; 0 when it is gone. */
  ageOf(region: RegionId, sha256: string): Promise<number>;
  /** Removes received files that are older than this, in milliseconds: their process has ended. */
  removeAbandoned(ageMs: number): Promise<void>;
  /** Why files cannot be stored now: a sentence for the operator, or null. */
  problem(): Promise<string | null>;
  /** Removes all files of the regions, by default of all. Only after the rows that refer to them. */
  removeAll(regions?: readonly RegionId[]): Promise<void>;
}
