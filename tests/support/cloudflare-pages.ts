/** Cloudflare's own code for Pages: the parsers of `_headers` and `_redirects`, and the server that applies them. */
import { readFileSync } from 'node:fs';

interface Parsed {
  rules: unknown[];
  invalid: unknown[];
}

/** The package is TypeScript without types that pass this project's checks, so it is loaded by name. */
// biome-ignore lint/suspicious/noExplicitAny: another project's code without types
const load = (path: string): Promise<any> => import(/* @vite-ignore */ `@cloudflare/pages-shared/${path}`);

/** A site on Cloudflare Pages. */
export interface PagesSite {
  headers: Parsed;
  redirects: Parsed;
  /** Answers a request for a path. */
  get(path: string): Promise<Response>;
}

/** Parses the files in `folder` and serves `files`, paths such as `/index.html`, with them. */
export async function cloudflarePages(folder: string, files: readonly string[]): Promise<PagesSite> {
  const [{ parseHeaders }, { parseRedirects }, { createMetadataObject }, { generateHandler }] =
    await Promise.all([
      load('metadata-generator/parseHeaders.ts'),
      load('metadata-generator/parseRedirects.ts'),
      load('metadata-generator/createMetadataObject.ts'),
      load('asset-server/handler.ts'),
    ]);
  const headers: Parsed = parseHeaders(readFileSync(`${folder}/_headers`, 'utf8'));
  const redirects: Parsed = parseRedirects(readFileSync(`${folder}/_redirects`, 'utf8'));
  const metadata = createMetadataObject({
    headers: { invalid: headers.invalid, rules: headers.rules },
    redirects: { invalid: redirects.invalid, rules: redirects.rules },
  });
  const find = async (path: string) => (files.includes(path) ? path : null);
  return {
    headers,
    redirects,
    get: (path) =>
      generateHandler({
        request: new Request(`https://example.org${path}`),
        metadata,
        logError: (error: Error) => {
          throw error;
        },
        findAssetEntryForPath: find,
        getAssetKey: (entry: string) => entry,
        negotiateContent: () => ({ encoding: null }),
        fetchAsset: async (key: string) => ({ body: key, contentType: 'text/plain' }),
      }),
  };
}
