/** The one page that the service worker keeps. */
export const OFFLINE_PAGE = '/offline.html';
export const SERVICE_WORKER_PATH = '/sw.js';
