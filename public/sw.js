/**
 * The service worker. Hashed files never change, so they are answered from the cache; a page that cannot be loaded is replaced
 * by a message that the device is offline. All other requests go to the network.
 */
const CACHE = 'fleet-karma-1';
/** The oldest files above this number are deleted, because every deployment brings new names. */
const FILES_MAX = 150;

const OFFLINE_PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>Offline · Fleet Karma</title>
<h1>You are offline.</h1>
<p>We couldn’t load this page. Try again when you’re back online.</p>
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
