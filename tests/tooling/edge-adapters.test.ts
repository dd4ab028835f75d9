import { afterEach, expect, it, vi } from 'vitest';

const CRAWLER = 'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)';
const request = () => new Request('https://na.example.org/player/5', { headers: { 'user-agent': CRAWLER } });
const shell = async () =>
  new Response('<html><head></head></html>', { headers: { 'content-type': 'text/html' } });

afterEach(() => vi.unstubAllGlobals());

/** Records which previews a platform's adapter requests. */
function recordPreviews(): string[] {
  const seen: string[] = [];
  vi.stubGlobal('fetch', async (asked: Request | URL) => {
    const url = asked instanceof Request ? asked.url : asked.href;
    seen.push(url);
    return url.startsWith('https://static.example') ? shell() : new Response(null, { status: 404 });
  });
  return seen;
}

it.each([
  [
    'Cloudflare’s',
    async () => {
      const { default: worker } = await import('../../deploy/edge/cloudflare.ts');
      return worker.fetch(request(), { ASSETS: { fetch: shell } });
    },
  ],
  [
    'Netlify’s',
    async () => {
      const { default: handle } = await import('../../deploy/edge/netlify.ts');
      return handle(request(), { next: shell });
    },
  ],
  [
    'Deno’s',
    async () => {
      const served = Promise.withResolvers<(request: Request) => Promise<Response>>();
      vi.stubGlobal('Deno', { env: { get: () => 'https://static.example' }, serve: served.resolve });
      await import('../../deploy/edge/deno.ts');
      return (await served.promise)(request());
    },
  ],
])('%s adapter asks the region’s API and passes on the build’s page', async (_, answer) => {
  const seen = recordPreviews();
  expect((await answer()).status).toBe(200);
  expect(seen[0]).toMatch(/^https:\/\/na\.api\.example\.org\/og\/player\/5/);
});
