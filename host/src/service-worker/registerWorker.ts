import { runWhenIdle } from '../layout/runWhenIdle';
import { SERVICE_WORKER_PATH } from './offlinePage';

/** Where it cannot be had, as in some private windows, the shop is the same without it. */
const ignoreErrors = (work: Promise<unknown>): void => void work.catch(() => undefined);

const removeWorkers = async (): Promise<void> => {
  for (const registration of await navigator.serviceWorker.getRegistrations()) await registration.unregister();
};

/** After the page has done its own work; switched off, one that is there goes. */
export const registerWorker = (isEnabled: boolean): void => {
  if (!('serviceWorker' in navigator)) return;
  if (!isEnabled) return ignoreErrors(removeWorkers());
  runWhenIdle(() => ignoreErrors(navigator.serviceWorker.register(SERVICE_WORKER_PATH, { updateViaCache: 'none' })));
};
