/**
 * The service worker. Pages come from the network and, without a connection, from what is stored; files with a hash in their
 * name come from the cache. Answers of the API for visitors are saved. All other requests are left to the browser.
 */
import { isApiPath } from '#lib/domain/api-paths.ts';
import { isSavableCall, SAVED_CACHE } from '#lib/domain/saved.ts';
import { answerFile, answerPage, dropOldPages, enablePreload, PAGE_CACHES, storePages } from './pages.ts';
import { savedAnswers } from './saved-answers.ts';
import { scope } from './scope.ts';

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
