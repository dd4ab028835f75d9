/**
 * The service worker: hashed files are answered from the cache, since they never change, and a page that cannot be
 * fetched says that the device is offline. Everything else goes to the network as if this were not here.
 */
const CACHE = 'fleet-karma-1';
/** Files kept at the most; the oldest go first. Every deployment brings new names. */
const FILES_MAX = 150;

const OFFLINE_PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>Offline · Fleet Karma</title>
<h1>You are offline.</h1>
<p>This page could not be loaded. It will be there when your connection is back.</p>
<p><a href="">Try again</a></p>
</html>`;

const offline = () =>
  new Response(OFFLINE_PAGE, {
    status: 503,
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': "default-src 'none'" },
  });

async function fromCache(request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) {
    await cache.put(request, response.clone());
    const keys = await cache.keys();
    await Promise.all(keys.slice(0, Math.max(0, keys.length - FILES_MAX)).map((key) => cache.delete(key)));
  }
  return response;
}

self.addEventListener('install', () => self.skipWaiting());

self.addEventListener('activate', (event) => {
  const dropOthers = async () => {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(dropOthers());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate') event.respondWith(fetch(request).catch(offline));
  else if (pathname.startsWith('/hashed/')) event.respondWith(fromCache(request));
});
