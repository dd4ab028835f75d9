/** Takes the service worker's place when the operator turned it off: deletes what was stored and removes itself. */
import { scope } from './scope.ts';

scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()));

scope.addEventListener('activate', (event) => {
  const remove = async () => {
    const names = await caches.keys();
    await Promise.all(names.map((name) => caches.delete(name)));
    indexedDB.deleteDatabase('workbox-expiration');
    await scope.registration.unregister();
  };
  event.waitUntil(remove());
});
