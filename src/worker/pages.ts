/** Pages and files of the site: stored when the worker is installed, or when they are first loaded. */
import { PrecacheController } from 'workbox-precaching/PrecacheController.js';
import { CacheFirst } from 'workbox-strategies/CacheFirst.js';
import { OFFLINE_PAGE, storedPage } from '#lib/domain/stored-pages.ts';
import { limit } from './limit.ts';
import { type LifeEvent, type PageRequest, scope } from './scope.ts';

/**
 * The page for an address that is not stored while there is no connection, where the page with the frame is not stored either.
 */
const HTML = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>Offline · Fleet Karma</title>
<style>body { max-width: 40rem; margin: 15vh auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif; text-align: center }</style>
<h1>You are offline.</h1>
<p>This page isn’t saved on this device. Try again when you’re back online.</p>
<p><a href="">Try again</a> · <a href="/posts">Saved posts</a></p>
</html>`;

/** It loads and runs nothing. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'";

/** The answer for an address that is not stored. */
async function offlinePage(): Promise<Response> {
  const page = await precache.matchPrecache(OFFLINE_PAGE);
  if (page) return new Response(page.body, { status: 503, headers: page.headers });
  return new Response(HTML, {
    status: 503,
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': POLICY },
  });
}

const PRECACHE = 'precache';
const PAGES = 'pages';
const FILES = 'files';
/** The oldest files above this number are deleted, because every deployment adds new names. */
const FILES_MAX = 150;

/** The caches of this module. */
export const PAGE_CACHES = [PRECACHE, PAGES, FILES];

const precache = new PrecacheController({ cacheName: PRECACHE });
precache.addToCacheList(PRECACHED);

const files = new CacheFirst({
  cacheName: FILES,
  plugins: [limit({ maxEntries: FILES_MAX })],
});

/** Whether the user wants to save data. The page that registers the worker knows. */
const savesData = (): boolean => new URLSearchParams(location.search).has('save-data');

/** Stores the pages, unless the user saves data or the device is full: then pages are stored as they are visited. */
export async function storePages(event: LifeEvent): Promise<void> {
  if (savesData()) return;
  await precache.install(event).catch((error: unknown) => {
    if ((error as Error).name !== 'QuotaExceededError') throw error;
  });
}

/** Deletes stored files that this version does not have. */
export async function dropOldPages(event: LifeEvent): Promise<void> {
  await precache.activate(event);
}

/** A file whose name changes with its content. From the network, too, when the device cannot read what it stored. */
export async function answerFile(event: PageRequest): Promise<Response> {
  try {
    return (await precache.matchPrecache(event.request)) ?? (await files.handle(event));
  } catch {
    return fetch(event.request);
  }
}

const isStored = async (address: string): Promise<boolean> =>
  (await precache.matchPrecache(address)) !== undefined;

async function storeVisited(address: string, response: Response): Promise<void> {
  if (await isStored(address)) return;
  const cache = await caches.open(PAGES);
  // A full device keeps what it has.
  await cache.put(address, response).catch(() => {});
}

async function fromStore(address: string | null): Promise<Response> {
  if (address === null) return offlinePage();
  const pages = await caches.open(PAGES);
  return (await precache.matchPrecache(address)) ?? (await pages.match(address)) ?? offlinePage();
}

/** A page: from the network or, without a connection, as it was stored. */
export async function answerPage(event: PageRequest): Promise<Response> {
  const address = storedPage(new URL(event.request.url).pathname);
  try {
    const response = (await event.preloadResponse) ?? (await fetch(event.request));
    const isPage = response.status === 200 && !response.redirected;
    if (address !== null && isPage) event.waitUntil(storeVisited(address, response.clone()));
    return response;
  } catch {
    return fromStore(address);
  }
}

/** Browsers then request a page while the worker starts, not after it. */
export async function enablePreload(): Promise<void> {
  await scope.registration.navigationPreload?.enable();
}
