/// <reference lib="webworker" />

declare const self: ServiceWorkerGlobalScope;

/**
 * The kill switch: served in place of the worker, it deletes all caches and unregisters itself. Open pages continue
 * without a worker.
 */
self.addEventListener('install', () => void self.skipWaiting());
self.addEventListener('activate', (event) => {
  const uninstall = async (): Promise<void> => {
    for (const name of await caches.keys()) await caches.delete(name);
    await self.registration.unregister();
  };
  event.waitUntil(uninstall());
});
