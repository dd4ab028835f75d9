/**
 * The service worker. Pages come from the network and, without a connection, from what is stored; files with a hash in their
 * name come from the cache. Answers of the API for visitors are saved. All other requests are left to the browser.
 */

import { Strategy } from 'workbox-strategies/Strategy.js';
import type { StrategyHandler } from 'workbox-strategies/StrategyHandler.js';
import { isApiPath } from '#lib/domain/api-paths.ts';
import {
  isSavableAnswer,
  isSavableCall,
  SAVED_AT,
  SAVED_CACHE,
  SAVED_MS,
  savedAddress,
} from '#lib/domain/saved.ts';
import { limit } from './limit.ts';
import { answerFile, answerPage, dropOldPages, enablePreload, PAGE_CACHES, storePages } from './pages.ts';
import { scope } from './scope.ts';

/** The oldest answers above this number are deleted. */
const ANSWERS_MAX = 200;

const marked = (response: Response): Response => {
  const headers = new Headers(response.headers);
  headers.set(SAVED_AT, String(Date.now()));
  return new Response(response.body, { headers });
};

/** Always responds from the network. Pages read the cache themselves, because only they know that no one is signed in. */
class NetworkAndSave extends Strategy {
  protected async _handle(request: Request, handler: StrategyHandler): Promise<Response> {
    const response = await handler.fetch(request);
    handler.waitUntil(handler.cachePut(request, response.clone()));
    return response;
  }
}

/** The strategy for calls whose answers may be saved. */
const savedAnswers = new NetworkAndSave({
  cacheName: SAVED_CACHE,
  plugins: [
    {
      cacheKeyWillBeUsed: async ({ request }) => savedAddress(request.url),
      cacheWillUpdate: async ({ response }) => (isSavableAnswer(response) ? marked(response) : null),
    },
    limit({ maxEntries: ANSWERS_MAX, maxAgeSeconds: SAVED_MS / 1000 }),
  ],
});

async function dropOtherCaches(): Promise<void> {
  const kept = [...PAGE_CACHES, SAVED_CACHE];
  const names = await caches.keys();
  await Promise.all(names.filter((name) => !kept.includes(name)).map((name) => caches.delete(name)));
}

/** Open pages of another version offer to reload. */
async function announceVersion(): Promise<void> {
  for (const client of await scope.clients.matchAll({ type: 'window' })) client.postMessage({ build: BUILD });
}

scope.addEventListener('install', (event) => {
  // Pages of two versions may be open: files keep their names, so either works with this worker.
  event.waitUntil(Promise.all([storePages(event), scope.skipWaiting()]));
});

scope.addEventListener('activate', (event) => {
  const activate = async () => {
    await Promise.all([dropOldPages(event), dropOtherCaches(), enablePreload()]);
    await scope.clients.claim();
    await announceVersion();
  };
  event.waitUntil(activate());
});

scope.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  const isOurs = origin === location.origin && request.method === 'GET' && !request.headers.has('range');
  if (isOurs && request.mode === 'navigate' && !isApiPath(pathname)) event.respondWith(answerPage(event));
  else if (isOurs && pathname.startsWith('/hashed/')) event.respondWith(answerFile(event));
  else if (isSavableCall(request, API_ORIGIN || location.origin))
    event.respondWith(savedAnswers.handle(event));
});
