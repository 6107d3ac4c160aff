import { runWhenIdle } from '../layout/runWhenIdle';
import { SERVICE_WORKER_PATH } from './offlinePage';

/** Without a service worker, as in some private windows, the shop works the same. */
const ignoreErrors = (work: Promise<unknown>): void => void work.catch(() => undefined);

const removeWorkers = async (): Promise<void> => {
  for (const registration of await navigator.serviceWorker.getRegistrations()) await registration.unregister();
};

/** Registers the service worker when the page is idle, or removes it if disabled. */
export const registerWorker = (isEnabled: boolean): void => {
  if (!('serviceWorker' in navigator)) return;
  if (!isEnabled) return ignoreErrors(removeWorkers());
  runWhenIdle(() => ignoreErrors(navigator.serviceWorker.register(SERVICE_WORKER_PATH, { updateViaCache: 'none' })));
};
