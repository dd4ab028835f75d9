/** Sends the files of one region's build: precompressed, with conditional requests and ranges. */
import { readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
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

/** The files of one build. */
export interface StaticFiles {
  /** Absolute path of the build. */
  folder: string;
  /** All files by their address, with their content-security-policies. */
  policies: ReadonlyMap<string, string>;
}

function policyOf(url: string, file: string): string {
  if (!url.endsWith('.html')) return FILE_POLICY;
  return url.startsWith('/assets/') ? EDITORS_POLICY : pagePolicy(readFileSync(file, 'utf8'));
}

/** Lists the files in `folder`. Files that are added later are not served. */
export function listStaticFiles(folder: string): StaticFiles {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const policies = files.map((entry): [string, string] => {
    const file = path.join(entry.parentPath, entry.name);
    const url = `/${path.relative(folder, file).split(path.sep).join('/')}`;
    return [url, policyOf(url, file)];
  });
  return { folder, policies: new Map(policies) };
}

/** The encoding to send. A range is always one of the plain file. */
function encodingFor(request: IncomingMessage, url: string, { policies }: StaticFiles): Encoding | null {
  const available = (Object.keys(ENCODINGS) as Encoding[]).filter((name) =>
    policies.has(url + ENCODINGS[name]),
  );
  if (available.length === 0 || request.headers.range !== undefined) return null;
  return negotiate(request.headers['accept-encoding'] ?? '', available);
}

/** Answers with the file at `url`, which must be listed. With 404, conditions and ranges of the request are ignored. */
export async function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  url: string,
  files: StaticFiles,
  status: 200 | 404 = 200,
): Promise<void> {
  if (status === 404) {
    delete request.headers['if-none-match'];
    delete request.headers['if-modified-since'];
    delete request.headers.range;
  }
  const encoding = encodingFor(request, url, files);
  const name = encoding === null ? url : url + ENCODINGS[encoding];
  const { statusCode, headers, stream } = await send(request, encodeURI(name), {
    root: files.folder,
    dotfiles: 'allow',
    cacheControl: false,
    contentType: false,
    index: false,
  });
  response.setHeader('Content-Type', mediaType(url));
  response.setHeader('Content-Security-Policy', files.policies.get(url) ?? FILE_POLICY);
  response.setHeader('Cache-Control', status === 404 ? 'no-cache' : cacheControl(url));
  if (files.policies.has(`${url}.br`)) response.setHeader('Vary', 'Accept-Encoding');
  if (encoding !== null) response.setHeader('Content-Encoding', encoding);
  response.writeHead(statusCode === 200 ? status : statusCode, headers);
  await pipeline(stream, response);
}
