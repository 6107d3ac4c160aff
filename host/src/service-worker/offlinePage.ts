/** The only page that the service worker caches. */
export const OFFLINE_PAGE = '/offline.html';
export const SERVICE_WORKER_PATH = '/sw.js';
