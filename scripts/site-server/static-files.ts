/** The files of one region's build, read once: a build that is being replaced never shows half. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  cacheControl,
  EDITORS_POLICY,
  FILE_POLICY,
  mediaType,
  pagePolicy,
} from '#scripts/site-server/headers.ts';

/** A file ready to be sent. `etag` is that of the plain body; a compressed body adds its encoding. */
export interface StaticFile {
  type: string;
  cacheControl: string;
  /** Its content-security-policy. */
  policy: string;
  etag: string;
  body: Buffer;
  br?: Buffer;
  gzip?: Buffer;
}

/** Editors may replace these while the server runs. */
export const EDITORS_FILE: RegExp = /^\/assets\/\w[\w.-]*\.html$/;

function policyOf(url: string, type: string, body: Buffer): string {
  if (EDITORS_FILE.test(url)) return EDITORS_POLICY;
  return type.startsWith('text/html') ? pagePolicy(body.toString()) : FILE_POLICY;
}

/** A file from its bytes; `url` is its path in the build and decides type and caching. */
export function staticFile(url: string, body: Buffer): StaticFile {
  const etag = createHash('sha256').update(body).digest('base64url').slice(0, 22);
  const type = mediaType(url);
  return { type, cacheControl: cacheControl(url), policy: policyOf(url, type, body), etag, body };
}

/** Every file under `folder` by its path (`/hashed/x.js`), each with its precompressed forms. */
export async function readStaticFiles(folder: string): Promise<Map<string, StaticFile>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const bodies = new Map<string, Buffer>();
  await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => {
        const file = path.join(entry.parentPath, entry.name);
        bodies.set(`/${path.relative(folder, file).split(path.sep).join('/')}`, await readFile(file));
      }),
  );
  const files = new Map<string, StaticFile>();
  for (const [url, body] of bodies) {
    if (/\.(br|gz)$/.test(url)) continue;
    const br = bodies.get(`${url}.br`);
    const gzip = bodies.get(`${url}.gz`);
    files.set(url, { ...staticFile(url, body), ...(br && { br }), ...(gzip && { gzip }) });
  }
  return files;
}
