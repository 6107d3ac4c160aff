/// <reference lib="webworker" />

declare const self: ServiceWorkerGlobalScope;

/**
 * The kill switch: served in the worker's place, it takes itself and all that was kept away. Open pages go on without
 * one.
 */
self.addEventListener('install', () => void self.skipWaiting());
self.addEventListener('activate', (event) => {
  const uninstall = async (): Promise<void> => {
    for (const name of await caches.keys()) await caches.delete(name);
    await self.registration.unregister();
  };
  event.waitUntil(uninstall());
});
