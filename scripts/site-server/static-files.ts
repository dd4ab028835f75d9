/** Sends the files of one region's build: precompressed, with conditional requests and ranges. */
import { readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { negotiate } from '@fastify/accept-negotiator';
import { send } from '@fastify/send';
import {
  cacheControl,
  EDITORS_POLICY,
  FILE_POLICY,
  mediaType,
  pagePolicy,
} from '#scripts/site-server/headers.ts';

/** Extensions of the precompressed files that `scripts/build/precompress.ts` writes, by encoding. */
const ENCODINGS = { br: '.br', gzip: '.gz' } as const;
type Encoding = keyof typeof ENCODINGS;

/** The files of one build by their address, each with its folder (an absolute path) and its content-security-policy. */
export type StaticFiles = ReadonlyMap<string, { folder: string; policy: string }>;

function policyOf(url: string, file: string): string {
  if (!url.endsWith('.html')) return FILE_POLICY;
  return url.startsWith('/assets/') ? EDITORS_POLICY : pagePolicy(readFileSync(file, 'utf8'));
}

/** Lists the files in the folders; of files with the same address, the last is served. Files that are added later are not. */
export function listStaticFiles(...folders: readonly string[]): StaticFiles {
  const files: Map<string, { folder: string; policy: string }> = new Map();
  for (const folder of folders)
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      const file = path.join(entry.parentPath, entry.name);
      const url = `/${path.relative(folder, file).split(path.sep).join('/')}`;
      if (entry.isFile()) files.set(url, { folder, policy: policyOf(url, file) });
    }
  return files;
}

/** The parts of a request that decide about a file. */
export type FileRequest = Pick<IncomingMessage, 'method' | 'headers'>;

/** The answer with a file. */
export interface FileAnswer {
  status: number;
  headers: Record<string, string>;
  stream: Readable;
}

/** The encoding to send. A range is always one of the plain file. */
function encodingFor({ headers }: FileRequest, url: string, files: StaticFiles): Encoding | null {
  const available = (Object.keys(ENCODINGS) as Encoding[]).filter((name) => files.has(url + ENCODINGS[name]));
  if (available.length === 0 || headers.range !== undefined) return null;
  return negotiate(headers['accept-encoding'] ?? '', available);
}

const ABOUT_THE_FILE = new Set(['if-none-match', 'if-modified-since', 'range']);

/** Opens the file at `url`, which must be listed. With 404, conditions and ranges of the request are ignored. */
export async function openFile(
  request: FileRequest,
  url: string,
  files: StaticFiles,
  status: 200 | 404 = 200,
): Promise<FileAnswer> {
  const { method, headers } = request;
  const kept = Object.entries(headers).filter(([name]) => status === 200 || !ABOUT_THE_FILE.has(name));
  const asked = { method, headers: Object.fromEntries(kept) };
  const encoding = encodingFor(asked, url, files);
  const name = encoding === null ? url : url + ENCODINGS[encoding];
  const sent = await send(asked as IncomingMessage, encodeURI(name), {
    root: files.get(name)?.folder as string,
    dotfiles: 'allow',
    cacheControl: false,
    contentType: false,
    index: false,
  });
  return {
    status: sent.statusCode === 200 ? status : sent.statusCode,
    headers: {
      ...(sent.headers as unknown as Record<string, string>),
      'Content-Type': mediaType(url),
      'Content-Security-Policy': files.get(url)?.policy ?? FILE_POLICY,
      'Cache-Control': status === 404 ? 'no-cache' : cacheControl(url),
      ...(files.has(`${url}.br`) && { Vary: 'Accept-Encoding' }),
      ...(encoding !== null && { 'Content-Encoding': encoding }),
    },
    stream: sent.stream,
  };
}

/** Sends the file at `url`; see `openFile`. */
export async function sendFile(
  request: FileRequest,
  response: ServerResponse,
  url: string,
  files: StaticFiles,
  status: 200 | 404 = 200,
): Promise<void> {
  const answer = await openFile(request, url, files, status);
  response.writeHead(answer.status, answer.headers);
  await pipeline(answer.stream, response);
}
